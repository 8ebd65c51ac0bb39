internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Horizon.Loss {
  /// Why the writes were lost, in one phrase.
  package var reasonWords: String {
    switch reason {
    case .discarded: return "unsynced changes are discarded"
    case .resetFails(let failure):
      return failure.map { "the reset fails: \($0.rawValue)" }
        ?? "Realm Core would not survive the reset"
    case .each(let reasons):
      // Long values can look alike once they are shortened, and then it is one thing that is said.
      let words = Set(reasons.map(\.words))
      if words.count == 1, let only = words.first { return only }
      return rule.map { "by rule \($0.rawValue)" } ?? "for several reasons"
    }
  }
}
