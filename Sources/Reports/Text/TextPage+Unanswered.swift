internal import Phrasebook
internal import Replayer

extension TextPage {
  /// The sessions of which a trace does not show enough, if there are any.
  mutating func draw(_ unanswered: [UnansweredSession]) {
    guard !unanswered.isEmpty else { return }
    heading(Heading.unanswered)
    for session in unanswered { item(session.reason.words) }
  }
}
