internal import Analyzer
internal import RealmModel
internal import TraceFormat

extension EngineDefect {
  /// What the defect did and a correct recovery does, in one sentence without a final period.
  package var words: String {
    let names = Phrase.defects(identifiers)
    return switch effect {
    case .resetFailed(let idealFate):
      "the reset failed at a defect of the engine: \(names); a correct recovery goes through, "
        + (idealFate.isKept
          ? "and keeps it" : "though this write is \(idealFate.adjective) there too")
    case .notKept(let fate):
      "\(fate.adjective) \(fate == .lost ? "to" : "by") a defect of the engine: \(names); "
        + "a correct recovery keeps it"
    case .onlyKept(let idealFate):
      "kept only by a defect of the engine: \(names); with a correct recovery it is "
        + idealFate.adjective
    case .doneTwice:
      "done twice by a defect of the engine: \(names); a correct recovery leaves it alone"
    case .doneWrong(let instead):
      "done wrong by a defect of the engine: \(names); \(Phrase.correctRecovery(leaves: instead))"
    case .harmedServer:
      "done by a defect of the engine: \(names); a correct recovery leaves what the server had"
    case .harmedServerOtherwise(let instead):
      "done by a defect of the engine: \(names); \(Phrase.correctRecovery(leaves: instead))"
    }
  }

  /// Whether a correct recovery, which goes through, keeps the write.
  var keepsWhatFailed: Bool {
    if case .resetFailed(let idealFate) = effect { idealFate.isKept } else { false }
  }
}

extension DefectOccurrence {
  package var names: String { Phrase.defects(identifiers) }

  /// What the first of the defects is, or that several do it together.
  package var title: String {
    TrapIdentifier.allCases.first { trap in
      identifiers.first.map(trap.aliases.contains) ?? false
    }?.title ?? "known defects of the engine change the result together"
  }

  package var finding: String { "defect of the engine: \(words)" }

  /// What is there and what would be, in one sentence without a final period.
  package var words: String {
    guard let address, let after else {
      return "the reset ended as \(result.rawValue); a correct recovery ends as "
        + idealResult.rawValue
    }
    return "\(address.text) is \(after.text(columns: Phrase.defectValueColumns)); "
      + Phrase.correctRecovery(leaves: idealAfter)
  }
}

extension Phrase {
  fileprivate static let defectValueColumns = 60

  fileprivate static func defects(_ identifiers: [String]) -> String {
    identifiers.isEmpty ? "several that work together" : identifiers.joined(separator: ", ")
  }

  fileprivate static func correctRecovery(leaves value: ObservedValue?) -> String {
    "a correct recovery leaves \(value?.text(columns: defectValueColumns) ?? "something else")"
  }
}

// What is the engine's fault, and not the conflict's.
extension Report {
  /// How many writes went wrong by defects of the engine; ends in a colon, for a list of them.
  var defectSentence: String {
    let harmed = writes.count { $0.defect != nil }
    guard harmed > 0 else {
      return "No write was harmed, but the device does not hold what the server has:"
    }
    let lost = writes.count { $0.isLostToDefect }
    let all = "\(harmed) of \(writes.count.counted("write"))"
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
