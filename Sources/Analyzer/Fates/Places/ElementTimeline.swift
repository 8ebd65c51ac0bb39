internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Follows the elements of lists through one side's instructions: the device's, the server's, or
/// those that a recovery applied to the server's state.
///
/// Where a write acts is a trail of identities rather than indexes, so that it can be looked up in
/// the final state of any side.
struct ElementTimeline {
  /// Each place is marked with the value that it was last given.
  private var tree = PlaceTree<PayloadValue>()
  /// Which instruction removed the element that an instruction had made, by their numbers.
  private(set) var removals: [Int: Int] = [:]
  /// Which instruction last set the element that an instruction had made, by their numbers.
  private(set) var settings: [Int: Int] = [:]
  /// The instructions whose element is no longer there, by their numbers; before ``finish()`` all that made one.
  private(set) var undone: Set<Int> = []
  private var moved: Set<MovedElement> = []
  private var indexes: [Int: [ListElement: Int]] = [:]

  private struct MovedElement: Hashable {
    var list: Int
    var element: ListElement
  }

  /// Takes in the next instruction, under a number.
  ///
  /// - Returns: where it acts; nil where the path leads through no list, or an index is beyond what
  ///   is followed. For a removal and a move it is where the element was until then.
  @discardableResult
  mutating func take(
    _ instruction: Instruction, at address: Address, in changeset: Changeset, as number: Int
  ) -> ElementTrail? {
    switch instruction {
    case .addTable, .addColumn, .eraseColumn, .createObject, .addInteger, .setInsert, .setErase:
      return trail(of: address)
    case .eraseTable, .eraseObject:
      if let node = tree.node(of: address) { tree.clear(below: node) }
      return nil
    case .update(let it): return update(address, changeset.value(it.value), number)
    case .clear(let it):
      let trail = trail(of: address)
      if let node = tree.node(of: address) {
        tree.clear(below: node)
        tree[node].marks = it.collection.emptyPayload.map { [$0] } ?? []
      }
      return trail
    case .arrayInsert: return insert(address, number)
    case .arrayErase: return erase(address, number)
    case .arrayMove(let it): return move(address, to: Int(it.destination))
    }
  }
}

/// Where a write acts, with the identities of list elements in place of their indexes.
struct ElementTrail: Hashable {
  /// The address; its path is that of the instruction.
  var address: Address
  var steps: [PlaceStep]
}

// Instructions
extension ElementTimeline {
  /// The identities along a path; nil if there are none.
  private mutating func trail(of address: Address) -> ElementTrail? {
    guard address.leadsThroughList, var node = tree.node(of: address, stepCount: 0) else {
      return nil
    }
    var steps: [PlaceStep] = []
    for step in address.path {
      switch step {
      case .key(let key): steps.append(.key(key))
      case .index(let index):
        guard let element = tree.element(Int(index), of: node) else { return nil }
        steps.append(.element(element))
      }
      node = tree.child(of: node, steps[steps.count - 1])
    }
    return ElementTrail(address: address, steps: steps)
  }

  private mutating func update(_ address: Address, _ value: PayloadValue, _ number: Int)
    -> ElementTrail?
  {
    let trail = trail(of: address)
    if case .element(.made(let maker))? = trail?.steps.last { settings[maker] = number }
    guard let node = tree.node(of: address) else { return trail }
    switch value {
    case .list, .dictionary:
      // A collection of that kind stays as it is.
      if let given = tree[node].marks.last, given != value { tree.clear(below: node) }
    default: tree.clear(below: node)
    }
    tree[node].marks = [value]
    return trail
  }

  private mutating func insert(_ address: Address, _ number: Int) -> ElementTrail? {
    guard let index = address.lastIndex, let list = tree.list(of: address),
      tree.insert(.made(number), at: index, of: list)
    else { return nil }
    undone.insert(number)
    return trail(of: address)
  }

  private mutating func erase(_ address: Address, _ number: Int) -> ElementTrail? {
    let trail = trail(of: address)
    guard let index = address.lastIndex, let list = tree.list(of: address),
      let element = tree.removeElement(at: index, of: list)
    else { return nil }
    tree.forget(element, of: list)
    if case .made(let maker) = element { removals[maker] = number }
    return trail
  }

  private mutating func move(_ address: Address, to destination: Int) -> ElementTrail? {
    let trail = trail(of: address)
    guard let index = address.lastIndex, let list = tree.list(of: address),
      let element = tree.moveElement(at: index, to: destination, of: list)
    else { return nil }
    moved.insert(MovedElement(list: list, element: element))
    return trail
  }

  /// A list became a copy of the device's, as that is in the end.
  mutating func take(_ copy: ListCopy, from device: ElementTimeline) {
    var source = device.tree
    let list = Address(copy.place)
    guard let origin = source.node(of: list), let node = tree.node(of: list) else { return }
    let knownCount = 1 + max(copy.missing.last ?? -1, copy.order?.max() ?? -1)
    guard source.growElements(of: origin, to: knownCount) else { return }
    mirror(origin, of: source, at: node)
    if let order = copy.order {
      let elements = tree[node].elements
      tree[node].elements = PersistentList(order.map { elements[$0] })
    } else {
      for index in copy.missing.reversed() { _ = tree.removeElement(at: index, of: node) }
    }
  }

  /// Makes a place, and all below it, what it is in another tree.
  private mutating func mirror(_ origin: Int, of source: PlaceTree<PayloadValue>, at node: Int) {
    tree.clear(below: node)
    tree[node].elements = PersistentList(source[origin].elements.map(\.inCopy))
    tree[node].foundCount = source[origin].foundCount
    tree[node].isClosed = source[origin].isClosed
    tree[node].isCopy = true
    for (step, child) in source[origin].children {
      mirror(child, of: source, at: tree.child(of: node, step.inCopy))
    }
  }

  /// Makes what was taken in ready to be looked up.
  mutating func finish() {
    for node in tree.nodes.indices where !tree[node].elements.isEmpty {
      for case .made(let maker) in tree[node].elements { undone.remove(maker) }
      let pairs = tree[node].elements.enumerated().map { ($0.element, $0.offset) }
      indexes[node] = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
  }

  /// A place in the final tree, walked to step by step.
  struct Position {
    /// Nil where nothing is known of the place: it is then as it was at first.
    fileprivate var node: Int?
    fileprivate var isClosed = false
    fileprivate var isCopy = false
  }

  func start(at address: Address) -> Position {
    guard let object = address.object, let property = address.property else { return Position() }
    var position = Position(node: PlaceTree<PayloadValue>.root)
    for step: PlaceStep in [.schemaClass(address.className), .object(object), .key(property)] {
      position = walk(step, from: position)
    }
    return position
  }

  func walk(_ step: PlaceStep, from position: Position) -> Position {
    guard let node = position.node else { return position }
    let place = tree[node]
    var isClosed = place.isClosed
    if case .element(.made) = step { isClosed = true }
    return Position(
      node: tree.knownChild(of: node, step), isClosed: isClosed, isCopy: place.isCopy)
  }

  func isCopy(_ list: Position) -> Bool { list.node.map { tree[$0].isCopy } ?? list.isCopy }

  /// Whether the list was emptied, or made by an instruction.
  func isClosed(_ list: Position) -> Bool { list.node.map { tree[$0].isClosed } ?? list.isClosed }

  func count(of list: Position, atFirst count: Int) -> Int {
    guard let node = list.node else { return list.isClosed ? 0 : count }
    let place = tree[node]
    return place.elements.count + (place.isClosed ? 0 : max(0, count - place.foundCount))
  }

  /// Where an element is in its list; nil where it is gone.
  func index(of element: ListElement, in list: Position) -> Int? {
    guard let node = list.node else { return list.isClosed ? nil : element.firstIndex }
    let place = tree[node]
    if let index = indexes[node]?[element] { return index }
    // Elements that were never met follow those that were.
    guard let index = element.firstIndex, index >= place.foundCount, !place.isClosed else {
      return nil
    }
    return place.elements.count + index - place.foundCount
  }

  func hasMoved(_ element: ListElement, in list: Position) -> Bool {
    list.node.map { moved.contains(MovedElement(list: $0, element: element)) } ?? false
  }
}

extension ListElement {
  /// The element under its name in a copy of the list.
  fileprivate var inCopy: ListElement {
    if case .found(let index) = self { .copied(index) } else { self }
  }

  var firstIndex: Int? {
    switch self {
    case .found(let index), .copied(let index): index
    case .made: nil
    }
  }
}

extension PlaceStep {
  fileprivate var inCopy: PlaceStep {
    if case .element(let element) = self { .element(element.inCopy) } else { self }
  }
}
