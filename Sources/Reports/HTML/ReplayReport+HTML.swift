public import Analyzer
internal import Phrasebook
internal import Replayer
internal import Synchronization

extension ReplayReport {
  /// The reports as one HTML page (`docs/report.md`, "HTML").
  ///
  /// The page is whole: it loads nothing, and everything in it can be read without scripts. The same
  /// reports give the same bytes.
  ///
  /// - Parameters:
  ///   - documentation: Where the project's `docs` are published, for links to what names
  ///     stand for; ends in a slash. Without it names are no links.
  ///   - width: How many parts of it are made at once at most.
  /// - Complexity: Linear in the number of writes, but for the values they show.
  public func html(documentation: String? = nil, width: Int = 1) -> String {
    let documents = HTMLDocuments(address: documentation)
    let data = Mutex(HTMLData(documents: documents))
    let views = resets.enumerated().map {
      ResetView(
        comparison: $1, number: $0 + 1, documents: documents, recordingIn: data, width: width)
    }
    return HTMLTemplates.page([
      "title": views.count == 1 ? views[0].name : title,
      "trace": Phrase.foreign(Phrase.source(trace), columns: 200, isQuoted: false),
      "policy": HTMLPolicy.text, "style": HTMLStyle.text, "hasScript": true,
      "script": HTMLScript.text,
      "hasNavigation": reports.count > 1, "severalResets": views.count > 1,
      "resets": views.map(\.view), "hasLogged": !loggedPages.isEmpty,
      "logged": loggedPages.map(Self.view),
      "hasUnanswered": !unanswered.isEmpty,
      "unanswered": unanswered.map { HTMLProse.view($0.sentence) },
      "data": data.withLock { $0.scriptText(none: HTMLPen.noValueTexts) },
    ])
  }

  /// What a log tells, for the template of the page.
  private static func view(_ page: LoggedPage) -> HTMLView {
    [
      "headline": HTMLProse.view(page.headline),
      "sentences": page.sentences.map { HTMLProse.view($0) },
      "steps": page.steps.map { HTMLProse.view($0) },
      "hasNotKnown": !page.unknowns.isEmpty,
      "notKnown": page.unknowns.map { HTMLProse.view($0) },
    ]
  }

  /// Of the page about several.
  private var title: String {
    reports.allSatisfy(\.isReset) ? Phrase.resets(resets.count) : Phrase.sessionEnds(resets.count)
  }
}
