internal import Analyzer
internal import FaultPlans
internal import Replayer
internal import TraceFormat

/// What a report for people says of one fault of the plan: what it did, or why it never happened.
struct FaultStory: Hashable {
  struct Effect: Hashable {
    /// What the fault did, without a final period.
    var sentence: String
    /// The changes and objects that it was about, a line each; the last line says how many more.
    var lines: [String]
  }

  /// The fault as the command line takes it.
  var fault: String
  /// Empty for one that never happened.
  var effects: [Effect] = []
  /// Why it never happened, without a final period; nil for one that did.
  var reason: String?
}

extension FaultStory {
  /// That it never happened, and why, in words that follow the fault; nil for one that did.
  var never: String? { reason.map { Phrase.neverHappened(because: $0) } }

  var sentence: String {
    if let never { return "fault `\(fault)` \(never)" }
    return "fault `\(fault)`: \(effects.map(\.sentence).joined(separator: "; "))"
  }
}

extension Report {
  /// The faults that happened in the order in which they did, then those that never happened, with their texts as short
  /// as a list can have them, and nothing hidden in them.
  var faultStories: [FaultStory] {
    faults.map { firing in
      FaultStory(
        fault: Self.shown(firing.fault),
        effects: firing.effects.map {
          .init(sentence: Self.shown($0.words).capitalizedFirst, lines: $0.lines)
        })
    }
      + unfiredFaults.map {
        FaultStory(fault: Self.shown($0.fault), reason: Self.shown($0.reason.words))
      }
  }

  private static func shown(_ fault: Fault) -> String { fault.text.visible.shortened(to: 200) }
  private static func shown(_ text: String) -> String { text.escaped(columns: 400) }
}

extension ModeComparison {
  /// The faults in all modes, those that read alike once, with the modes in which it went like that;
  /// no modes where it went so in all.
  var faultStories: [(story: FaultStory, modes: [ResetMode])] {
    let all = reports.flatMap { report in report.faultStories.map { (story: $0, mode: report.mode) }
    }
    return all.groupedInOrder(by: \.story).map { story, told in
      let modes = reports.map(\.mode).filter { mode in told.contains { $0.mode == mode } }
      return (story, modes.count == reports.count ? [] : modes)
    }
  }
}
