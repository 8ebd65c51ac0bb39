internal import Analyzer
internal import TraceFormat

extension Triage {
  /// What brought it about, with the names and numbers of the message, in one sentence without a final
  /// period.
  package var cause: String { decision.words }

  /// What happens to the data now.
  package var dataNow: String {
    TriageProse.of(decision.topic).dataNow.filled(with: decision.captures)
  }

  /// What to do, in order, a sentence each.
  package var nextSteps: [String] {
    TriageProse.of(decision.topic).nextSteps.map { $0.filled(with: decision.captures) }
  }
}

extension Triage.Layer {
  /// What the message says, in one sentence without a final period.
  package var words: String { TriageProse.of(topic).cause.filled(with: captures) }
}
