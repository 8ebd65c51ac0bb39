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
  case matrix(Matrix)
  case failures([Failure])
  case verdict(Verdict)
  /// The writes whose fate depends on the mode.
  case differences(Differences)
  /// The places of the server's data that were overwritten, and in which modes.
  case collateral(Listed<Finding>)
  /// The traps, and the modes that ran into them.
  case traps([Finding])

  /// What each mode keeps and costs, a column a mode.
  struct Matrix {
    enum Harm: String {
      case collateral
      case overwritten
      case defects
    }

    var modes: [ResetMode]
    var results: [ResetEnding]
    /// What the app is told; nil where it is told nothing.
    var didRecover: [Bool?]
    /// Those that any write has in any mode.
    var fates: [(fate: Fate, counts: [Int])]
    /// Of how many places each is; only what there is.
    var harm: [(harm: Harm, counts: [Int])]
  }

  struct Failure {
    var mode: ResetMode
    /// The engine's message.
    var message: String
  }

  /// What is kept of each class, and what that comes to.
  struct Verdict {
    struct ClassLine {
      var name: String
      /// How many writes count.
      var counted: Int
      var kept: [Int]
    }

    var modes: [ResetMode]
    var classes: [ClassLine]
    /// Which modes keep most, in one sentence; nil where all keep the same.
    var keepsMost: String?
    var recommendation: String
  }

  struct Differences {
    struct Write {
      /// The index in ``Report/writes``.
      var index: Int
      var place: WritePlace
      /// One for each mode.
      var fates: [Fate]
    }

    var modes: [ResetMode]
    var writes: Listed<Write>
  }

  /// A sentence without a final period, and the modes in which it is so.
  struct Finding {
    var text: String
    var modes: [ResetMode]
  }
}

extension ModeComparison {
  /// What the comparison says: what was asked, then the modes side by side, then where they differ.
  func sections(_ scope: SectionScope) -> [ComparisonSection] {
    let first = reports[0]
    let horizons = reports.compactMap(\.horizon)
    let faults = faultStories.map { ReportSection.Fault(story: $0.story, modes: $0.modes) }
    let gaps = first.gaps.map(ReportSection.GapNote.init)
    let sections: [ComparisonSection?] = [
      .report(.question(ReportSection.Question(first))),
      first.modeSourceSentence.map(ComparisonSection.modeSource),
      .report(.unsynced(first.unsyncedSentence)),
      faults.isEmpty ? nil : .report(.faults(faults)),
      .matrix(modeMatrix), failures.isEmpty ? nil : .failures(failures), .verdict(verdict),
      differences(scope), collateral(scope), traps,
      horizons.isEmpty ? nil : .report(.horizon(horizons)),
      gaps.isEmpty ? nil : .report(.gaps(gaps)),
    ]
    return sections.compactMap { $0 }
  }

  private var modeMatrix: ComparisonSection.Matrix {
    let fates = Fate.allCases.map { fate in (fate, reports.map { $0.count(of: fate) }) }
    let harm: [(ComparisonSection.Matrix.Harm, [Int])] = [
      (.collateral, reports.map(\.collateral.count)),
      (.overwritten, matrix.total.map(\.overwritten)),
      (.defects, reports.map(\.defects.count)),
    ]
    return ComparisonSection.Matrix(
      modes: reports.map(\.mode), results: reports.map(\.result),
      didRecover: reports.map(\.didRecover),
      fates: fates.filter { $0.1.contains { $0 > 0 } },
      harm: harm.filter { $0.1.contains { $0 > 0 } })
  }

  private var failures: [ComparisonSection.Failure] {
    reports.compactMap { report in
      report.failure.map { ComparisonSection.Failure(mode: report.mode, message: $0.message) }
    }
  }

  private var verdict: ComparisonSection.Verdict {
    let matrix = matrix
    return ComparisonSection.Verdict(
      modes: reports.map(\.mode),
      classes: matrix.classes.map { line in
        ComparisonSection.Verdict.ClassLine(
          name: line.name.shortName, counted: line.columns[0].counted,
          kept: line.columns.map(\.kept))
      }, keepsMost: matrix.keepsMostSentence, recommendation: recommendation.sentence)
  }
}

// Where the modes differ, and what they do to the server's data.
extension ModeComparison {
  private func differences(_ scope: SectionScope) -> ComparisonSection? {
    let differing = differingWrites
    guard !differing.isEmpty else { return nil }
    let names = objectNames
    let shown = differing.prefix(scope.differencesMax).map { index in
      ComparisonSection.Differences.Write(
        index: index, place: place(at: reports[0].writes[index].address, names),
        fates: reports.map(\.writes[index].fate))
    }
    return .differences(
      ComparisonSection.Differences(
        modes: reports.map(\.mode), writes: Listed(shown, of: differing.count)))
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

  private func collateral(_ scope: SectionScope) -> ComparisonSection? {
    let places = byModes { report in
      report.collateral.map { "\($0.address.text): \($0.sentence)" }
    }
    return places.isEmpty ? nil : .collateral(Listed(places, max: scope.collateralMax))
  }

  private var traps: ComparisonSection? {
    let traps = byModes { report in
      report.trapGroups.map { trap, sightings in
        trap.words(placeCount: sightings.count)
      }
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
