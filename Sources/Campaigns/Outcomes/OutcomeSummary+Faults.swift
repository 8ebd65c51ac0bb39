internal import Analyzer
internal import FaultPlans
internal import Replayer
internal import TraceFormat

extension OutcomeSummary.InjectedFault {
  static let firedWord = "fired"
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

  /// All faults of a report, in the order of the plan.
  static func all(in report: Report, _ words: ReportWording) -> [Self] {
    let fired = report.faults.map {
      ($0.index, Self(fault: $0.fault.text.visible, hasFired: true, details: words.effects($0)))
    }
    let unfired = report.unfiredFaults.map {
      ($0.index, Self(fault: $0.fault.text.visible, hasFired: false, details: [words.reason($0)]))
    }
    return (fired + unfired).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
