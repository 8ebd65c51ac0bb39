internal import Analyzer
internal import Replayer
internal import TraceFormat

enum ReportPage {
  /// What a log shows, or which sessions have no answer.
  case document(Document)
  /// A reset, or the end of a session without one.
  case reset(ModeComparison)

  var reset: ModeComparison? { if case .reset(let reset) = self { reset } else { nil } }
}

extension ReplayReport {
  /// All pages: first what lost most, then what is not known, resets that cost nothing, and sessions that only
  /// ended; alike ones as in the trace.
  var pages: [ReportPage] {
    var pages = zip(logged, loggedPages).map { reset, page in
      (costs: reset.facts.outcome.costs, page: ReportPage.document(page.document))
    }
    if let sessions = loggedSessions {
      pages.append((sessions.errors.isEmpty ? [] : [0, 1], .document(sessions.page.document)))
    }
    pages += resets.map { ($0.costs, .reset($0)) }
    pages += unansweredDocument.map { ([0, 1], .document($0)) }
    return pages.enumerated().sorted { first, second in
      first.element.costs == second.element.costs
        ? first.offset < second.offset
        : second.element.costs.lexicographicallyPrecedes(first.element.costs)
    }.map(\.element.page)
  }

  /// The sessions without an answer, if there are any; those whose server asked for a reset first.
  private var unansweredDocument: [Document] {
    guard !unanswered.isEmpty else { return [] }
    var document = Document(title: Heading.unanswered)
    let ordered = unanswered.filter(\.asksForReset) + unanswered.filter { !$0.asksForReset }
    document.list(ordered.map(\.sentence), under: Heading.unanswered)
    return [document]
  }
}

// What orders pages: how much is lost, whether something is not known, whether something happened at all.
extension LoggedReset.Outcome {
  fileprivate var costs: [Int] {
    switch role {
    case .bad: [1]
    case .good: [0, 0, 1]
    default: [0, 1]
    }
  }
}

extension ModeComparison {
  /// The most that a mode costs, with each outcome by its gravity behind.
  fileprivate var costs: [Int] {
    let isEvent = reports[0].subject != .unsynced || !reports[0].error.isAbsent
    return reports.map { report in
      let counts = Change.Outcome.byGravity.map(report.changeCount)
      let isUnknown = isEvent && (!report.hiddenWrites.isEmpty || report.changeCount(.notKnown) > 0)
      let lost = report.changeCount(.lost) + report.changeCount(.serversKept)
      return [lost + report.unmeantPlaces.count, isUnknown ? 1 : 0, isEvent ? 1 : 0] + counts
    }.max { $0.lexicographicallyPrecedes($1) } ?? []
  }
}
