internal import Analyzer
internal import Phrasebook
internal import TraceFormat

extension OutcomeDifference {
  typealias InjectedFault = OutcomeSummary.InjectedFault

  /// The faults that fire otherwise than before, or that only one side has.
  static func faultChanges(_ old: [InjectedFault], _ new: [InjectedFault]) -> [Change] {
    // A plan can have a fault twice; then the first stands against the first.
    var known = Dictionary(grouping: old.reversed(), by: \.fault)
    var changes: [Change] = []
    for fault in new {
      guard let before = known[fault.fault]?.popLast() else {
        changes.append(stranger(fault, "is new", sign: "+"))
        continue
      }
      if let change = change(from: before, to: fault) { changes.append(change) }
    }
    let gone = known.sorted { $0.key < $1.key }.flatMap { $0.value.reversed() }
    return changes + gone.map { stranger($0, "is gone", sign: "-") }
  }

  private static func change(from old: InjectedFault, to new: InjectedFault) -> Change? {
    guard old.hasFired != new.hasFired || old.details != new.details else { return nil }
    let sentence =
      switch (old.hasFired, new.hasFired) {
      case (true, false): "fired before, and now never happens"
      case (false, true): "never happened before, and now fires"
      case (true, true): "does something else than before"
      case (false, false): "never happens, for another reason than before"
      }
    return Change(
      .other, "the fault `\(name(new))` \(sentence)",
      details(of: old, sign: "-", line: old.line) + details(of: new, sign: "+"))
  }

  private static func stranger(_ fault: InjectedFault, _ words: String, sign: String) -> Change {
    Change(
      .other, "the fault `\(name(fault))` \(words)",
      details(of: fault, sign: sign, line: sign == "-" ? fault.line : nil))
  }

  private static func details(of fault: InjectedFault, sign: String, line: Int? = nil) -> [Detail] {
    fault.details.map { Detail(text: "\(sign) \($0)", line: line) }
  }

  private static func name(_ fault: InjectedFault) -> String { fault.fault.shortened(to: 120) }
}
