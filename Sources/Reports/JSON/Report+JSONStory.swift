internal import Analyzer
internal import TraceFormat

// What the app lives through, and what is to be done.
extension Report {
  /// Follows from the other facts, and is not read back.
  var storyJSON: JSONText {
    .members([
      "attempts": .array(
        story.attempts.map { attempt in
          .members([
            "attempt": .integer(attempt.number), "text": .string(attempt.title),
            "events": .array(
              attempt.events.map { event in
                .members([
                  "text": .string(event.sentence.text { "\"\($0)\"" }),
                  "fact": JSONText(fact: event),
                ])
              }),
          ])
        }),
      "handlers": .members([
        "text": story.precedence.sentence.map(JSONText.string),
        "fact": JSONText(fact: story.precedence),
      ]),
    ])
  }

  /// Follows from the other facts, and is not read back.
  var stepsJSON: JSONText {
    .array(
      advice.map { advice in
        .members(["text": .string(sentence(advice)), "fact": JSONText(fact: advice)])
      })
  }
}
