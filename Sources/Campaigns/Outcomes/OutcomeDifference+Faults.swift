internal import Analyzer
internal import Phrasebook
internal import TraceFormat

extension OutcomeDifference {
  typealias InjectedFault = OutcomeSummary.InjectedFault

  /// The faults that fire otherwise than before, or that only one side has.
  static func faultChanges(_ old: [InjectedFault], _ new: [InjectedFault]) -> [Change] {
    // A plan can have a fault twice; then the first stands against the first.
    var known = Dictionary(grouping: old.reversed()) { TextBytes($0.fault) }
    var changes: [Change] = []
    for fault in new {
      guard let before = known[TextBytes(fault.fault)]?.popLast() else {
        changes.append(stranger(fault, .isNew, sign: "+"))
        continue
      }
      if let change = change(from: before, to: fault) { changes.append(change) }
    }
    let gone = known.sorted { $0.key < $1.key }.flatMap { $0.value.reversed() }
    return changes + gone.map { stranger($0, .isGone, sign: "-") }
  }

  private static func change(from old: InjectedFault, to new: InjectedFault) -> Change? {
    let isSame = old.details.map { TextBytes($0) } == new.details.map { TextBytes($0) }
    guard old.hasFired != new.hasFired || !isSame else { return nil }
    let change: FaultChange =
      switch (old.hasFired, new.hasFired) {
      case (true, false): .stopped
      case (false, true): .started
      case (true, true): .otherEffect
      case (false, false): .otherReason
      }
    return Change(
      .other, change.words(name(new)),
      details(of: old, sign: "-", line: old.line) + details(of: new, sign: "+"))
  }

  private static func stranger(_ fault: InjectedFault, _ change: FaultChange, sign: String)
    -> Change
  {
    Change(
      .other, change.words(name(fault)),
      details(of: fault, sign: sign, line: sign == "-" ? fault.line : nil))
  }

  private static func details(of fault: InjectedFault, sign: String, line: Int? = nil) -> [Detail] {
    fault.details.map { Detail(text: "\(sign) \($0)", line: line) }
  }

  private static func name(_ fault: InjectedFault) -> String { fault.fault.shortened(to: 120) }
}
