import RealmModel

/// Where the elements that a recovery inserted into a list really stand, on the client and on the server.
///
/// Trackers answer the same question as Realm Core does, defects included. This is kept beside
/// them and decides nothing; it tells where they are wrong, and why.
struct ElementPositions: Sendable {
  /// An element. The server's list lacks it if its insertion was dropped, or if it went again; its
  /// marks are the ``Ruling/Drift`` that tracked positions don't know of.
  typealias Element = TrackedElements.Element

  private var elements = TrackedElements()
  /// Whether the list was copied whole and not emptied since.
  private(set) var isCopied = false
  private(set) var wasClearedSinceCopy = false

  /// The element at a position of the client's list, if the recovery inserted it.
  func element(atLocal index: Int) -> Element? { elements.element(atLocal: index) }

  /// The element at a position of the server's list, if the recovery inserted it.
  func element(atRemote index: Int) -> Element? { elements.element(atRemote: index) }

  /// What tests count.
  var visitCount: Int { elements.visitCount }

  var drifts: TrackedElements.Marks { elements.marks }

  mutating func didInsert(local: Int, remote: Int) {
    // A tracker goes by the client's positions alone: what the two lists don't agree on drifts.
    elements.within(locals: .min..<local) {
      $0.change(remotes: remote..<(.max), .init(remote: 1, remoteMarks: .cutIndex))
    }
    elements.within(locals: local..<(.max)) {
      $0.change(remotes: .min..<remote, .init(remoteMarks: .cutIndex))
      $0.change(remotes: remote..<(.max), .init(remote: 1))
      $0.change(.init(local: 1))
    }
    elements.insert(Element(local: local, remote: remote))
  }

  mutating func didDropInsertion(local: Int) {
    elements.change(locals: local..<(.max), .init(local: 1, marks: .droppedInsertion))
    elements.insert(Element(local: local, remote: nil, marks: .droppedInsertion))
  }

  mutating func didErase(local: Int, remote: Int) {
    let drifts = elements.remove(atLocal: local)?.marks ?? []
    // Removed instead of another one, for the reasons that the other one was missed.
    elements.change(remotes: remote..<(remote + 1), .init(remoteMarks: drifts))
    elements.shiftLocals(by: .removal(at: local))
    removeRemote(at: remote)
  }

  /// A move was carried out. Positions are final ones.
  mutating func didMove(local: (from: Int, to: Int), remote: (from: Int, to: Int)) {
    elements.moveLocal(from: local.from, to: local.to)
    var moved = elements.element(atRemote: remote.from)
    if let moved { elements.remove(atLocal: moved.local) }
    elements.shiftRemotes(by: .move(from: remote.from, to: remote.to))
    moved?.remote = remote.to
    if let moved { elements.insert(moved) }
  }

  /// An element of the server's list went with the object it linked to.
  mutating func didLose(remote: Int) {
    elements.change(remotes: remote..<(.max), .init(remoteMarks: .deletion))
    removeRemote(at: remote)
  }

  private mutating func removeRemote(at index: Int) {
    elements.loseRemote(index)
    elements.shiftRemotes(by: .removal(at: index))
  }

  /// An edit was left to the copy of the list: only the client's positions change, and only a tracker
  /// that should have been found still goes by others.
  mutating func didLeaveToCopy(_ edit: PositionEdit) {
    elements.change(.init(marks: .lostTracker))
    switch edit {
    case .insert(let index):
      elements.shiftLocals(by: .insertion(at: index))
      elements.insert(Element(local: index, remote: nil))
    case .erase(let index):
      elements.remove(atLocal: index)
      elements.shiftLocals(by: .removal(at: index))
    case .move(let from, let to): elements.moveLocal(from: from, to: to)
    case .update: break
    }
  }

  /// The list is the client's now: nothing is where it was inserted.
  mutating func didCopy() {
    elements.loseRemotes()
    elements.change(.init(marks: .lostTracker))
    (isCopied, wasClearedSinceCopy) = (true, false)
  }

  mutating func didClear() {
    wasClearedSinceCopy = isCopied || wasClearedSinceCopy
    elements.removeAll()
    isCopied = false
  }
}

extension TrackedElements.Marks {
  static let droppedInsertion = Self(.droppedInsertion)
  static let cutIndex = Self(.cutIndex)
  static let deletion = Self(.deletion)
  static let lostTracker = Self(.lostTracker)

  private init(_ drift: Ruling.Drift) {
    self.init(rawValue: 1 << (Ruling.Drift.allCases.firstIndex(of: drift) ?? 0))
  }

  var drifts: [Ruling.Drift] { Ruling.Drift.allCases.filter { contains(Self($0)) } }
}

/// What an instruction does to a list, by positions of the client's list.
enum PositionEdit: Hashable, Sendable {
  case insert(Int)
  /// Also a path that leads through the element.
  case update(Int)
  case erase(Int)
  case move(from: Int, to: Int)

  var touched: [Int] {
    switch self {
    case .insert: []
    case .update(let index), .erase(let index): [index]
    case .move(let from, let to): [from, to]
    }
  }
}
