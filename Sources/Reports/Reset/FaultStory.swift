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
  private static let textColumns = 400

  /// The story with its texts as short as a list can have them, and nothing hidden in them.
  var shortened: FaultStory {
    FaultStory(
      fault: fault.visible.shortened(to: 200),
      effects: effects.map {
        Effect(sentence: Self.shown($0.sentence).capitalizedFirst, lines: $0.lines)
      }, reason: reason.map(Self.shown))
  }

  private static func shown(_ text: String) -> String {
    text.escaped(columns: textColumns)
  }

  /// That it never happened, and why, in words that follow the fault; nil for one that did.
  var never: QuotingSentence? { reason.map { Phrase.neverHappened(because: $0) } }

  var sentence: String {
    if let never { return "fault `\(fault)` \(never.text { $0 })" }
    return "fault `\(fault)`: \(effects.map(\.sentence).joined(separator: "; "))"
  }
}

extension Report {
  /// The faults that happened in the order in which they did, then those that never happened.
  var faultStories: [FaultStory] {
    faults.map { firing in
      FaultStory(
        fault: firing.fault.text,
        effects: firing.effects.map { .init(sentence: $0.words, lines: $0.lines) })
    } + unfiredFaults.map { FaultStory(fault: $0.fault.text, reason: $0.reason.words) }
  }
}

extension ModeComparison {
  /// The faults in all modes, those that read alike once, with the modes in which it went like that;
  /// no modes where it went so in all.
  var faultStories: [(story: FaultStory, modes: [ResetMode])] {
    var order: [FaultStory] = []
    var modes: [FaultStory: [ResetMode]] = [:]
    for report in reports {
      for whole in report.faultStories {
        let story = whole.shortened
        if modes[story] == nil { order.append(whole) }
        if modes[story]?.last != report.mode { modes[story, default: []].append(report.mode) }
      }
    }
    return order.map { story in
      let known = modes[story.shortened] ?? []
      return (story, known.count == reports.count ? [] : known)
    }
  }
}
