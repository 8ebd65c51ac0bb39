internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the templates see of one reset, in one mode or several.
struct ResetView {
  let comparison: ModeComparison
  private let id: String
  let pens: [HTMLPen]

  /// - Parameter number: The place among the resets of the page, from 1.
  init(comparison: ModeComparison, number: Int, documents: HTMLDocuments) {
    let id = "r\(number)"
    self.comparison = comparison
    self.id = id
    pens = comparison.reports.map {
      HTMLPen($0, id: "\(id)-\($0.mode.optionName)", documents: documents)
    }
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
    return comparison.sections(SectionScope()).reduce(into: own) { $0.merge(draw($1)) { $1 } }
  }

  /// Adds what the page's script draws.
  func record(in data: inout HTMLData) {
    for pen in pens { pen.record(in: &data) }
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
