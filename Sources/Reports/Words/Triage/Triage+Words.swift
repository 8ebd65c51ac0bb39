internal import Analyzer
internal import TraceFormat

extension Triage {
  /// What brought it about, with the names and numbers of the message, in one sentence without a final
  /// period.
  package var cause: String { decision.words }

  /// What the server asks for, where the text says that beside an error, in sentences.
  package var actionSentences: String? {
    guard let action, action != decision else { return nil }
    let name = action.captures.first?.value ?? ""
    return "It came with the action `\(name)`. \(action.words)."
  }

  /// What happens to the data now.
  package var dataNow: String {
    deciding.prose.dataNow.filled(with: deciding.layer.captures)
  }

  /// What to do, in order, a sentence each.
  package var nextSteps: [String] {
    let own = TriageProse.of(decision.topic).nextSteps.filter {
      $0 != .explainAction || action == nil
    }
    let others = deciding.prose.topic == decision.topic ? [] : deciding.prose.nextSteps
    return (own.filter { !others.contains($0) } + others).map { $0.filled(with: decision.captures) }
  }

  /// What says what becomes of the data: of most errors, the action that came with them.
  private var deciding: (prose: TriageProse, layer: Layer) {
    let own = TriageProse.of(decision.topic)
    guard let action, own.isDecidedByAction else { return (own, decision) }
    return (TriageProse.of(action.topic), action)
  }
}

extension Triage.Layer {
  /// What the message says, in one sentence without a final period.
  package var words: String { TriageProse.of(topic).cause.filled(with: captures) }
}
