internal import Analyzer
internal import Phrasebook
internal import Replayer
internal import TraceFormat

/// What the app lives through, what is to be done, and what the server has changed.
extension HTMLPen {
  private static let changeColumns = 400

  func draw(_ story: ReportSection.Story) -> HTMLView {
    [
      "story": [
        "heading": story.heading,
        "attempts": story.attempts.map { attempt -> HTMLView in
          ["title": attempt.title.orNothing, "events": attempt.events.map(view)]
        }, "precedence": story.precedence.map(HTMLProse.view).orNothing,
      ] as HTMLView
    ]
  }

  private func view(_ event: ReportSection.Story.Event) -> HTMLView {
    var sentence = event.sentence
    sentence.ending += event.writes.map { " \($0)" } ?? ""
    return HTMLProse.view(sentence)
  }

  /// What a failure's message calls for stands with that message.
  func draw(_ steps: ReportSection.Steps) -> HTMLView {
    let advice = steps.advice.filter { !steps.ofFailure.contains($0) }
    return ["hasAdvice": !advice.isEmpty, "advice": advice.map(HTMLProse.view)]
  }

  func draw(_ incoming: ReportSection.Incoming) -> HTMLView {
    [
      "hasIncoming": true, "incomingSentence": incoming.sentence,
      "incoming": incoming.groups.map { group -> HTMLView in
        [
          "isSmall": group.isSmall, "address": group.address.text,
          "words": group.kind.words(group.rows.count),
          "rows": group.rows.entries.map { row -> HTMLView in
            ["place": row.address.text, "text": row.text(columns: Self.changeColumns)]
          },
          "rest": group.rows.restCount > 0
            ? Phrase.rest(group.rows.restCount, "change") : false,
        ]
      },
    ]
  }
}
