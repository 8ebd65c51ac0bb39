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
    /// Of many objects the lines that are alike, one for all of them.
    var alike: [AlikeLine]
    /// The objects with lines that stand alone.
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
      name = group.name
      writeCount = group.objects.reduce(0) { $0 + $1.writeCount }
      objectCount = group.objects.count { $0.key != nil }
      let (folded, alone) = group.folded(in: scope)
      alike = folded.map { AlikeLine($0, names: names, in: report, scope) }
      let shown = alone.prefix(scope.objectsMax)
      objects = Listed(
        shown.map { ObjectWrites($0, names: names, in: report, scope) }, of: alone.count)
      restWriteCount = alone.dropFirst(shown.count).reduce(0) { $0 + $1.writeCount }
    }
  }

  /// What is the same for many objects: one line for all of them, with one as an example.
  struct AlikeLine {
    /// The property's, or what stands in its place.
    var name: String
    var isNamed: Bool
    var fate: Fate
    /// How many writes have the fate, to how many objects, such as `28 writes to 11 objects`.
    var extent: String
    /// Why, in words without a final period; nil where all is well.
    var reason: String?
    /// What of the first object is shown, and its name.
    var exampleName: String
    var example: PropertyLine

    fileprivate init(
      _ line: WriteGroups.AlikeLine, names: ObjectNames, in report: Report,
      _ scope: SectionScope
    ) {
      let first = line.parts[0]
      let objectName = first.key.map(names.name(of:))
      isNamed = first.properties[0].name != nil
      name =
        WritePlace(
          first.properties[0].first.address, objectName: objectName
        ).propertyName
      fate = line.fate
      extent = Phrase.extent(
        writes: line.writeCount, objects: line.parts.count { $0.key != nil })
      reason = line.cause?.meaning
      exampleName = objectName ?? "(schema)"
      example = report.line(for: first.properties[0], valueColumns: scope.valueColumns)
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
      name = WritePlace(group.first.address, objectName: objectName).propertyName
      content =
        scope.showsEachWrite
        ? .each(
          group.indexes.map {
            WriteEntry($0, of: objectName, in: report, valueColumns: scope.valueColumns)
          })
        : .line(report.line(for: group, valueColumns: scope.valueColumns))
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
      group.folded(in: scope).alone.prefix(scope.objectsMax).flatMap(\.properties)
    }.filter { $0.fate == .conflicted }
    // A line shows the last write of its fate.
    return Set(lines.compactMap { $0.indexes.last { writes[$0].fate == .conflicted } })
  }
}
