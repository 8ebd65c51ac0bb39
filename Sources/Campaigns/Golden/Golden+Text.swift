internal import Analyzer
internal import Replayer
internal import TraceFormat

// The text form (`docs/golden.md`, "The file"): made to be read in the diff of a review, one line for
// each thing that can change.
extension Golden {
  /// The names of lines that don't begin with a space.
  enum Keyword: String, CaseIterable {
    case mode, engine, faults, seed, budget
    case reset
    case name, error, attempt, didRecover, pending, device, gap
    case injected
    case result, state, collateral, traps, gone, fates
  }

  /// The first line, but for the version.
  static let signature = "tracetool golden "

  package var text: String {
    var lines = [Self.signature + String(Self.version)]
    lines.append(.line(.mode, mode.optionName))
    lines.append(.line(.engine, engine.rawValue))
    if let plan {
      lines += [.line(.faults, plan.name)] + plan.faults.map { "  \($0)" }
      if plan.seed != 0 { lines.append(.line(.seed, "\(plan.seed)")) }
    }
    if !budget.isEmpty { lines.append(.line(.budget, budget.text)) }
    for reset in resets { lines += [""] + reset.lines }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension OutcomeSummary {
  fileprivate var lines: [String] {
    var lines: [String] = [.line(.reset, reset)]
    lines += facts.compactMap { fact in
      Golden.Keyword(rawValue: fact.kind.rawValue).map { .line($0, fact.text) }
    }
    if !faults.isEmpty {
      lines += [.line(.injected, Self.faultTotals(of: faults))] + faults.flatMap(\.goldenLines)
    }
    lines.append(.line(.result, result.rawValue))
    if let state {
      lines.append(.line(.state, state.digest))
      lines += state.classes.map { "  \($0.digest) \($0.objects) of \($0.name)" }
    }
    lines += [.line(.collateral, "\(collateral.count)")] + collateral.map(\.line)
    lines += [.line(.traps, "\(traps.count)")] + traps.map(\.line)
    if !acknowledgedLost.isEmpty {
      lines += [.line(.gone, "\(acknowledgedLost.count)")] + acknowledgedLost.map(\.line)
    }
    return lines + [.line(.fates, totals)] + writes.map(\.goldenLine)
  }

  /// Such as `2 faults, 1 fired`.
  static func faultTotals(of faults: [InjectedFault]) -> String {
    "\(faults.count.counted("fault")), \(faults.count(where: \.hasFired)) fired"
  }

  /// Such as `33 writes: 30 recovered, 1 conflicted, 2 superseded`.
  var totals: String {
    var counts: [Fate: Int] = [:]
    for index in writes.indices { counts[writes[index].fate, default: 0] += 1 }
    let words = Fate.allCases.compactMap { fate in counts[fate].map { "\($0) \(fate.rawValue)" } }
      .joined(separator: ", ")
    let all = writes.count.counted("write")
    return words.isEmpty ? all : "\(all): \(words)"
  }
}

extension OutcomeSummary.InjectedFault {
  /// The fault, and below it what it did or why it never happened.
  fileprivate var goldenLines: [String] {
    ["  \(hasFired ? Self.firedWord : Self.unfiredWord)  \(fault)"] + details.map { "    \($0)" }
  }
}

extension OutcomeSummary.Write {
  /// Such as `recovered   4.2 Person 7 notes[3]: inserted "x" [list-insert]`.
  fileprivate var goldenLine: String {
    "  \(fate.rawValue.padded(to: 10))  \(position.text) \(text) [\(rule.text)]"
  }
}

extension OutcomeSummary.Finding {
  fileprivate var line: String { "  \(kind) \(text)" }
}

extension String {
  fileprivate static func line(_ keyword: Golden.Keyword, _ text: String) -> String {
    keyword.rawValue.padded(to: 12) + text
  }
}
