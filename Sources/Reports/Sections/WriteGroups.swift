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
    var writeCount: Int { properties.reduce(0) { $0 + $1.indexes.count } }
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

  /// Groups of writes to one property each, of many objects, with one fate for one cause.
  struct AlikeLine {
    var fate: Fate
    var cause: Cause?
    /// Each with the one property that the line is about.
    var parts: [ObjectGroup]

    /// How many writes have the fate.
    var writeCount: Int {
      parts.reduce(0) { count, part in
        count + part.properties.reduce(0) { $0 + $1.writes.count { $0.fate == fate } }
      }
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

extension WriteGroups.ClassGroup {
  private struct Line: Hashable {
    var property: RealmString?
    var isObject: Bool
    var fate: Fate
    var cause: Cause?
  }

  /// So many lines that are alike are one.
  private static let alikeMin = 4

  /// The lines that many objects have alike, the gravest first, and the objects with what is left.
  /// None are alike where there are few objects.
  func folded(
    in scope: SectionScope
  ) -> (alike: [WriteGroups.AlikeLine], alone: [WriteGroups.ObjectGroup]) {
    guard objects.count > scope.foldsAbove else { return ([], objects) }
    var order: [Line] = []
    var parts: [Line: [WriteGroups.ObjectGroup]] = [:]
    for object in objects {
      for property in object.properties {
        let line = Self.line(property, of: object)
        if parts[line] == nil { order.append(line) }
        parts[line, default: []].append(
          WriteGroups.ObjectGroup(key: object.key, properties: [property]))
      }
    }
    let isAlike = parts.mapValues { $0.count >= Self.alikeMin }
    let alike = order.filter { isAlike[$0] == true }.enumerated().sorted { a, b in
      (a.element.fate.gravity, a.offset) < (b.element.fate.gravity, b.offset)
    }
    let alone = objects.compactMap { object -> WriteGroups.ObjectGroup? in
      let left = object.properties.filter { isAlike[Self.line($0, of: object)] != true }
      return left.isEmpty ? nil : WriteGroups.ObjectGroup(key: object.key, properties: left)
    }
    return (
      alike.map { _, line in
        WriteGroups.AlikeLine(fate: line.fate, cause: line.cause, parts: parts[line] ?? [])
      }, alone
    )
  }

  private static func line(
    _ property: WriteGroups.PropertyGroup, of object: WriteGroups.ObjectGroup
  ) -> Line {
    let fate = property.fate
    let cause = property.writes.last { $0.fate == fate }?.cause
    return Line(
      property: property.name, isObject: object.key != nil, fate: fate, cause: cause)
  }
}

extension Fate {
  /// The lower, the graver.
  var gravity: Int {
    switch self {
    case .lost: 0
    case .conflicted: 1
    case .stranded: 2
    case .unknown: 3
    case .pending: 4
    case .recovered: 5
    case .redundant: 6
    case .superseded: 7
    }
  }

  fileprivate var isLoss: Bool { gravity <= 3 }
}
