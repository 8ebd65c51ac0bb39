internal import Analyzer
internal import FaultPlans
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension OutcomeSummary.InjectedFault {
  /// The word before a fault that happened.
  static let firedWord = "fired"
  /// The word before one that did not.
  static let unfiredWord = "never"

  /// A line such as `fired  at reset: crash`.
  init?(parsing item: Substring, line: Int) {
    let parts = item.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, [Self.firedWord, Self.unfiredWord].contains(String(parts[0])) else {
      return nil
    }
    self.init(
      fault: String(parts[1].drop { $0 == " " }), hasFired: parts[0] == Self.firedWord,
      details: [], line: line)
  }

  // MARK: From a report

  /// All faults of a report, in the order of the plan.
  static func all(in report: Report) -> [Self] {
    let fired = report.faults.map { (index: $0.index, fault: Self($0)) }
    let unfired = report.unfiredFaults.map { (index: $0.index, fault: Self($0)) }
    return (fired + unfired).sorted { $0.index < $1.index }.map(\.fault)
  }

  private init(_ firing: FaultFiring) {
    self.init(
      fault: firing.fault.text.visible, hasFired: true,
      details: firing.effects.flatMap { effect in
        [Self.words(effect.words, at: "\(firing.sequence)")]
          + effect.lines.map { "  \($0.visible)" }
      })
  }

  private init(_ unfired: UnfiredFault) {
    self.init(
      fault: unfired.fault.text.visible, hasFired: false,
      details: [Self.words(unfired.reason.words)])
  }

  private static func words(_ effect: String, at record: String) -> String {
    "record \(record): \(words(effect))"
  }

  private static func words(_ text: String) -> String {
    Phrase.foreign(text, columns: 400, isQuoted: false)
  }
}
