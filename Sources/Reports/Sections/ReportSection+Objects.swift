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
    /// Those with a loss first.
    var objects: Listed<ObjectWrites>
    /// How many writes those objects have that are left out.
    var restWriteCount: Int

    static func all(in report: Report, _ scope: SectionScope) -> [ClassObjects] {
      WriteGroups(report.writes).classes.map { ClassObjects($0, in: report, scope) }
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
    /// Short, and still another one for each object of the class; nil for the class itself.
    var name: String?
    var properties: [PropertyWrites]

    fileprivate init(
      _ group: WriteGroups.ObjectGroup, names: ObjectNames, in report: Report,
      _ scope: SectionScope
    ) {
      name = group.key.map(names.name(of:))
      properties = group.properties.map { property in
        PropertyWrites(
          name: property.name?.shortName ?? (group.key == nil ? "(class)" : "(object)"),
          isNamed: property.name != nil, line: report.line(for: property),
          writes: scope.showsEachWrite ? property.writes.map { WriteEntry($0, in: report) } : [])
      }
    }
  }

  /// The writes to a property, or to an object or a class as a whole.
  struct PropertyWrites {
    /// The property's, or what stands in its place.
    var name: String
    /// Whether it is a property's.
    var isNamed: Bool
    /// All of them in one line.
    var line: PropertyLine
    /// Each of them, where each is shown.
    var writes: [WriteEntry]
  }

  /// A write on its own.
  struct WriteEntry {
    typealias Side = (side: PropertyLine.Side, sighting: Sighting?)

    var fate: Fate
    /// With the path below the property.
    var operation: String
    var clientVersion: UInt64
    /// In UTC; nil where the source has no clock.
    var time: String?
    var rule: RuleIdentifier?
    /// Why, in one sentence without a final period.
    var reason: String
    /// What a defect of the engine did.
    var defect: String?
    /// Who has changed the thing since the last sync, and whose change stands.
    var change: String
    /// What each side has; nothing for what the trace does not show.
    var sides: [Side]
    /// What each side has of the very element; nothing where it can't be followed.
    var elementSides: [Side]?

    fileprivate init(_ write: JudgedWrite, in report: Report) {
      let transaction = report.transactions[write.transactionIndex]
      (fate, operation) = (write.fate, write.operationAtPath)
      clientVersion = transaction.clientVersion
      time = Phrase.when(transaction.timeMicroseconds)
      rule = write.rule
      reason = write.reason.words
      defect = write.defect?.words
      change = write.changeWords
      let seen = write.sightings
      sides = [
        (.lastSync, seen.before), (.device, seen.device), (.server, seen.server),
        (.now, seen.after),
      ]
      elementSides = write.element.map {
        [(.lastSync, $0.before), (.device, $0.device), (.server, $0.server), (.now, $0.after)]
      }
    }

    /// Whether the trace shows what was last synced.
    var isBaseKnown: Bool { sides[0].sighting != nil }
  }
}

extension Report {
  /// The conflicted writes that are shown one by one, as indexes in ``Report/writes``.
  func conflictsShown(in scope: SectionScope) -> Set<Int> {
    let conflicts = writes.indices.filter { writes[$0].fate == .conflicted }
    guard !scope.showsEachWrite else { return Set(conflicts) }
    let lines = WriteGroups(writes).classes.flatMap { group in
      group.objects.prefix(scope.objectsMax).flatMap(\.properties)
    }.filter { $0.fate == .conflicted }
    // A line shows the last write of its fate.
    let shown = Set(lines.compactMap { $0.writes.last { $0.fate == .conflicted }?.position })
    return Set(conflicts.filter { shown.contains(writes[$0].position) })
  }
}

extension JudgedWrite {
  /// What tells the write from all others.
  fileprivate var position: [Int] { [transactionIndex, instructionIndex] }

  /// Who has changed the thing since the last sync, and whose change stands.
  var changeWords: String {
    let change = threeWay.meaning ?? unknownChange
    return ([change] + (winner.map { [$0.meaning] } ?? [])).joined(separator: "; ")
  }

  private var unknownChange: String {
    sightings.before == nil
      ? "the server's earlier value is not in this trace"
      : "who has changed it since the last sync can't be told"
  }
}
