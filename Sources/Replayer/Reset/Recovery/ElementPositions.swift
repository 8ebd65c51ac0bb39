import RealmModel

/// Where the elements that a recovery inserted into a list really stand, on the client and on the
/// server.
///
/// Trackers answer the same question as Realm Core does, defects included. This is kept beside
/// them and decides nothing; it tells where they are wrong, and why.
struct ElementPositions: Sendable {
  struct Element: Sendable {
    var local: Int
    /// Nil if the server's list does not have it: its insertion was dropped, or it went again.
    var remote: Int?
    /// What tracked positions don't know of.
    var drifts: Set<Ruling.Drift> = []
  }

  private(set) var elements: [Element] = []
  /// Whether the list was copied whole and not emptied since.
  private(set) var isCopied = false
  /// Whether the list was copied whole, and then emptied.
  private(set) var wasClearedSinceCopy = false

  /// The element at a position of the client's list, if the recovery inserted it.
  func element(atLocal index: Int) -> Element? { elements.first { $0.local == index } }

  /// The element at a position of the server's list, if the recovery inserted it.
  func element(atRemote index: Int) -> Element? { elements.first { $0.remote == index } }

  /// Everything that has put positions wrong.
  var drifts: Set<Ruling.Drift> {
    elements.reduce(into: []) { $0.formUnion($1.drifts) }
  }
}

extension ElementPositions {
  /// An insertion at a position of the client's list was carried out at one of the server's.
  mutating func didInsert(local: Int, remote: Int) {
    for position in elements.indices {
      let element = elements[position]
      let moves = element.remote.map { $0 >= remote } ?? false
      // A tracker goes by the client's positions alone.
      if element.remote != nil, moves != (element.local >= local) {
        elements[position].drifts.insert(.cutIndex)
      }
      if element.local >= local { elements[position].local += 1 }
      if moves { elements[position].remote? += 1 }
    }
    elements.append(Element(local: local, remote: remote))
  }

  /// An insertion was dropped: the client has the element, the server doesn't.
  mutating func didDropInsertion(local: Int) {
    for position in elements.indices where elements[position].local >= local {
      elements[position].local += 1
      elements[position].drifts.insert(.droppedInsertion)
    }
    elements.append(Element(local: local, remote: nil, drifts: [.droppedInsertion]))
  }

  /// A removal at a position of the client's list was carried out at one of the server's.
  mutating func didErase(local: Int, remote: Int) {
    let drifts = element(atLocal: local)?.drifts ?? []
    elements.removeAll { $0.local == local }
    for position in elements.indices {
      // Removed in the place of another one, for the reasons that the other one was missed.
      if elements[position].remote == remote { elements[position].drifts.formUnion(drifts) }
      if elements[position].local > local { elements[position].local -= 1 }
    }
    removeRemote(at: remote)
  }

  /// A move was carried out. Positions are final ones.
  mutating func didMove(local: (from: Int, to: Int), remote: (from: Int, to: Int)) {
    for position in elements.indices {
      elements[position].local = Self.moved(elements[position].local, local)
      elements[position].remote = elements[position].remote.map { Self.moved($0, remote) }
    }
  }

  private static func moved(_ index: Int, _ move: (from: Int, to: Int)) -> Int {
    if index == move.from { return move.to }
    if move.from < index, index <= move.to { return index - 1 }
    if move.to <= index, index < move.from { return index + 1 }
    return index
  }

  /// An element of the server's list went with the object it linked to.
  mutating func didLose(remote: Int) {
    for position in elements.indices {
      guard let present = elements[position].remote, present >= remote else { continue }
      elements[position].drifts.insert(.deletion)
    }
    removeRemote(at: remote)
  }

  private mutating func removeRemote(at index: Int) {
    for position in elements.indices {
      guard let remote = elements[position].remote else { continue }
      if remote == index { elements[position].remote = nil }
      if remote > index { elements[position].remote = remote - 1 }
    }
  }

  /// An edit was left to the copy of the list: only the client's positions change, and only a tracker
  /// that should have been found still goes by others.
  mutating func didLeaveToCopy(_ edit: ListEdit) {
    for position in elements.indices { elements[position].drifts.insert(.lostTracker) }
    switch edit {
    case .insert(let index):
      for position in elements.indices where elements[position].local >= index {
        elements[position].local += 1
      }
      elements.append(Element(local: index, remote: nil))
    case .erase(let index):
      elements.removeAll { $0.local == index }
      for position in elements.indices where elements[position].local > index {
        elements[position].local -= 1
      }
    case .move(let from, let to):
      for position in elements.indices {
        elements[position].local = Self.moved(elements[position].local, (from, to))
      }
    case .update: break
    }
  }

  /// The list is the client's now: nothing is where it was inserted.
  mutating func didCopy() {
    for position in elements.indices {
      elements[position].remote = nil
      elements[position].drifts.insert(.lostTracker)
    }
    (isCopied, wasClearedSinceCopy) = (true, false)
  }

  mutating func didClear() {
    wasClearedSinceCopy = isCopied || wasClearedSinceCopy
    (elements, isCopied) = ([], false)
  }

  /// The list is another one, whatever became of the one before.
  mutating func didReplace() { self = ElementPositions() }
}

/// What an instruction does to a list, by positions of the client's list.
enum ListEdit: Hashable, Sendable {
  case insert(Int)
  /// Also a path that leads through the element.
  case update(Int)
  case erase(Int)
  case move(from: Int, to: Int)

  /// The elements that it is about.
  var touched: [Int] {
    switch self {
    case .insert: []
    case .update(let index), .erase(let index): [index]
    case .move(let from, let to): [from, to]
    }
  }
}
