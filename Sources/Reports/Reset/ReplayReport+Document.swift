public import Analyzer
internal import Replayer
internal import TraceFormat

extension ReplayReport {
  /// The report for people, a page a reset, worst first, with a line across between two of them.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    let line = String(repeating: "-", count: options.columns)
    return documents(options).map { $0.text(options) }.joined(separator: "\n\(line)\n\n")
  }

  /// The report in GitHub-flavoured Markdown, for an issue or a pull request
  /// (`docs/report.md`, "Markdown"): at most 65,536 characters, and it says what is left out.
  public var markdown: String {
    var text = ""
    let documents = documents(ReportTextOptions())
    for (index, document) in documents.enumerated() {
      let left = MarkdownPage.sizeMax - text.utf16.count - Self.noteSizeMax
      let page = document.markdown(within: max(left / (documents.count - index), Self.pageSizeMin))
      guard page.utf16.count <= left else {
        return text + "\n*\(Phrase.noRoom(for: documents.count - index, "page"))*\n"
      }
      text += (text.isEmpty ? "" : "\n---\n\n") + page
    }
    return text
  }

  /// What a page is given at least; that several may not fit is said.
  private static let pageSizeMin = 8_000
  private static let noteSizeMax = 200

  private func documents(_ options: ReportTextOptions) -> [Document] {
    pages.map { page in
      switch page {
      case .document(let document): document
      case .reset(let reset): ResetDocument.whole(reset, options)
      }
    }
  }

  /// All pages: first what lost most, then what is not known, resets that cost nothing, and sessions that only
  /// ended; alike ones as in the trace.
  var pages: [ReportPage] { pagesByCosts.map(\.page) }

  /// What the first page costs, as numbers to be compared one after the other.
  package var costs: [Int] { pagesByCosts.first?.costs ?? [] }

  private var pagesByCosts: [(costs: [Int], page: ReportPage)] {
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
    }.map(\.element)
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

extension Report {
  /// The report for people.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    ModeComparison([self]).text(options)
  }
}

extension ModeComparison {
  /// The modes side by side, for people.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    ResetDocument.whole(self, options).text(options)
  }

  /// The most that a mode costs, with each outcome by its gravity behind.
  fileprivate var costs: [Int] {
    let isEvent = reports[0].subject != .unsynced || !reports[0].error.isAbsent
    return reports.map { report in
      let counts = Change.Outcome.byGravity.map(report.changeCount)
      let isUnknown = isEvent && (!report.hiddenWrites.isEmpty || report.changeCount(.notKnown) > 0)
      return [report.lossCount + report.unmeantPlaces.count, isUnknown ? 1 : 0, isEvent ? 1 : 0]
        + counts
    }.max { $0.lexicographicallyPrecedes($1) } ?? []
  }
}

extension LoggedPage {
  package var shortText: String {
    var document = Document(title: headline)
    document.paragraph(headline, indent: 0)
    if !file.isEmpty { document.copied(file, behind: "File") }
    document.items(details)
    if let step = steps.first { document.paragraph(step) }
    return document.text()
  }

  var document: Document {
    var document = Document(title: headline)
    document.heading(Heading.logged)
    document.paragraph(headline)
    if !file.isEmpty { document.copied(file, behind: "File") }
    document.items(details)
    document.heading(Heading.steps)
    document.items(steps)
    document.list(unknowns, under: Heading.notInLog)
    return document
  }
}

enum ReportPage {
  /// What a log shows, or which sessions have no answer.
  case document(Document)
  /// A reset, or the end of a session without one.
  case reset(ModeComparison)

  var reset: ModeComparison? { if case .reset(let reset) = self { reset } else { nil } }
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
