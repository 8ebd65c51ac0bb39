internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What became of the writes: by class, object and property.
extension ReportSection {
  /// The writes to a class and its objects.
  struct ClassObjects {
    var name: RealmString
    var writeCount: Int
    /// How many objects were written to.
    var objectCount: Int
    var objects: Listed<ObjectWrites>
    /// How many writes those objects have that are left out.
    var restWriteCount: Int

    static func all(in report: Report, _ scope: SectionScope) -> [ClassObjects] {
      WriteGroups(report.writes, lossesFirst: scope.putsLossesFirst).classes.map {
        ClassObjects($0, in: report, scope)
      }
    }

    private init(
      _ group: WriteGroups.ClassGroup, in report: Report, _ scope: SectionScope
    ) {
      let names = ObjectNames(group.objects.compactMap(\.key))
      let shown = group.objects.prefix(scope.objectsMax)
      name = group.name
      writeCount = group.objects.reduce(0) { $0 + $1.writeCount }
      objectCount = group.objects.count { $0.key != nil }
      objects = Listed(
        shown.map { ObjectWrites($0, names: names, in: report, scope) }, of: group.objects.count)
      restWriteCount = writeCount - shown.reduce(0) { $0 + $1.writeCount }
    }
  }

  /// The writes to an object, or to a class itself.
  struct ObjectWrites {
    /// Nil for the class itself.
    var key: PrimaryKeyValue?
    /// Short, and still another one for each object of the class.
    var name: String
    var properties: [PropertyWrites]

    fileprivate init(
      _ group: WriteGroups.ObjectGroup, names: ObjectNames, in report: Report,
      _ scope: SectionScope
    ) {
      key = group.key
      name = group.key.map(names.name(of:)) ?? "(schema)"
      properties = group.properties.map { property in
        PropertyWrites(property, of: group.key.map(names.name(of:)), in: report, scope)
      }
    }
  }

  /// The writes to a property, or to an object or a class as a whole.
  struct PropertyWrites {
    enum Content {
      /// All of them in one line.
      case line(PropertyLine)
      case each([WriteEntry])
    }

    /// The property's, or what stands in its place.
    var name: String
    /// Whether it is a property's.
    var isNamed: Bool
    var content: Content

    fileprivate init(
      _ group: WriteGroups.PropertyGroup, of objectName: String?, in report: Report,
      _ scope: SectionScope
    ) {
      isNamed = group.name != nil
      name = WritePlace(group.writes[0].address, objectName: objectName).propertyName
      content =
        scope.showsEachWrite
        ? .each(group.indexes.map { WriteEntry($0, of: objectName, in: report) })
        : .line(report.line(for: group))
    }
  }
}

extension Report {
  /// The conflicted writes that are shown one by one, as indexes in ``Report/writes``.
  func conflictsShown(in scope: SectionScope) -> Set<Int> {
    guard !scope.showsEachWrite else {
      return Set(writes.indices.filter { writes[$0].fate == .conflicted })
    }
    let groups = WriteGroups(writes, lossesFirst: scope.putsLossesFirst)
    let lines = groups.classes.flatMap { group in
      group.objects.prefix(scope.objectsMax).flatMap(\.properties)
    }.filter { $0.fate == .conflicted }
    // A line shows the last write of its fate.
    return Set(lines.compactMap { $0.indexes.last { writes[$0].fate == .conflicted } })
  }
}
