internal import Analyzer

extension MergePlan {
  /// How much there is to do, and how much of it to decide, in one sentence without a final period.
  package var sentence: String {
    guard !operations.isEmpty else {
      return "Nothing needs to be carried over: the server has all that the device had"
    }
    let what =
      "\(Phrase.count(operations.count, "operation")) would carry what is stranded over to the "
      + "server's state"
    return switch operations.count(where: \.isConflicting) {
    case 0: "\(what), and nothing stands against \(operations.count == 1 ? "it" : "them")"
    case operations.count where operations.count == 1: "\(what); a person has to decide about it"
    case operations.count: "\(what); a person has to decide about each"
    case let conflicts: "\(what); a person has to decide about \(conflicts) of them"
    }
  }
}

extension MergePlan.Operation {
  /// Whether a person has to decide about it.
  package var isConflicting: Bool { conflict != nil }
}
