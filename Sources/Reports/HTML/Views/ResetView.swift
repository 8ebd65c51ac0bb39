internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import Synchronization
internal import TraceFormat

/// What the templates see of one reset, in one mode or several.
struct ResetView {
  let comparison: ModeComparison
  private let id: String
  let pens: [HTMLPen]
  private let sections: [ComparisonSection]

  /// - Parameters:
  ///   - number: The place among the resets of the page, from 1.
  ///   - data: gets what the page's script draws.
  ///   - width: how much of it is worked out at once at most.
  init(
    comparison: ModeComparison, number: Int, documents: HTMLDocuments,
    recordingIn data: borrowing Mutex<HTMLData>, width: Int = 1
  ) {
    let id = "r\(number)"
    let reports = comparison.reports
    let pens = Mutex<[HTMLPen]>([])
    let sections = Mutex<[ComparisonSection]>([])
    // A pen holds all writes of its mode until they are recorded, so while those of one are, no more than one
    // other pen is made.
    for step in 0...reports.count {
      _ = SideBySide.map(count: 2, width: width) { part in
        switch part {
        case 0 where step < reports.count:
          let report = reports[step]
          let pen = HTMLPen(report, id: "\(id)-\(report.mode.optionName)", documents: documents)
          pens.withLock { $0.append(pen) }
        case 1 where step == 0:
          let all = comparison.sections(SectionScope())
          sections.withLock { $0 = all }
        case 1:
          let pen = pens.withLock { $0[step - 1] }
          data.withLock { pen.record(in: &$0) }
          pens.withLock { $0[step - 1].forgetWrites() }
        default: break
        }
      }
    }
    self.comparison = comparison
    self.id = id
    self.pens = pens.withLock { $0 }
    self.sections = sections.withLock { $0 }
  }

  private var first: Report { comparison.reports[0] }

  /// Such as `Client reset of "field-inspections"`.
  var name: String { ReportSection.Question(first).title }

  var view: HTMLView {
    let own: HTMLView = [
      "resetID": id, "isComparison": pens.count > 1, "reports": pens.map(\.view),
      "hasDifferences": false, "hasSeveralClasses": false, "opensOn": opensOn,
      "scriptNote": Phrase.drawnByScript,
    ]
    return sections.reduce(into: own) { $0.merge(draw($1)) { $1 } }
  }

  /// The report that is shown first: in the mode that the app is set to, or else in the one to take.
  private var opensOn: String {
    let asked = [first.session.start?.configuredResetMode].compactMap { $0 }
    let mode = (asked + comparison.recommendation.modes).first { mode in
      comparison.reports.contains { $0.mode == mode }
    }
    return "\(id)-\((mode ?? first.mode).optionName)"
  }

  private func draw(_ section: ComparisonSection) -> HTMLView {
    switch section {
    case .report(.question(let question)):
      ["name": question.title, "request": question.requestSentence]
    case .report(.unsynced(let unsynced)):
      ["unsyncedLead": unsynced.lead, "unsynced": unsynced.sentence]
    case .modeSource(let sentence): ["modeSource": sentence]
    case .matrix(let matrix): draw(matrix)
    case .choice(let choice): draw(choice)
    case .keptByClass(let kept): draw(kept)
    case .differences(let differences): draw(differences)
    // The reports of the modes, which follow, have their own.
    case .report, .next, .failures, .traps: [:]
    }
  }

  /// The page's script finds them by their fates.
  private func draw(_ differences: ComparisonSection.Differences) -> HTMLView {
    [
      "hasDifferences": true,
      "differenceCount": Phrase.count(differences.writeCount, "write"),
    ]
  }
}
