internal import Analyzer
internal import TraceFormat

// The lines of one reset.
extension GoldenReader {
  mutating func reset() throws(GoldenFailure) -> OutcomeSummary {
    let reset = try value(of: .reset)
    let line = next
    var facts: [OutcomeSummary.Fact] = []
    for kind in OutcomeSummary.Fact.Kind.allCases {
      guard let keyword = Golden.Keyword(rawValue: kind.rawValue) else { continue }
      while let text = try optionalValue(of: keyword) {
        facts.append(OutcomeSummary.Fact(kind: kind, text: text))
      }
    }
    let faults = try readFaults()
    let result = try ResetEnding(rawValue: value(of: .result))
    guard let result else { throw failure("expected a result, found") }
    let state = try readState()
    let collateral = try findings(.collateral)
    let traps = try findings(.traps)
    // Goldens that were recorded before there was an account of harm do not have it.
    let acknowledgedLost = try isNext(.gone) ? findings(.gone) : []
    var summary = OutcomeSummary(
      reset: reset, result: result, facts: facts, state: state, writes: [],
      collateral: collateral, traps: traps, acknowledgedLost: acknowledgedLost, faults: faults,
      line: line)
    try readWrites(&summary)
    return summary
  }

  private mutating func readFaults() throws(GoldenFailure) -> [OutcomeSummary.InjectedFault] {
    guard let totals = try optionalValue(of: .injected) else { return [] }
    let place = last
    var faults: [OutcomeSummary.InjectedFault] = []
    while let item = nextItem() {
      guard var fault = OutcomeSummary.InjectedFault(parsing: item, line: next) else {
        throw failure("expected `fired` or `never` and a fault, found")
      }
      while let detail = nextItem(indent: "    ") { fault.details.append(String(detail)) }
      faults.append(fault)
    }
    try confirm(OutcomeSummary.faultTotals(of: faults), is: totals, place)
    return faults
  }

  private mutating func readState() throws(GoldenFailure) -> OutcomeSummary.StateSummary {
    let digest = try value(of: .state)
    var classes: [OutcomeSummary.ClassSummary] = []
    while let item = nextItem() {
      let parts = item.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let summary = Self.classSummary(parts[0], parts[1]) else {
        throw failure("expected a digest, a number of objects and a class, found")
      }
      classes.append(summary)
    }
    return OutcomeSummary.StateSummary(digest: digest, classes: classes)
  }

  private static func classSummary(_ digest: Substring, _ words: Substring)
    -> OutcomeSummary.ClassSummary?
  {
    let embedded = "embedded of "
    if words.hasPrefix(embedded) {
      return OutcomeSummary.ClassSummary(
        name: String(words.dropFirst(embedded.count)), objectCount: nil, digest: String(digest))
    }
    let parts = words.split(separator: " ", maxSplits: 3)
    guard parts.count == 4, let count = Int(parts[0]), parts[1].hasPrefix("object"),
      parts[2] == "of"
    else { return nil }
    return OutcomeSummary.ClassSummary(
      name: String(parts[3]), objectCount: count, digest: String(digest))
  }

  private mutating func findings(_ keyword: Golden.Keyword) throws(GoldenFailure)
    -> [OutcomeSummary.Finding]
  {
    let count = try value(of: keyword)
    let place = last
    var findings: [OutcomeSummary.Finding] = []
    while let item = nextItem() {
      let parts = item.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { throw failure("expected a kind and a place, found") }
      let rule = keyword == .collateral ? parts[1].bracketed?.inside : nil
      findings.append(
        OutcomeSummary.Finding(
          kind: String(parts[0]), text: String(parts[1]), rule: rule.map { CitedRule(parsing: $0) })
      )
    }
    try confirm("\(findings.count)", is: count, place)
    return findings
  }

  private mutating func readWrites(_ summary: inout OutcomeSummary) throws(GoldenFailure) {
    let totals = try value(of: .fates)
    let place = last
    while let item = nextItem() {
      guard let write = Self.write(item, line: next) else {
        throw failure("expected a fate, a position, a write and its [rule], found")
      }
      summary.writes.append(write)
    }
    try confirm(summary.totals, is: totals, place)
  }

  private static func write(_ item: Substring, line: Int) -> OutcomeSummary.Write? {
    let parts = item.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let fate = Fate(rawValue: String(parts[0])),
      let position = OutcomeSummary.Position(parsing: parts[1]),
      let (text, rule) = parts[2].bracketed
    else { return nil }
    return OutcomeSummary.Write(
      position: position, text: String(text), fate: fate, rule: CitedRule(parsing: rule), line: line
    )
  }
}

extension OutcomeSummary.Position {
  fileprivate init?(parsing text: Substring) {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let version = UInt64(parts[0]), let index = Int(parts[1]) else {
      return nil
    }
    self.init(version: version, index: index)
  }
}

extension Substring {
  /// What is in the square brackets that end the text, and what is before them.
  fileprivate var bracketed: (text: Substring, inside: Substring)? {
    guard last == "]", let open = lastIndex(of: "[") else { return nil }
    let text = self[..<open]
    return (text.last == " " ? text.dropLast() : text, self[index(after: open)...].dropLast())
  }
}
