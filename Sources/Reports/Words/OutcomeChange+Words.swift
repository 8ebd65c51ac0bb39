internal import Analyzer
internal import Campaigns
internal import RealmModel
internal import TraceFormat

// How the outcome of a reset differs from the one before, or from that in another mode.
extension OutcomeDifference.Change {
  /// One sentence without a final period, such as `2 writes that were recovered are now lost`.
  var sentence: String { (reset.map { "\($0): " } ?? "") + words }

  private var words: String {
    switch what {
    case .newReset(let name): "a reset is new: \(name)"
    case .goneReset(let name): "a reset is gone: \(name)"
    case .movedReset(let name, let now): "the reset of \(name) is now at \(now)"
    case .fatesOfNewReset(let name, let totals): "\(name): \(totals), none of them reviewed"
    case .fatesOfGoneReset(let name, let totals): "\(name): \(totals), none of them left"
    case .ending(let old, let new): ending(from: old, to: new)
    case .engine: "the engine differs"
    case .fate(let old, let new): fate(from: old, to: new)
    case .rule: sameFate("another rule or defect")
    case .value: sameFate("another value")
    case .newWrites: detailCount.counted("unsynced write is", "unsynced writes are") + " new"
    case .goneWrites: detailCount.counted("unsynced write is", "unsynced writes are") + " gone"
    case .movedWrites: detailCount.counted("write is", "writes are") + " elsewhere in the session"
    case .findings(let role, let kind, let more): findings(role.name(of: kind), more: more)
    case .fact(let kind): "\(kind.noun) differs"
    case .state: "the state after the reset differs"
    case .fault(let fault, let change): "the fault `\(fault.shortened(to: 120))` \(change.words)"
    }
  }

  private func ending(from old: ResetEnding, to new: ResetEnding) -> String {
    switch sides {
    case .versions: "the reset \(old.verb.past) before, and now it \(new.verb.present)"
    case .modes(let first, let second):
      "the reset \(old.verb.present) with \(first), and \(new.verb.present) with \(second)"
    }
  }

  private func fate(from old: Fate, to new: Fate) -> String {
    if case .modes(let first, let second) = sides {
      return
        "\(detailCount.counted("write")): \(old.adjective) with \(first), \(new.adjective) with "
        + second
    }
    let words = detailCount == 1 ? ("write that was", "is") : ("writes that were", "are")
    return "\(detailCount) \(words.0) \(old.adjective) \(words.1) now \(new.adjective)"
  }

  /// That writes have another rule or value, and their fate as it was.
  private func sameFate(_ other: String) -> String {
    if case .modes = sides {
      return "\(detailCount.counted("write")): \(other), but the same fate in both"
    }
    let have = detailCount.counted("write has", "writes have")
    return "\(have) \(other), but the same fate as before"
  }

  private func findings(_ name: String, more count: Int) -> String {
    let (before, now) =
      switch sides {
      case .versions: ("as many as before, but others", "")
      case .modes(_, let second): ("as many in both modes, but others", " with \(second)")
      }
    if count > 0 { return "\(name): \(count) more\(now)" }
    return count < 0 ? "\(name): \(-count) fewer\(now)" : "\(name): \(before)"
  }
}

extension OutcomeDifference {
  /// That writes have one fate in two modes, such as `3 writes: superseded in both`.
  static func same(_ count: Int, _ fate: Fate) -> String {
    "\(count.counted("write")): \(fate.adjective) in both"
  }
}

extension OutcomeDifference.Detail {
  /// The detail in one line, such as `2.1 T 1 b: set to 2 [update, now object-gone]`.
  var text: String {
    switch fact {
    case .write(let write, let rule):
      "\(write.name) [\(rule.text)\(rule == write.rule ? "" : ", now \(write.rule.text)")]"
    case .value(let write, let old, let new): "\(write.name): \(old.short), now \(new.short)"
    case .fate(let write): "\(write.name): \(write.fate.rawValue) [\(write.rule.text)]"
    case .moved(let write, let old): "\(old.text), now \(write.position.text): \(write.text)"
    case .gone(let line): "- \(line)"
    case .new(let line): "+ \(line)"
    case .objects(let now, let old):
      now.text + (now.objectCount == old.objectCount ? "" : ", before \(old.objects)")
    }
  }
}

extension OutcomeDifference.DetailGroup {
  /// Writes that differ by their objects and values alone, such as `Inspection status: 12 writes to 11
  /// objects`; writes to the schema are to none. A detail that stands alone, as it is.
  var line: String {
    guard count > 1, let place = first.place else { return first.text }
    let name = [place.className.shortName, place.property?.shortName].compactMap { $0 }
    return name.joined(separator: " ") + ": " + Phrase.extent(writes: count, objects: objectCount)
  }
}

extension OutcomeSummary.Write {
  fileprivate var name: String { "\(position.text) \(text)" }
}

extension ObservedValue {
  fileprivate var short: String { json.text().shortened(to: 60).withDigest(of: json) }
}

extension OutcomeDifference.FindingRole {
  fileprivate func name(of kind: String) -> String {
    switch self {
    case .harm, .acknowledgedLost: kind
    case .collateral, .trap: "\(rawValue) \(kind)"
    }
  }
}

extension OutcomeSummary.Fact.Kind {
  fileprivate var noun: String {
    switch self {
    case .name: "the name of the session"
    case .error: "the error"
    case .attempt: "what was attempted"
    case .didRecover: "what the SDK tells your app (didRecover)"
    case .pending: "the reset that the file tracks afterwards"
    case .device: "the comparison with the device"
    case .gap: "what the trace does not show"
    }
  }
}

extension OutcomeChange.FaultChange {
  fileprivate var words: String {
    switch self {
    case .isNew: "is new"
    case .isGone: "is gone"
    case .stopped: "fired before, and now never happens"
    case .started: "never happened before, and now fires"
    case .otherEffect: "does something else than before"
    case .otherReason: "never happens, for another reason than before"
    }
  }
}

extension Fate {
  /// The fate in a sentence, behind `is` or `are`.
  var adjective: String {
    switch self {
    case .conflicted: "in conflict"
    case .unknown: "of unknown fate"
    default: rawValue
    }
  }
}

extension ResetEnding {
  fileprivate var verb: (past: String, present: String) {
    switch self {
    case .recovered: ("recovered", "recovers")
    case .discarded: ("discarded", "discards")
    case .manual: ("was left to your app", "is left to your app")
    case .failed: ("failed", "fails")
    case .crash: ("crashed", "crashes")
    case .noReset: ("did not take place", "does not take place")
    }
  }
}
