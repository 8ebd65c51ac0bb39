internal import Replayer
internal import TraceFormat

extension Golden {
  /// Reads the text form.
  ///
  /// - Throws: the first line that is not as this version writes it, and what was expected.
  public init(parsing bytes: [UInt8]) throws(GoldenFailure) {
    guard bytes.count <= Self.sizeMaxBytes else {
      throw GoldenFailure(
        line: nil, text: "\(bytes.count) bytes, at most \(Self.sizeMaxBytes) are accepted")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw GoldenFailure(line: nil, text: "the file is not UTF-8")
    }
    var reader = GoldenReader(text)
    self = try reader.golden()
  }
}

/// Reads the lines of a golden one after the other.
struct GoldenReader {
  private let lines: [Substring]
  /// Index of the next line.
  private var next = 0

  init(_ text: String) {
    // Windows checks files out with a carriage return at the end of each line, which Swift takes
    // for one character with the line feed.
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  mutating func golden() throws(GoldenFailure) -> Golden {
    try readSignature()
    let mode = try ResetMode(optionName: value(of: .mode))
    guard let mode else { throw failure("expected a mode, found", at: next) }
    let engine = try Engine(rawValue: value(of: .engine))
    guard let engine else { throw failure("expected an engine, found", at: next) }
    let faults = try optionalValue(of: .faults)
    let budget = try readBudget()
    var resets: [OutcomeSummary] = []
    while skipEmptyLines() { resets.append(try reset()) }
    return Golden(mode: mode, engine: engine, faults: faults, budget: budget, resets: resets)
  }

  private mutating func readSignature() throws(GoldenFailure) {
    let first = lines.first ?? ""
    guard first.hasPrefix(Golden.signature) else {
      throw failure("expected `\(Golden.signature)\(Golden.version)`, found", at: 1)
    }
    guard first.dropFirst(Golden.signature.count) == "\(Golden.version)" else {
      throw failure("this build reads version \(Golden.version), found", at: 1)
    }
    next = 1
  }

  private mutating func readBudget() throws(GoldenFailure) -> Budget {
    guard let text = try optionalValue(of: .budget) else { return Budget() }
    do throws(BudgetFailure) {
      return try Budget(parsing: text)
    } catch {
      throw GoldenFailure(line: next, text: error.text)
    }
  }

  /// Whether anything but empty lines is left.
  private mutating func skipEmptyLines() -> Bool {
    while next < lines.count, lines[next].isEmpty { next += 1 }
    return next < lines.count
  }
}

// One reset
extension GoldenReader {
  private mutating func reset() throws(GoldenFailure) -> OutcomeSummary {
    let reset = try value(of: .reset)
    var facts: [OutcomeSummary.Fact] = []
    for kind in OutcomeSummary.Fact.Kind.allCases {
      guard let keyword = Golden.Keyword(rawValue: kind.rawValue) else { continue }
      while let text = try optionalValue(of: keyword) {
        facts.append(OutcomeSummary.Fact(kind: kind, text: text))
      }
    }
    let result = try ResetResult(rawValue: value(of: .result))
    guard let result else { throw failure("expected a result, found", at: next) }
    let state = try readState()
    let collateral = try findings(.collateral)
    let traps = try findings(.traps)
    var summary = OutcomeSummary(
      reset: reset, result: result, facts: facts, state: state, writes: [],
      collateral: collateral, traps: traps)
    try readWrites(&summary)
    return summary
  }

  private mutating func readState() throws(GoldenFailure) -> OutcomeSummary.StateSummary {
    let digest = try value(of: .state)
    var classes: [OutcomeSummary.ClassSummary] = []
    while let item = nextItem() {
      let parts = item.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let summary = Self.classSummary(parts[0], parts[1]) else {
        throw failure("expected a digest, a number of objects and a class, found", at: next)
      }
      classes.append(summary)
    }
    return OutcomeSummary.StateSummary(digest: digest, classes: classes)
  }

  private static func classSummary(_ digest: Substring, _ words: Substring)
    -> OutcomeSummary.ClassSummary?
  {
    if let name = words.dropping(prefix: "embedded of ") {
      return OutcomeSummary.ClassSummary(name: name, objectCount: nil, digest: String(digest))
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
    let line = next
    var findings: [OutcomeSummary.Finding] = []
    while let item = nextItem() {
      let parts = item.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { throw failure("expected a kind and a place, found", at: next) }
      let rule = parts[1].bracketed?.inside ?? ""
      findings.append(
        OutcomeSummary.Finding(
          kind: String(parts[0]), text: String(parts[1]),
          isDefect: rule.contains(OutcomeSummary.Write.defectMark)))
    }
    try confirm("\(findings.count)", is: count, line)
    return findings
  }

  private mutating func readWrites(_ summary: inout OutcomeSummary) throws(GoldenFailure) {
    let totals = try value(of: .fates)
    let line = next
    while let item = nextItem() {
      guard let write = Self.write(item, line: next) else {
        throw failure("expected a fate, a position, a write and its [rule], found", at: next)
      }
      summary.writes.append(write)
    }
    try confirm(summary.totals, is: totals, line)
  }

  private static func write(_ item: Substring, line: Int) -> OutcomeSummary.Write? {
    let parts = item.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let fate = Fate(rawValue: String(parts[0])),
      let (text, rule) = parts[2].bracketed
    else { return nil }
    return OutcomeSummary.Write(
      position: String(parts[1]), text: String(text), fate: fate, rule: String(rule), line: line)
  }
}

// Lines
extension GoldenReader {
  /// The text behind a keyword that has to come next.
  private mutating func value(of keyword: Golden.Keyword) throws(GoldenFailure) -> String {
    guard let value = try optionalValue(of: keyword) else {
      throw failure("expected `\(keyword.rawValue)`, found", at: next + 1)
    }
    return value
  }

  /// The text behind a keyword, if that comes next.
  private mutating func optionalValue(of keyword: Golden.Keyword) throws(GoldenFailure) -> String? {
    guard next < lines.count else { return nil }
    let parts = lines[next].split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first == Substring(keyword.rawValue) else { return nil }
    let text = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
    guard !text.isEmpty else { throw failure("expected a value, found", at: next + 1) }
    next += 1
    return String(text)
  }

  /// The next line if it is one of a list, without what it is indented by.
  private mutating func nextItem() -> Substring? {
    guard next < lines.count, lines[next].hasPrefix("  ") else { return nil }
    next += 1
    return lines[next - 1].dropFirst(2)
  }

  private func confirm(_ found: String, is stated: String, _ line: Int) throws(GoldenFailure) {
    guard found != stated else { return }
    throw GoldenFailure(
      line: line, text: "says \(stated.shortened(to: 80)), but what follows has \(found)")
  }

  private func failure(_ expected: String, at line: Int) -> GoldenFailure {
    let found = line <= lines.count ? lines[line - 1] : ""
    return GoldenFailure(
      line: line,
      text: "\(expected) \(found.isEmpty ? "nothing" : Report.foreign(String(found), columns: 60))")
  }
}

extension Substring {
  /// What stands in the square brackets that end the text, and what is before them.
  fileprivate var bracketed: (text: Substring, inside: Substring)? {
    guard last == "]", let open = lastIndex(of: "[") else { return nil }
    let text = self[..<open]
    return (text.last == " " ? text.dropLast() : text, self[index(after: open)...].dropLast())
  }

  fileprivate func dropping(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
