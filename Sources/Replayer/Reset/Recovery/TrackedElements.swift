import RealmModel

/// The elements of a list that somebody follows: where each stands on the client, where on the server.
///
/// A balanced tree in the client's order, of which whole subtrees are shifted at once. A change by positions of the
/// client's list takes a number of steps that goes with the logarithm of the number of elements. One by positions of
/// the server's list does so too where both orders agree, and looks at the elements one by one only where they don't.
struct TrackedElements: Sendable {
  struct Element: Hashable, Sendable {
    /// The position in the client's list; no two elements have the same.
    var local: Int
    /// The position in the server's list; nil if it is not there.
    var remote: Int?
    var marks: Marks = []
  }

  struct Marks: OptionSet, Hashable, Sendable {
    var rawValue: UInt8
  }

  var nodes: ContiguousArray<Node> = []
  var free: ContiguousArray<Int> = []
  var root: Int?
  /// How many nodes were looked at since the beginning: what tests count.
  var visitCount = 0

  struct Node: Sendable {
    var element: Element
    var left: Int?
    var right: Int?
    var height = 1
    /// The least and the greatest position on the server, in the subtree; nil if there is none.
    var remotes: ClosedRange<Int>?
    /// What its children's subtrees have not been told.
    var pending = Shift()

    init(_ element: Element) {
      self.element = element
      remotes = element.remote.map { $0...$0 }
    }
  }

  struct Shift: Sendable {
    var local = 0
    /// Of elements that the server's list has.
    var remote = 0
    var marks: Marks = []
    /// Marks of elements that the server's list has.
    var remoteMarks: Marks = []
  }
}

// Looking up
extension TrackedElements {
  func element(atLocal local: Int) -> Element? {
    var (next, shift) = (root, Shift())
    while let node = next {
      let element = shift.applied(to: nodes[node].element)
      if element.local == local { return element }
      next = local < element.local ? nodes[node].left : nodes[node].right
      shift.add(nodes[node].pending)
    }
    return nil
  }

  func element(atRemote remote: Int) -> Element? {
    root.flatMap { find(remote, below: $0, Shift()) }
  }

  private func find(_ remote: Int, below node: Int, _ shift: Shift) -> Element? {
    guard let remotes = nodes[node].remotes,
      remotes.lowerBound + shift.remote <= remote, remote <= remotes.upperBound + shift.remote
    else { return nil }
    let element = shift.applied(to: nodes[node].element)
    if element.remote == remote { return element }
    var below = shift
    below.add(nodes[node].pending)
    for child in [nodes[node].left, nodes[node].right] {
      if let child, let found = find(remote, below: child, below) { return found }
    }
    return nil
  }

  var marks: Marks { all.reduce(into: []) { $0.formUnion($1.marks) } }

  /// All elements, in the client's order.
  var all: [Element] {
    var found: [Element] = []
    var (path, next, shift) = ([(node: Int, shift: Shift)](), root, Shift())
    while true {
      while let node = next {
        path.append((node, shift))
        shift.add(nodes[node].pending)
        next = nodes[node].left
      }
      guard let last = path.popLast() else { return found }
      found.append(last.shift.applied(to: nodes[last.node].element))
      shift = last.shift
      shift.add(nodes[last.node].pending)
      next = nodes[last.node].right
    }
  }

  /// Adds an element at a position of the client's list that no other one has.
  mutating func insert(_ element: Element) {
    let (before, after) = split(root, at: element.local)
    root = join(before, makeNode(element), after)
  }

  @discardableResult
  mutating func remove(atLocal local: Int) -> Element? {
    let (before, rest) = split(root, at: local)
    let (found, after) = split(rest, at: local + 1)
    root = join(before, after)
    guard let found else { return nil }
    free.append(found)
    return nodes[found].element
  }

  mutating func removeAll() { self = TrackedElements() }

  mutating func change(_ shift: Shift) { if let root { apply(shift, to: root) } }

  /// Shifts and marks the elements at these positions of the client's list. They are to stay in their
  /// order, and among the others.
  mutating func change(locals: Range<Int>, _ shift: Shift) {
    within(locals: locals) { $0.change(shift) }
  }

  /// Calls the body with only the elements at these positions of the client's list. They are to stay
  /// in their order, and among the others.
  mutating func within<Result>(
    locals: Range<Int>, _ body: (inout TrackedElements) -> Result
  ) -> Result {
    let (before, rest) = split(root, at: locals.lowerBound)
    let (inside, after) = split(rest, at: locals.upperBound)
    root = inside
    let result = body(&self)
    root = join(join(before, root), after)
    return result
  }

  var remotes: ClosedRange<Int>? { root.flatMap { nodes[$0].remotes } }

  /// Shifts and marks the elements at these positions of the server's list. They are to stay where
  /// they are in the client's.
  mutating func change(remotes: Range<Int>, _ shift: Shift) {
    if let root, !remotes.isEmpty { change(below: root, remotes, shift) }
  }

  private mutating func change(below node: Int, _ remotes: Range<Int>, _ shift: Shift) {
    visitCount += 1
    guard let range = nodes[node].remotes, range.upperBound >= remotes.lowerBound,
      range.lowerBound < remotes.upperBound
    else { return }
    if remotes.contains(range.lowerBound), remotes.contains(range.upperBound) {
      apply(Shift(remote: shift.remote, remoteMarks: shift.remoteMarks), to: node)
      return
    }
    push(node)
    if let remote = nodes[node].element.remote, remotes.contains(remote) {
      nodes[node].element = shift.applied(to: nodes[node].element)
    }
    if let left = nodes[node].left { change(below: left, remotes, shift) }
    if let right = nodes[node].right { change(below: right, remotes, shift) }
    update(node)
  }

  mutating func loseRemote(_ remote: Int) {
    while var element = element(atRemote: remote) {
      remove(atLocal: element.local)
      element.remote = nil
      insert(element)
    }
  }

  /// None of the elements is in the server's list any more. Without any there, nothing is looked at.
  mutating func loseRemotes() {
    guard remotes != nil else { return }
    let elements = all
    removeAll()
    for element in elements { insert(Element(local: element.local, marks: element.marks)) }
  }

  /// Shifts the client's positions as a change of its list does. The element that is added, removed or
  /// moved itself is seen to apart.
  mutating func shiftLocals(by change: ListChange) {
    let (positions, step) = change.shift
    self.change(locals: positions, Shift(local: step))
  }

  mutating func shiftRemotes(by change: ListChange) {
    let (positions, step) = change.shift
    self.change(remotes: positions, Shift(remote: step))
  }

  mutating func moveLocal(from source: Int, to destination: Int) {
    var moved = remove(atLocal: source)
    shiftLocals(by: .move(from: source, to: destination))
    moved?.local = destination
    if let moved { insert(moved) }
  }

  /// Shifts all positions on the server by one step, in 32 bits as Realm Core counts.
  mutating func shiftRemotes(by step: Int) {
    let positions = 0..<(1 << 32)
    guard let remotes else { return }
    guard
      !positions.contains(remotes.lowerBound + step)
        || !positions.contains(remotes.upperBound + step)
    else { return change(Shift(remote: step)) }
    // Those that wrap around, mostly one, go elsewhere among the others.
    let wrapped = all.filter { element in
      element.remote.map { !positions.contains($0 + step) } ?? false
    }
    for element in wrapped { remove(atLocal: element.local) }
    change(Shift(remote: step))
    for var element in wrapped {
      element.remote = element.remote.map { Int(UInt32(truncatingIfNeeded: $0 + step)) }
      insert(element)
    }
  }
}
