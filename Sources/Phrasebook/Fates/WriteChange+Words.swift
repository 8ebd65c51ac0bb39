package import Analyzer

/// How what became of writes differs from what became of them before, in one sentence without a final
/// period each.
package enum WriteChange {
  /// Such as `2 writes that were recovered are now lost`.
  package static func fate(_ count: Int, from old: Fate, to new: Fate) -> String {
    let words = count == 1 ? ("write that was", "is") : ("writes that were", "are")
    return "\(count) \(words.0) \(old.adjective) \(words.1) now \(new.adjective)"
  }

  package static func rule(_ count: Int) -> String {
    let words = count == 1 ? ("write has", "its") : ("writes have", "their")
    return "\(count) \(words.0) another rule or defect, but \(words.1) fate as before"
  }

  package static func value(_ count: Int) -> String {
    "\(count) \(count == 1 ? "write has its" : "writes have their") fate as before, but another value"
  }

  package static func new(_ count: Int) -> String {
    "\(Phrase.count(count, "unsynced write")) \(count == 1 ? "is" : "are") new"
  }

  package static func gone(_ count: Int) -> String {
    "\(Phrase.count(count, "unsynced write")) \(count == 1 ? "is" : "are") gone"
  }
}

extension Fate {
  /// The fate in a sentence, behind `are`.
  fileprivate var adjective: String {
    switch self {
    case .conflicted: "in conflict"
    case .unknown: "of unknown fate"
    default: rawValue
    }
  }
}
