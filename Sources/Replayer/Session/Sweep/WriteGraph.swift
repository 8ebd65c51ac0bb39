import RealmModel
import TraceFormat

/// The unsynced writes in groups that a reset treats independently of each other.
///
/// What becomes of a write depends on the writes to the same object, and by these ways on others:
/// - an object depends on what it links to, if that comes or goes (`docs/rules.md`, "Transfer"); so do
///   objects without writes that link to one that a write deletes;
/// - what deleting an object records stands in the same transaction as the deletion;
/// - lists depend on each other, see ``ListSites``.
///
/// Writes to the schema are in no group, because all others depend on them.
struct WriteGraph {
  private var nodes: [ObjectName: Int] = [:]
  /// By node, the node above it in its group; itself at the top.
  private var parents: [Int] = []
  /// By top node, the writes of the group.
  private var writes: [[WritePosition]] = []
  private(set) var schemaWrites: [WritePosition] = []
  /// By object, the nodes with links to it.
  private var linkers: [ObjectName: [Int]] = [:]
  /// The objects that a write creates or deletes, and of these those that one deletes.
  private var arrivals: Set<ObjectName> = []
  private var deletions: Set<ObjectName> = []
  private var lists = ListSites()
  /// The nodes that lists depend on once they depend on each other: those with lists, and those that
  /// come and go or bring embedded objects.
  private var listNodes: [Int] = []

  /// Adds the writes of the next transaction. `client` is the state after it, for types of lists; `server` for links.
  mutating func add(
    _ changeset: Changeset, _ transaction: Int, client: RealmState, server: RealmState
  ) {
    let hasDeletion = changeset.instructions.contains { $0.kind == .eraseObject }
    var last: Int?
    for (index, instruction) in changeset.instructions.enumerated() {
      let position = WritePosition(transaction: transaction, instruction: index)
      guard let name = ObjectName(instruction, in: changeset) else {
        schemaWrites.append(position)
        continue
      }
      let node = node(of: name, server)
      writes[top(of: node)].append(position)
      noteArrival(instruction, name, node)
      noteDeletion(instruction, name, server)
      if let target = ObjectName(linkedBy: instruction, in: changeset) { link(node, target) }
      addLists(of: instruction, node, changeset, client)
      if hasDeletion, let last { join(node, last) }
      last = node
    }
  }

  private mutating func noteArrival(_ instruction: Instruction, _ name: ObjectName, _ node: Int) {
    guard instruction.kind == .createObject || instruction.kind == .eraseObject,
      arrivals.insert(name).inserted
    else { return }
    for linker in linkers[name] ?? [] { join(node, linker) }
  }

  /// A deletion cuts the links of objects that no write is about.
  private mutating func noteDeletion(
    _ instruction: Instruction, _ name: ObjectName, _ server: RealmState
  ) {
    guard instruction.kind == .eraseObject, deletions.insert(name).inserted else { return }
    for referrer in server.referrers(of: name).keys { _ = node(of: referrer, server) }
  }

  mutating func remove(_ transactions: Set<Int>, _ changesets: [Changeset]) {
    schemaWrites.removeAll { transactions.contains($0.transaction) }
    var tops: Set<Int> = []
    for changeset in changesets { tops.formUnion(groups(of: changeset)) }
    for top in tops { writes[top].removeAll { transactions.contains($0.transaction) } }
  }

  private mutating func link(_ node: Int, _ target: ObjectName) {
    linkers[target, default: []].append(node)
    if arrivals.contains(target), let other = nodes[target] { join(node, other) }
  }

  private mutating func addLists(
    of instruction: Instruction, _ node: Int, _ changeset: Changeset, _ state: RealmState
  ) {
    let wereIndependent = lists.areIndependent
    let hasList = lists.add(instruction, changeset, state)
    guard hasList || instruction.changesKeys else { return }
    listNodes.append(node)
    guard !lists.areIndependent else { return }
    for other in wereIndependent ? listNodes : [listNodes[0]] { join(node, other) }
  }
}

// Groups
extension WriteGraph {
  private mutating func node(of name: ObjectName, _ server: RealmState) -> Int {
    if let known = nodes[name] { return known }
    let node = parents.count
    nodes[name] = node
    parents.append(node)
    writes.append([])
    for target in server.links(of: name) { link(node, target) }
    return node
  }

  mutating func noteLinks(of objects: Set<ObjectName>, in server: RealmState) {
    for name in objects {
      let targets = server.links(of: name)
      if let node = nodes[name] {
        for target in targets { link(node, target) }
      } else if !targets.isDisjoint(with: deletions) {
        _ = node(of: name, server)
      }
    }
  }

  private mutating func top(of node: Int) -> Int {
    var node = node
    while parents[node] != node {
      parents[node] = parents[parents[node]]
      node = parents[node]
    }
    return node
  }

  private mutating func join(_ a: Int, _ b: Int) {
    var (large, small) = (top(of: a), top(of: b))
    guard large != small else { return }
    if writes[large].count < writes[small].count { swap(&large, &small) }
    parents[small] = large
    writes[large] += writes[small]
    writes[small] = []
  }

  mutating func groups(affectedBy changes: StateChanges, onServer: Bool) -> Set<Int> {
    var tops = groups(of: changes.objects)
    for name in changes.arrivals {
      for linker in linkers[name] ?? [] { tops.insert(top(of: linker)) }
    }
    // Internal keys, and what a copied list may link to.
    let changesKeys = changes.hasAdditions || !changes.arrivals.isEmpty
    if onServer, changesKeys, !lists.areIndependent, let node = listNodes.first {
      tops.insert(top(of: node))
    }
    return tops
  }

  mutating func groups(of changeset: Changeset) -> Set<Int> {
    groups(of: changeset.instructions.lazy.compactMap { ObjectName($0, in: changeset) })
  }

  mutating func groups(of objects: some Sequence<ObjectName>) -> Set<Int> {
    var tops: Set<Int> = []
    for name in objects { if let node = nodes[name] { tops.insert(top(of: node)) } }
    return tops
  }

  /// The writes of groups, and those to the schema, in order.
  func writes(of tops: Set<Int>) -> [WritePosition] {
    (tops.flatMap { writes[$0] } + schemaWrites).sorted()
  }
}

extension Instruction {
  /// Whether Realm gives out an internal key, or takes one back.
  fileprivate var changesKeys: Bool {
    switch self {
    case .createObject, .eraseObject: true
    default: if case .objectValue? = value { true } else { false }
    }
  }
}
