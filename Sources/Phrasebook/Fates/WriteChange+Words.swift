package import Analyzer

/// How what became of writes differs from what became of them before, in one sentence without a final
/// period each.
package enum WriteChange {
  /// Such as `2 writes that were recovered are now lost`, or of two modes `2 writes: recovered with
  /// Recover, lost with DiscardLocal`.
  package static func fate(
    _ count: Int, from old: Fate, to new: Fate, _ sides: ComparedSides = .versions
  ) -> String {
    if case .modes(let first, let second) = sides {
      return
        "\(Phrase.count(count, "write")): \(old.adjective) with \(first), \(new.adjective) with "
        + second
    }
    let words = count == 1 ? ("write that was", "is") : ("writes that were", "are")
    return "\(count) \(words.0) \(old.adjective) \(words.1) now \(new.adjective)"
  }

  package static func rule(_ count: Int, _ sides: ComparedSides = .versions) -> String {
    if case .modes = sides {
      return "\(Phrase.count(count, "write")): another rule or defect, but the same fate in both"
    }
    let words = count == 1 ? ("write has", "its") : ("writes have", "their")
    return "\(count) \(words.0) another rule or defect, but \(words.1) fate as before"
  }

  package static func value(_ count: Int, _ sides: ComparedSides = .versions) -> String {
    if case .modes = sides {
      return "\(Phrase.count(count, "write")): another value, but the same fate in both"
    }
    return
      "\(count) \(count == 1 ? "write has its" : "writes have their") fate as before, but another value"
  }

  /// That writes have one fate in two modes, such as `3 writes: superseded in both`.
  package static func same(_ count: Int, _ fate: Fate) -> String {
    "\(Phrase.count(count, "write")): \(fate.adjective) in both"
  }

  /// Writes that differ by their objects and values alone, such as `Inspection status: 12 writes to 11
  /// objects`; writes to the schema are to none.
  package static func alike(_ place: String, _ count: Int, objects: Int) -> String {
    let writes = "\(place): \(Phrase.count(count, "write"))"
    return objects == 0 ? writes : "\(writes) to \(Phrase.count(objects, "object"))"
  }

  package static func new(_ count: Int) -> String {
    "\(Phrase.count(count, "unsynced write")) \(count == 1 ? "is" : "are") new"
  }

  package static func moved(_ count: Int) -> String {
    "\(Phrase.count(count, "write")) \(count == 1 ? "stands" : "stand") elsewhere in the session"
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
