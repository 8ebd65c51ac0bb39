internal import HashTreeCollections

/// A dictionary whose copies share memory, for what is looked up by hash.
///
/// One place that knows which implementation stands behind it.
struct PersistentDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var tree: TreeDictionary<Key, Value> = [:]

  init() {}

  subscript(key: Key) -> Value? {
    get { tree[key] }
    _modify { yield &tree[key] }
  }

  var isEmpty: Bool { tree.isEmpty }
  var keys: [Key] { Array(tree.keys) }
}
