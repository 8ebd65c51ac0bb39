internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// A part of what is said of one reset in several modes, before any form is given to it.
enum ComparisonSection {
  /// What is the same for a report of one mode.
  case report(ReportSection)
  /// Where the modes come from, in one sentence.
  case modeSource(String)
  /// Which mode to take, and at what price.
  case choice(Choice)
  /// What happens next, mode by mode.
  case next([Next])
  case matrix(Matrix)
  case failures([Failure])
  /// What is kept of each class.
  case keptByClass(Kept)
  /// The writes whose fate depends on the mode.
  case differences(Differences)
  /// The traps, and the modes that ran into them.
  case traps([Finding])

  /// What each mode keeps and costs, a column a mode.
  struct Matrix {
    var modes: [ResetMode]
    var results: [ResetEnding]
    /// What the app is told; nil where it is told nothing.
    var didRecover: [Bool?]
    /// Those that any write has in any mode.
    var fates: [(fate: Fate, counts: [Int])]
    /// Of how many places each is; only what there is.
    var harm: [(name: String, counts: [Int])]
    /// At how many places defects of the engine show.
    var defects: [Int]
  }

  struct Failure {
    var mode: ResetMode
    /// The engine's message.
    var message: String
  }

  /// What is kept of each class.
  struct Kept {
    struct ClassLine {
      var name: String
      /// How many writes count.
      var counted: Int
      var kept: [Int]
    }

    var modes: [ResetMode]
    var classes: [ClassLine]
  }

  struct Differences {
    /// A write, or, where there are many, all to a property that have the same fates.
    struct Row {
      /// Such as `Person 7 notes[3]`, or the class and the property.
      var place: String
      /// What the write did, or how many there are.
      var what: String
      /// One for each mode.
      var fates: [Fate]
    }

    var modes: [ResetMode]
    var writeCount: Int
    var rows: Listed<Row>
  }

  /// A sentence without a final period, and the modes in which it is so.
  struct Finding {
    var text: String
    var modes: [ResetMode]
    /// What else is to be said of it, as a sentence of its own.
    var note: String?
  }
}

extension ModeComparison {
  /// What the comparison says: what was asked, then the modes side by side, then where they differ.
  func sections(_ scope: SectionScope) -> [ComparisonSection] {
    let (first, matrix) = (reports[0], matrix)
    let horizons = reports.compactMap(\.horizon)
    let faults = faultStories.map { ReportSection.Fault(story: $0.story, modes: $0.modes) }
    let gaps = first.gaps.map(ReportSection.GapNote.init)
    let sections: [ComparisonSection?] = [
      .report(.question(ReportSection.Question(first))),
      first.modeSourceSentence.map(ComparisonSection.modeSource),
      .choice(ComparisonSection.Choice(self, matrix, scope)), .next(next),
      .report(.unsynced(ReportSection.Unsynced(first))),
      faults.isEmpty ? nil : .report(.faults(faults)),
      .matrix(modeMatrix), failures.isEmpty ? nil : .failures(failures), keptByClass(matrix),
      differences(scope), traps,
      ReportSection.Incoming(reports, scope).map { .report(.incoming($0)) },
      horizons.isEmpty ? nil : .report(.horizon(horizons)),
      gaps.isEmpty ? nil : .report(.gaps(gaps)),
    ]
    return sections.compactMap { $0 }
  }

  private var modeMatrix: ComparisonSection.Matrix {
    let fates = Fate.allCases.map { fate in (fate, reports.map { $0.ownCount(of: fate) }) }
    let counts = reports.map(\.harm.counts)
    let harm = HarmCounts.Column.allCases.map { column in (column.title, counts.map { $0[column] })
    }
    return ComparisonSection.Matrix(
      modes: reports.map(\.mode), results: reports.map(\.result),
      didRecover: reports.map(\.didRecover),
      fates: fates.filter { $0.1.contains { $0 > 0 } },
      harm: harm.filter { $0.1.contains { $0 > 0 } },
      defects: reports.map(\.defects.count))
  }

  private var failures: [ComparisonSection.Failure] {
    reports.compactMap { report in
      report.failure.map { ComparisonSection.Failure(mode: report.mode, message: $0.message) }
    }
  }

  /// Nil where there is one class, whose numbers are the total.
  private func keptByClass(_ matrix: ModeMatrix) -> ComparisonSection? {
    let classes = matrix.classes.map { line in
      ComparisonSection.Kept.ClassLine(
        name: line.name.shortName, counted: line.columns[0].counted,
        kept: line.columns.map(\.kept))
    }
    guard classes.count > 1 else { return nil }
    return .keptByClass(ComparisonSection.Kept(modes: reports.map(\.mode), classes: classes))
  }

  // MARK: Where the modes differ

  private func differences(_ scope: SectionScope) -> ComparisonSection? {
    // What Realm recorded for a deletion ends as the deletion does, or is told with the object.
    let differing = differingWrites.filter { reports[0].writes[$0].impliedBy == nil }
    guard !differing.isEmpty else { return nil }
    let rows =
      differing.count > scope.differencesMax
      ? Listed(kinds(of: differing), max: scope.differencesMax)
      : Listed(each(of: differing, scope), of: differing.count)
    return .differences(
      ComparisonSection.Differences(
        modes: reports.map(\.mode), writeCount: differing.count, rows: rows))
  }

  private func each(
    of differing: [Int], _ scope: SectionScope
  ) -> [ComparisonSection.Differences.Row] {
    let names = objectNames
    return differing.map { index in
      let write = reports[0].writes[index]
      return ComparisonSection.Differences.Row(
        place: place(at: write.address, names).text,
        what: write.operation.words(valueColumns: scope.valueColumns),
        fates: reports.map(\.writes[index].fate))
    }
  }

  /// Those to a property, or to objects as wholes, that have the same fates, one row each, those with
  /// most writes first.
  private func kinds(of differing: [Int]) -> [ComparisonSection.Differences.Row] {
    struct Kind: Hashable {
      var place: Address
      var fates: [Fate]
    }
    var order: [Kind] = []
    var writes: [Kind: [Int]] = [:]
    for index in differing {
      let kind = Kind(
        place: Address(
          className: reports[0].writes[index].address.className,
          property: reports[0].writes[index].address.property),
        fates: reports.indices.map { reports[$0].writes[index].fate })
      if writes[kind] == nil { order.append(kind) }
      writes[kind, default: []].append(index)
    }
    let sorted = order.enumerated().sorted { a, b in
      let counts = (writes[a.element]?.count ?? 0, writes[b.element]?.count ?? 0)
      return counts.0 == counts.1 ? a.offset < b.offset : counts.0 > counts.1
    }
    return sorted.map { _, kind in
      let indexes = writes[kind] ?? []
      let objects = Set(indexes.compactMap { reports[0].writes[$0].address.object })
      return ComparisonSection.Differences.Row(
        place: kind.place.text,
        what: Phrase.extent(writes: indexes.count, objects: objects.count), fates: kind.fates)
    }
  }

  /// Names for the objects of each class, short and still different.
  private var objectNames: [RealmString: ObjectNames] {
    var keys: [RealmString: Set<PrimaryKeyValue>] = [:]
    for write in reports[0].writes {
      guard let key = write.address.object else { continue }
      keys[write.address.className, default: []].insert(key)
    }
    return keys.mapValues { ObjectNames(Array($0)) }
  }

  private func place(at address: Address, _ names: [RealmString: ObjectNames]) -> WritePlace {
    WritePlace(
      address,
      objectName: address.object.map { names[address.className]?.name(of: $0) ?? $0.shortText })
  }

  private var traps: ComparisonSection? {
    var helps: [TextBytes: String] = [:]
    let traps = byModes { report in
      report.trapGroups.map { trap, sightings in
        let words = trap.words(placeCount: sightings.count)
        helps[TextBytes(words)] = trap.helpSentence
        return words
      }
    }.map { finding in
      var finding = finding
      finding.note = helps[TextBytes(finding.text)]
      return finding
    }
    return traps.isEmpty ? nil : .traps(traps)
  }

  /// What reports say, each sentence once in the order in which it first comes, with the modes of
  /// those that say it.
  private func byModes(_ texts: (Report) -> [String]) -> [ComparisonSection.Finding] {
    var order: [TextBytes] = []
    var modes: [TextBytes: [ResetMode]] = [:]
    for report in reports {
      for text in texts(report).map({ TextBytes($0) }) {
        if modes[text] == nil { order.append(text) }
        if modes[text]?.last != report.mode { modes[text, default: []].append(report.mode) }
      }
    }
    return order.map { ComparisonSection.Finding(text: $0.text, modes: modes[$0] ?? []) }
  }
}
