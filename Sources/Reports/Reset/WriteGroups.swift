internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The writes of a report by class, by object and by property, in the order of a text report.
struct WriteGroups {
  /// A class and what was written to its objects.
  struct ClassGroup {
    var name: RealmString
    /// In the order of their first write. The schema's writes, if any, are an object without key.
    var objects: [ObjectGroup]
  }

  struct ObjectGroup {
    var key: PrimaryKeyValue?
    /// In the order of their first write; the object's own writes have no property.
    var properties: [PropertyGroup]

  }

  struct PropertyGroup {
    var name: RealmString?
    /// As indexes in ``Report/writes``, in order.
    var indexes: [Int]
    /// The gravest fate among them, by which a line names the group.
    var fate: Fate
    fileprivate var all: [JudgedWrite]

    init(name: RealmString?, _ indexes: [Int], of all: [JudgedWrite]) {
      (self.name, self.indexes, self.all) = (name, indexes, all)
      fate = indexes.lazy.map { all[$0].fate }.min { $0.gravity < $1.gravity } ?? .unknown
    }

    /// In order.
    var writes: some BidirectionalCollection<JudgedWrite> { indexes.lazy.map { all[$0] } }

    /// The first of them; no group is without.
    var first: JudgedWrite { all[indexes[0]] }
  }

  private(set) var classes: [ClassGroup] = []

  init(_ writes: [JudgedWrite]) {
    var byClass: [RealmString: [Int]] = [:]
    for (index, write) in writes.enumerated() {
      byClass[write.address.className, default: []].append(index)
    }
    classes = byClass.keys.sorted().map { name in
      ClassGroup(name: name, objects: Self.objects(byClass[name] ?? [], in: writes))
    }
  }

  private static func objects(_ indexes: [Int], in writes: [JudgedWrite]) -> [ObjectGroup] {
    indexes.groupedInOrder { writes[$0].address.object }.map {
      ObjectGroup(key: $0.key, properties: properties($0.elements, in: writes))
    }
  }

  private static func properties(_ indexes: [Int], in writes: [JudgedWrite]) -> [PropertyGroup] {
    indexes.groupedInOrder { writes[$0].address.property }.map {
      PropertyGroup(name: $0.key, $0.elements, of: writes)
    }
  }
}
