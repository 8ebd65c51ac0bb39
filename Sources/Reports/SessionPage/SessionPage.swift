public import Analyzer
internal import RealmModel
public import Replayer
public import TraceFormat

/// A session to look at: one page with what happened, the data at each point, and what became of each write
/// in each reset mode (`docs/view.md`).
///
/// ```swift
/// var page = SessionPage()
/// let replay = try Replay(reading: reader) { page.observe($0) }
/// let html = page.html(of: replay, trace: "session.synctrace")
/// ```
public struct SessionPage: Sendable {
  /// Which part of a trace is shown.
  public struct Extent: Sendable {
    /// The records, by their numbers.
    public var sequences: ClosedRange<UInt64>
    /// The times of records, in microseconds since 1970.
    public var times: ClosedRange<Int64>
    /// The classes whose objects are shown; all if nil.
    public var classes: Set<RealmString>?

    /// A part of a trace; without arguments all of it.
    public init(
      sequences: ClosedRange<UInt64> = 0 ... .max,
      times: ClosedRange<Int64> = .min ... .max, classes: Set<RealmString>? = nil
    ) {
      (self.sequences, self.times, self.classes) = (sequences, times, classes)
    }

    func contains(_ event: Event) -> Bool {
      sequences.contains(event.sequence) && times.contains(event.timeMicroseconds)
    }
  }

  private let extent: Extent
  private let isRedacted: Bool
  private var events = PageEvents()

  /// A page that has seen no event yet.
  ///
  /// - Parameters:
  ///   - extent: which part of the trace is shown.
  ///   - isRedacted: whether what it gets has pseudonyms instead of what users wrote; the page says so.
  public init(_ extent: Extent = Extent(), isRedacted: Bool = false) {
    (self.extent, self.isRedacted) = (extent, isRedacted)
  }

  /// Whether no event so far is in the part that is shown.
  public var isEmpty: Bool { events.rows.isEmpty }

  /// Takes the next event of the trace.
  public mutating func observe(_ event: Event) { events.observe(event, in: extent) }

  /// The page of a trace whose events it has seen. The same events give the same bytes.
  ///
  /// - Parameters:
  ///   - replay: of the same events.
  ///   - width: how many modes are replayed at once at most.
  ///   - trace: its path, as the page shows it.
  ///   - live: of a session that is still being recorded, what its server says as long as there is no more than
  ///     the page shows; nil of one that is whole.
  ///   - progress: is called with what is begun, from several threads where there is a width.
  public func html(
    of replay: Replay, width: Int = 1, trace: String, live: String? = nil,
    progress: @Sendable (AnalysisStep) -> Void = { _ in }
  ) -> String {
    // Without anything that could be answered the page still has what happened.
    let found = (try? replay.resetsAndEnds { _ in ResetMode.inOrder }) ?? SessionAnswers()
    let report = ReplayReport(
      analyzing: found, of: trace, in: ResetMode.inOrder, options: AnalysisOptions(width: width),
      logged: replay.loggedResets, loggedSessions: replay.loggedSessions(), progress: progress)
    let resets = zip(found.all, report.resets).filter { events.isShown($0.0.sequence) }
    let content = PageContent(of: replay, events, extent, resets)
    return HTMLWriter.page(
      title: content.title, source: PageWords.source("view", of: name(of: report)),
      assets: live == nil ? .session : .liveSession
    ) { page in
      var notes = [SessionWords.extent(events: events.rows.count, files: content.fileCount)]
      if events.isPart || extent.classes != nil { notes.append(SessionWords.part) }
      if isRedacted { notes.append(SessionWords.redacted) }
      page.drawSession(title: content.title, notes: notes, live: live)
      page.drawReports(on: resets.map(\.1), in: report)
      page.element("script", ["type": "application/json", "id": "data"]) { script in
        script.constant(content.scriptText)
      }
    }
  }

  /// A name may say whose trace it is.
  private func name(of report: ReplayReport) -> String {
    isRedacted ? "" : Phrase.source(report.trace).escaped(columns: 200)
  }

  /// The classes that any state of a trace has.
  public static func classNames(in replay: Replay) -> Set<RealmString> {
    replay.tracedFiles().compactMap { try? $0.timeline.get() }.reduce(into: []) { names, timeline in
      for state in timeline.points.flatMap({ [$0.client, $0.server] }).compactMap(\.self) {
        names.formUnion(state.classes.map(\.name))
      }
    }
  }

  /// A page that says why a session that is being recorded is not drawn, and what to do.
  public static func html(saying sentences: [String]) -> String {
    var document = Document(title: SessionWords.recorded)
    for sentence in sentences { document.paragraph(sentence) }
    return document.html(source: PageWords.source("record"))
  }
}

extension HTMLWriter {
  /// The parts of the page that its script fills, under the title.
  ///
  /// - Parameters:
  ///   - notes: what the page has, and what it leaves out.
  ///   - live: what its server says as long as there is no more; nil of a page without one.
  mutating func drawSession(title: String, notes: [String], live: String?) {
    element("h1", [:], title)
    element("p", ["class": "faint"], notes.joined(separator: ". "))
    newLine()
    if let live { drawLive(live) }
    constant(String(decoding: PackageResources.view_html, as: UTF8.self))
  }

  private mutating func drawLive(_ state: String) {
    element("p", ["id": "live", "class": "live", "role": "status", "data-state": state]) { live in
      live.element("span", [:], SessionWords.live)
      for (name, words) in [("more", SessionWords.liveMore), ("over", SessionWords.liveOver)] {
        live.text(" ")
        live.element("span", ["data-live": name, "hidden": ""], words)
      }
      live.text(" ")
      live.element("button", ["type": "button", "hidden": ""], SessionWords.liveReload)
    }
    newLine()
  }

  /// What the report says of each reset, and in each mode; and its pages on what is not a reset.
  ///
  /// - Parameter resets: in the order of the data's.
  mutating func drawReports(on resets: [ModeComparison], in report: ReplayReport) {
    element("section", ["aria-labelledby": "report-title"]) { section in
      section.element("h2", ["id": "report-title"], SessionWords.report)
      section.element("div", ["id": "steps", "hidden": ""])
      section.element("div", ["id": "report"]) { parts in
        for (number, comparison) in resets.enumerated() { parts.draw(comparison, "\(number)") }
      }
      for case .document(let document) in report.pages { section.draw(document.blocks, below: 1) }
    }
  }

  private mutating func draw(_ comparison: ModeComparison, _ number: String) {
    element("article", ["data-reset": number]) { article in
      article.draw(ResetDocument.head(comparison).blocks, below: 1)
    }
    guard comparison.reports.count > 1 else { return }
    for report in comparison.reports {
      let name = report.mode.optionName
      element("article", ["data-reset": number, "data-mode": name]) { article in
        article.element("h2", [:], "Mode \(name)")
        article.draw(ResetDocument.details(of: report, in: comparison).blocks, below: 1)
      }
    }
    newLine()
  }
}
