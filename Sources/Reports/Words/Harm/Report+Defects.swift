internal import Analyzer

// What is the engine's fault, and not the conflict's.
extension Report {
  /// How many writes went wrong by defects of the engine; ends in a colon, for a list of them.
  var defectSentence: String {
    let harmed = writes.count { $0.defect != nil }
    guard harmed > 0 else {
      return "No write was harmed, but the device does not hold what the server has:"
    }
    let lost = writes.count { $0.isLostToDefect }
    let all = "\(harmed) of \(Phrase.count(writes.count, "write"))"
    guard lost > 0 else {
      return "\(all) went wrong by known defects of Realm Core; none is lost to them:"
    }
    return "\(all) went wrong by known defects of Realm Core; \(lost) would be kept without them:"
  }
}

extension JudgedWrite {
  /// Whether the write is gone, or stranded, and would not be without a defect of the engine.
  var isLostToDefect: Bool {
    guard let ideal = defect?.idealFate else { return false }
    return !fate.isKept && fate != .unknown && ideal.isKept
  }
}
