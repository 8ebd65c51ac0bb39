internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The writes of a report by class, by object and by property, in the order of a text report.
struct WriteGroups {
  /// A class and what was written to its objects.
  struct ClassGroup {
    var name: RealmString
    /// Those with a loss first, each part in the order of their first write. The schema's writes,
    /// if any, are an object without key.
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

    /// The gravest fate among them, by which a line names the group.
    var fate: Fate {
      writes.map(\.fate).min { $0.gravity < $1.gravity } ?? .unknown
    }
  }

  private(set) var classes: [ClassGroup] = []

  init(_ writes: [JudgedWrite]) {
    var byClass: [RealmString: [JudgedWrite]] = [:]
    for write in writes { byClass[write.address.className, default: []].append(write) }
    classes = byClass.keys.sorted().map {
      ClassGroup(name: $0, objects: Self.objects(byClass[$0] ?? []))
    }
  }

  private static func objects(_ writes: [JudgedWrite]) -> [ObjectGroup] {
    let groups = ordered(writes) { $0.address.object }.map {
      ObjectGroup(key: $0.key, properties: properties($0.writes))
    }
    return groups.filter(\.hasLoss) + groups.filter { !$0.hasLoss }
  }

  private static func properties(_ writes: [JudgedWrite]) -> [PropertyGroup] {
    ordered(writes) { $0.address.property }.map { PropertyGroup(name: $0.key, writes: $0.writes) }
  }

  /// Groups in the order in which their keys first occur.
  private static func ordered<Key: Hashable>(
    _ writes: [JudgedWrite], by key: (JudgedWrite) -> Key
  ) -> [(key: Key, writes: [JudgedWrite])] {
    var indexes: [Key: Int] = [:]
    var groups: [(key: Key, writes: [JudgedWrite])] = []
    for write in writes {
      let key = key(write)
      if let index = indexes[key] {
        groups[index].writes.append(write)
      } else {
        indexes[key] = groups.count
        groups.append((key, [write]))
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
