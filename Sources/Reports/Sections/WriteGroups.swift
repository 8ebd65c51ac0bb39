internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The writes of a report by class, by object and by property, in the order of a text report.
struct WriteGroups {
  /// A class and what was written to its objects.
  struct ClassGroup {
    var name: RealmString
    /// In the order of their first write, those with a loss first where that is asked for. The
    /// schema's writes, if any, are an object without key.
    var objects: [ObjectGroup]
  }

  struct ObjectGroup {
    var key: PrimaryKeyValue?
    /// In the order of their first write; the object's own writes have no property.
    var properties: [PropertyGroup]

    /// Whether any of its writes is more than replaced or redundant.
    var hasLoss: Bool { properties.contains { $0.fate.isLoss } }
    var writeCount: Int { properties.reduce(0) { $0 + $1.writes.count } }
  }

  struct PropertyGroup {
    var name: RealmString?
    /// In order.
    var writes: [JudgedWrite]
    /// As indexes in ``Report/writes``.
    var indexes: [Int]

    /// The gravest fate among them, by which a line names the group.
    var fate: Fate {
      writes.map(\.fate).min { $0.gravity < $1.gravity } ?? .unknown
    }
  }

  private(set) var classes: [ClassGroup] = []

  init(_ writes: [JudgedWrite], lossesFirst: Bool) {
    var byClass: [RealmString: [Int]] = [:]
    for (index, write) in writes.enumerated() {
      byClass[write.address.className, default: []].append(index)
    }
    classes = byClass.keys.sorted().map { name in
      let objects = Self.objects(byClass[name] ?? [], in: writes)
      return ClassGroup(
        name: name,
        objects: lossesFirst
          ? objects.filter(\.hasLoss) + objects.filter { !$0.hasLoss } : objects)
    }
  }

  private static func objects(_ indexes: [Int], in writes: [JudgedWrite]) -> [ObjectGroup] {
    ordered(indexes) { writes[$0].address.object }.map {
      ObjectGroup(key: $0.key, properties: properties($0.indexes, in: writes))
    }
  }

  private static func properties(_ indexes: [Int], in writes: [JudgedWrite]) -> [PropertyGroup] {
    ordered(indexes) { writes[$0].address.property }.map {
      PropertyGroup(name: $0.key, writes: $0.indexes.map { writes[$0] }, indexes: $0.indexes)
    }
  }

  /// Groups in the order in which their keys first occur.
  private static func ordered<Key: Hashable>(
    _ indexes: [Int], by key: (Int) -> Key
  ) -> [(key: Key, indexes: [Int])] {
    var places: [Key: Int] = [:]
    var groups: [(key: Key, indexes: [Int])] = []
    for index in indexes {
      let key = key(index)
      if let place = places[key] {
        groups[place].indexes.append(index)
      } else {
        places[key] = groups.count
        groups.append((key, [index]))
      }
    }
    return groups
  }
}

extension Fate {
  /// The lower, the graver.
  fileprivate var gravity: Int {
    switch self {
    case .lost: 0
    case .conflicted: 1
    case .stranded: 2
    case .unknown: 3
    case .recovered: 4
    case .redundant: 5
    case .superseded: 6
    }
  }

  fileprivate var isLoss: Bool { gravity <= 3 }
}
