internal import RealmModel
internal import TraceFormat

/// Finds, among the unsynced writes in order, those that a later one replaced completely.
///
/// Each place holds the writes whose effect still stands there; a write that replaces a subtree takes them off.
struct Supersession {
  /// What became of each write's effect on the device, by the writes after it.
  private(set) var effects: [Effect] = []
  private var tree = PlaceTree<Standing>()

  struct Effect: Hashable {
    var replacedBy: Int?
    /// For the removal of a list element that an unsynced write had made: that write.
    var removes: Int?
    /// Whether it undid what only an earlier unsynced write had made: the removal of a list element
    /// that the server never had.
    var isCancellation = false
    /// For an addition to a number: whether an unsynced write had set that number before.
    var buildsOnUnsynced = false
    /// For the insertion of a list element: whether a later write gave the element another value.
    var hasLaterValue = false
    /// For a write to a list element, or inside of one, that an unsynced write had made: that write.
    var elementMadeBy: Int?
  }

  /// How the effect of a write stands at a place.
  enum Role: CaseIterable {
    static let all = Set(Role.allCases)

    case value
    /// The place exists as an element of a list.
    case insertion
    case position
    case removal
  }

  struct Standing {
    var write: Int
    var role: Role
    /// The value that the write gave, for an Update.
    var payload: PayloadValue?
  }
}

// Standing writes
extension Supersession {
  private mutating func stand(
    _ write: Int, at node: Int, _ role: Role = .value, _ payload: PayloadValue? = nil
  ) {
    tree[node].marks.append(Standing(write: write, role: role, payload: payload))
  }

  /// Takes off everything below a place, and at the place what has one of the roles.
  private mutating func replace(
    at node: Int, by write: Int, _ roles: Set<Role> = Role.all
  ) {
    takeOff(roles, at: node, by: write)
    var replaced: [Int] = []
    tree.clear(below: node) { replaced += $0.marks.map(\.write) }
    for earlier in replaced { effects[earlier].replacedBy = write }
  }

  private mutating func takeOff(_ roles: Set<Role>, at node: Int, by write: Int) {
    for standing in tree[node].marks where roles.contains(standing.role) {
      effects[standing.write].replacedBy = write
    }
    tree[node].marks.removeAll { roles.contains($0.role) }
  }

  /// - Parameter isEntry: whether the address is an entry of a dictionary. An embedded object that is
  ///   made there replaces the one before.
  mutating func add(
    _ instruction: Instruction, at address: Address, in changeset: Changeset, isEntry: Bool
  ) {
    let write = effects.count
    effects.append(Effect())
    switch instruction {
    case .addTable, .createObject, .addColumn:
      // What stands there otherwise is a removal, which this write takes back.
      if let node = tree.node(of: address) {
        takeOff([.removal], at: node, by: write)
        stand(write, at: node)
      }
    case .eraseTable, .eraseObject:
      if let node = tree.node(of: address) {
        replace(at: node, by: write)
        stand(write, at: node, .removal)
      }
    case .eraseColumn: eraseColumn(write, address)
    case .update(let it): update(write, address, changeset.value(it.value), isEntry)
    case .addInteger: addInteger(write, address)
    case .clear(let it):
      if let node = tree.node(of: address) {
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

  private mutating func eraseColumn(_ write: Int, _ address: Address) {
    guard let property = address.property else { return }
    let owner = tree.child(of: PlaceTree<Standing>.root, .schemaClass(address.className))
    for (step, object) in tree[owner].children {
      guard case .object = step, let node = tree.knownChild(of: object, .key(property)) else {
        continue
      }
      replace(at: node, by: write)
    }
    let column = tree.child(of: owner, .schemaProperty(property))
    replace(at: column, by: write)
    stand(write, at: column, .removal)
  }

  private mutating func update(
    _ write: Int, _ address: Address, _ value: PayloadValue, _ isEntry: Bool
  ) {
    guard let node = tree.node(of: address) else { return }
    let current = tree[node].marks.last { $0.payload != nil }?.payload
    for standing in tree[node].marks where standing.role == .insertion {
      effects[standing.write].hasLaterValue = true
    }
    switch value {
    case .objectValue where isEntry: replace(at: node, by: write, [.value])
    case .list where tree.hasEntries(node), .dictionary where tree.hasElements(node):
      replace(at: node, by: write, [.value])
    case .objectValue, .list, .dictionary:
      // Without effect where the same is there already; whether it is shows only if an unsynced write made it so.
      if let current, current != value { replace(at: node, by: write, [.value]) }
    default:
      replace(at: node, by: write, [.value])
    }
    stand(write, at: node, .value, value)
  }

  private mutating func addInteger(_ write: Int, _ address: Address) {
    guard let node = tree.node(of: address) else { return }
    if let last = tree[node].marks.last, last.role == .value, last.payload == nil {
      // An addition as well, which has looked already.
      effects[write].buildsOnUnsynced = effects[last.write].buildsOnUnsynced
    } else {
      effects[write].buildsOnUnsynced = tree[node].marks.contains {
        $0.payload != nil || $0.role == .insertion
      }
    }
    stand(write, at: node)
  }

  private mutating func member(_ write: Int, _ address: Address, _ value: PayloadValue) {
    guard let set = tree.node(of: address) else { return }
    let node = tree.child(of: set, .member(value))
    replace(at: node, by: write)
    stand(write, at: node)
  }

  private mutating func insert(_ write: Int, _ address: Address) {
    guard let index = address.lastIndex, let list = tree.list(of: address),
      tree.insert(.made(write), at: index, of: list)
    else { return }
    stand(write, at: tree.child(of: list, .element(.made(write))), .insertion)
  }

  private mutating func erase(_ write: Int, _ address: Address) {
    guard let index = address.lastIndex, let list = tree.list(of: address),
      let element = tree.removeElement(at: index, of: list)
    else { return }
    if case .made(let maker) = element {
      (effects[write].removes, effects[write].isCancellation) = (maker, true)
    }
    if let node = tree.knownChild(of: list, .element(element)) {
      replace(at: node, by: write)
      tree.forget(element, of: list)
    }
    stand(write, at: list)
  }

  private mutating func move(_ write: Int, _ address: Address, to destination: Int) {
    guard let index = address.lastIndex, let list = tree.list(of: address),
      let element = tree.moveElement(at: index, to: destination, of: list)
    else { return }
    let node = tree.child(of: list, .element(element))
    takeOff([.position], at: node, by: write)
    stand(write, at: node, .position)
  }
}

extension CollectionKind {
  /// What an Update would carry to make a Mixed such an empty collection.
  var emptyPayload: PayloadValue? {
    switch self {
    case .single: nil
    case .list: .list
    case .dictionary: .dictionary
    case .set: .set
    }
  }
}
