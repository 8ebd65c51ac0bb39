internal import Phrasebook
internal import Replayer
internal import TraceFormat

extension JSONText {
  /// The sessions of which a trace does not show enough; nil for none.
  init?(unanswered: [UnansweredSession]) {
    guard !unanswered.isEmpty else { return nil }
    self = .array(
      unanswered.map {
        .members([
          "session": .integer(Int($0.session)), "text": .string($0.reason.words),
          "fact": JSONText(fact: $0.reason),
        ])
      })
  }
}
