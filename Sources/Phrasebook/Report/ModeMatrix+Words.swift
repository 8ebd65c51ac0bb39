internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ModeMatrix {
  /// Which modes keep most; nil where all keep the same.
  package var keepsMostSentence: String? {
    guard let most = total.first(where: { keepsMost.contains($0.mode) }) else { return nil }
    let names = Phrase.list(keepsMost.map(\.rawValue))
    return "\(names) \(keepsMost.count == 1 ? "keeps" : "keep") most: \(most.kept) of "
      + "\(Phrase.count(most.counted, "write"))."
  }
}
