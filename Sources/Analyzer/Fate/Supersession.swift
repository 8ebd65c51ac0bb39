internal import TraceFormat

/// Finds, among the unsynced writes in order, those that a later one replaced completely.
///
/// A tree mirrors what the writes touch: classes, objects, properties, entries, elements. Each node
/// holds the writes whose effect still stands there; a write that replaces a subtree takes them
/// off. Elements of lists get identities of their own, so that an index that moved is followed.
struct Supersession {
  /// For each write, the later write that replaced it.
  private(set) var replacedBy: [Int?] = []
  /// Whether a write undid what only an earlier unsynced write had made: the removal of a list
  /// element that the server never had.
  private(set) var isCancellation: [Bool] = []

  private var nodes: [Node] = [Node()]
  private var nextElement = 0
  private var foundElementCount = 0

  /// The most elements, in all lists together, that were there before and get an identity because
  /// an index names them or one behind them. Writes to elements beyond are not followed: the
  /// index is the input's word, and must not decide how much memory is taken.
  static let foundElementsMax = 1 << 22

  /// How the effect of a write stands at a node.
  enum Role: CaseIterable {
    static let all = Set(Role.allCases)

    /// The node has this value.
    case value
    /// The node exists as an element of a list.
    case insertion
    /// The node stands at this position of a list.
    case position
    /// There is nothing at the node.
    case removal
  }

  /// A step from a node to one below it.
  enum Step: Hashable {
    case schemaClass(RealmString)
    case schemaProperty(RealmString)
    case object(PrimaryKeyValue)
    case key(RealmString)
    /// An element of a list, by identity.
    case element(Int)
    /// An element of a set, by value.
    case member(PayloadValue)
  }

  struct Standing {
    var write: Int
    var role: Role
    /// The value that the write gave, for an Update.
    var payload: PayloadValue?
  }

  struct Node {
    var standing: [Standing] = []
    var children: [Step: Int] = [:]
    /// Identities of the elements, as far as the list was touched.
    var elements: [Int] = []
    /// Whether an unsynced write made this element of a list.
    var isNew = false
  }
}

extension Supersession {
  // MARK: The tree

  private mutating func child(of node: Int, _ step: Step) -> Int {
    if let known = nodes[node].children[step] { return known }
    nodes.append(Node())
    nodes[node].children[step] = nodes.count - 1
    return nodes.count - 1
  }

  /// The node of an address; nil where an index is beyond what is followed.
  private mutating func node(of address: WriteAddress, stepCount: Int? = nil) -> Int? {
    var node = child(of: 0, .schemaClass(address.className))
    guard let object = address.object else {
      return address.property.map { child(of: node, .schemaProperty($0)) } ?? node
    }
    node = child(of: node, .object(object))
    guard let property = address.property else { return node }
    node = child(of: node, .key(property))
    for step in address.path.prefix(stepCount ?? address.path.count) {
      switch step {
      case .key(let key): node = child(of: node, .key(key))
      case .index(let index):
        guard let element = element(Int(index), of: node) else { return nil }
        node = child(of: node, .element(element))
      }
    }
    return node
  }

  /// The identity of the element at an index, after making known those before it.
  private mutating func element(_ index: Int, of list: Int) -> Int? {
    guard growElements(of: list, to: index + 1) else { return nil }
    return nodes[list].elements[index]
  }

  private mutating func growElements(of list: Int, to count: Int) -> Bool {
    let missing = count - nodes[list].elements.count
    guard missing > 0 else { return true }
    guard missing <= Self.foundElementsMax - foundElementCount else { return false }
    foundElementCount += missing
    nodes[list].elements.append(contentsOf: nextElement..<nextElement + missing)
    nextElement += missing
    return true
  }

  // MARK: Standing writes

  private mutating func stand(
    _ write: Int, at node: Int, _ role: Role = .value, _ payload: PayloadValue? = nil
  ) {
    nodes[node].standing.append(Standing(write: write, role: role, payload: payload))
  }

  /// Takes off everything below a node, and at the node what `isReplaced` names.
  private mutating func replace(
    at node: Int, by write: Int, _ roles: Set<Role> = Role.all
  ) {
    takeOff(roles, at: node, by: write)
    replaceBelow(node, by: write)
  }

  private mutating func takeOff(_ roles: Set<Role>, at node: Int, by write: Int) {
    for standing in nodes[node].standing where roles.contains(standing.role) {
      replacedBy[standing.write] = write
    }
    nodes[node].standing.removeAll { roles.contains($0.role) }
  }

  private mutating func replaceBelow(_ node: Int, by write: Int) {
    var pending = Array(nodes[node].children.values)
    nodes[node].children = [:]
    nodes[node].elements = []
    while let next = pending.popLast() {
      for standing in nodes[next].standing { replacedBy[standing.write] = write }
      pending.append(contentsOf: nodes[next].children.values)
      nodes[next] = Node()
    }
  }
}

extension Supersession {
  // MARK: Instructions

  /// Takes in the next write.
  mutating func add(_ instruction: Instruction, at address: WriteAddress, in changeset: Changeset) {
    let write = replacedBy.count
    replacedBy.append(nil)
    isCancellation.append(false)
    switch instruction {
    case .addTable, .createObject, .addColumn:
      // What stands there otherwise is a removal, which this write takes back.
      if let node = node(of: address) {
        takeOff([.removal], at: node, by: write)
        stand(write, at: node)
      }
    case .eraseTable, .eraseObject:
      if let node = node(of: address) {
        replace(at: node, by: write)
        stand(write, at: node, .removal)
      }
    case .eraseColumn: eraseColumn(write, address)
    case .update(let it): update(write, address, changeset.value(it.value))
    case .addInteger: if let node = node(of: address) { stand(write, at: node) }
    case .clear(let it):
      if let node = node(of: address) {
        replace(at: node, by: write, [.value])
        stand(write, at: node, .value, it.collection.emptyPayload)
      }
    case .setInsert(let it): member(write, address, changeset.value(it.value))
    case .setErase(let it): member(write, address, changeset.value(it.value))
    case .arrayInsert: insert(write, address)
    case .arrayErase: erase(write, address)
    case .arrayMove(let it): move(write, address, to: Int(it.destination))
    }
  }

  private mutating func eraseColumn(_ write: Int, _ address: WriteAddress) {
    guard let property = address.property else { return }
    let owner = child(of: 0, .schemaClass(address.className))
    let objects = nodes[owner].children.filter { step, _ in
      if case .object = step { true } else { false }
    }
    for object in objects.values {
      if let node = nodes[object].children[.key(property)] { replace(at: node, by: write) }
    }
    let column = child(of: owner, .schemaProperty(property))
    replace(at: column, by: write)
    stand(write, at: column, .removal)
  }

  private mutating func update(_ write: Int, _ address: WriteAddress, _ value: PayloadValue) {
    guard let node = node(of: address) else { return }
    let current = nodes[node].standing.last { $0.payload != nil }?.payload
    switch value {
    case .objectValue, .list, .dictionary:
      // Without effect where the same is there already; whether it is shows only if an unsynced
      // write made it so.
      if let current, current != value { replace(at: node, by: write, [.value]) }
    default:
      replace(at: node, by: write, [.value])
    }
    stand(write, at: node, .value, value)
  }

  private mutating func member(_ write: Int, _ address: WriteAddress, _ value: PayloadValue) {
    guard let set = node(of: address) else { return }
    let node = child(of: set, .member(value))
    replace(at: node, by: write)
    stand(write, at: node)
  }

  // MARK: Lists

  private func index(_ address: WriteAddress) -> Int? {
    guard case .index(let index)? = address.path.last else { return nil }
    return Int(index)
  }

  private mutating func list(of address: WriteAddress) -> Int? {
    node(of: address, stepCount: address.path.count - 1)
  }

  private mutating func insert(_ write: Int, _ address: WriteAddress) {
    guard let index = index(address), let list = list(of: address),
      growElements(of: list, to: index)
    else { return }
    nodes[list].elements.insert(nextElement, at: index)
    let node = child(of: list, .element(nextElement))
    nextElement += 1
    nodes[node].isNew = true
    stand(write, at: node, .insertion)
  }

  private mutating func erase(_ write: Int, _ address: WriteAddress) {
    guard let index = index(address), let list = list(of: address),
      let element = element(index, of: list)
    else { return }
    nodes[list].elements.remove(at: index)
    if let node = nodes[list].children[.element(element)] {
      isCancellation[write] = nodes[node].isNew
      replace(at: node, by: write)
      nodes[list].children[.element(element)] = nil
    }
    stand(write, at: list)
  }

  private mutating func move(_ write: Int, _ address: WriteAddress, to destination: Int) {
    guard let index = index(address), let list = list(of: address),
      growElements(of: list, to: max(index, destination) + 1)
    else { return }
    let element = nodes[list].elements.remove(at: index)
    nodes[list].elements.insert(element, at: destination)
    let node = child(of: list, .element(element))
    takeOff([.position], at: node, by: write)
    stand(write, at: node, .position)
  }
}

extension CollectionKind {
  /// What an Update would carry to make a Mixed such an empty collection.
  fileprivate var emptyPayload: PayloadValue? {
    switch self {
    case .single: nil
    case .list: .list
    case .dictionary: .dictionary
    case .set: .set
    }
  }
}
