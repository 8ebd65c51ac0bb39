internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// An object and the unsynced writes to it, or a class and those to its schema.
struct ObjectHistory {
  /// The object; without a key the class itself.
  struct Identity: Hashable {
    var className: RealmString
    var key: PrimaryKeyValue?

    init(_ address: Address) {
      (className, key) = (address.className, address.object)
    }
  }

  var identity: Identity
  /// A name for the object that is short and still tells it from the others of its class.
  var shortKey: String
  /// The writes in order, as indexes in ``Report/writes``.
  var writes: [Int]

  /// The objects of all writes: by class, and then in the order of their first write.
  static func all(in writes: [JudgedWrite]) -> [ObjectHistory] {
    var order: [Identity] = []
    var indexes: [Identity: [Int]] = [:]
    for (index, write) in writes.enumerated() {
      let identity = Identity(write.address)
      if indexes[identity] == nil { order.append(identity) }
      indexes[identity, default: []].append(index)
    }
    let byClass = Dictionary(grouping: order, by: \.className)
    return byClass.keys.sorted().flatMap { className -> [ObjectHistory] in
      let identities = byClass[className] ?? []
      let names = ObjectNames(identities.compactMap(\.key))
      return identities.map {
        ObjectHistory(
          identity: $0, shortKey: $0.key.map(names.name(of:)) ?? "(schema)",
          writes: indexes[$0] ?? [])
      }
    }
  }
}
