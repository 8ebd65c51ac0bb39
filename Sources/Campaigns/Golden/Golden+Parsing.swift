internal import Analyzer
internal import Replayer
internal import TraceFormat

extension Golden {
  /// Reads the text form; throws the first line that is not as this version writes it, and what was expected.
  package init(parsing bytes: [UInt8]) throws(GoldenFailure) {
    guard bytes.count <= Self.sizeMaxBytes else {
      throw GoldenFailure(text: "\(bytes.count) bytes, at most \(Self.sizeMaxBytes) are accepted")
    }
    let isMarked = bytes.starts(with: ByteOrderMark.bytes)
    let content = bytes.dropFirst(isMarked ? ByteOrderMark.bytes.count : 0)
    guard let text = String(validUTF8: content) else {
      throw GoldenFailure(text: "the file is not UTF-8")
    }
    var reader = GoldenReader(text)
    self = try reader.golden()
  }

  /// The bytes up to the first reset, which are a golden without any.
  static func head(of bytes: [UInt8]) -> [UInt8] {
    let end = zip(bytes, bytes.dropFirst()).enumerated()
      .first { $0.element == (UInt8(ascii: "\n"), UInt8(ascii: "\n")) }?.offset
    return Array(bytes[..<(end ?? bytes.count)])
  }
}

struct GoldenReader {
  private let lines: [Substring]
  private(set) var next = 0
  /// Where the value or item that was read last begins.
  private(set) var last = TextPosition(line: 1, column: 1)

  init(_ text: String) {
    // Windows checks files out with a carriage return at the end of each line, which Swift takes
    // for one character with the line feed.
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  mutating func golden() throws(GoldenFailure) -> Golden {
    try readSignature()
    let mode = try ResetMode(optionName: value(of: .mode))
    guard let mode else { throw failure("expected a mode, found") }
    let engine = try Engine(rawValue: value(of: .engine))
    guard let engine else { throw failure("expected an engine, found") }
    let plan = try readPlan()
    let budget = try readBudget()
    var resets: [OutcomeSummary] = []
    while skipEmptyLines() { resets.append(try reset()) }
    return Golden(mode: mode, engine: engine, plan: plan, budget: budget, resets: resets)
  }

  private mutating func readSignature() throws(GoldenFailure) {
    let first = lines.first ?? ""
    guard first.hasPrefix(Golden.signature) else {
      throw failure("expected `\(Golden.signature)\(Golden.version)`, found")
    }
    guard first.dropFirst(Golden.signature.count) == "\(Golden.version)" else {
      last.column += Golden.signature.unicodeScalars.count
      throw failure("this build reads version \(Golden.version), found")
    }
    next = 1
  }

  private mutating func readPlan() throws(GoldenFailure) -> Golden.Plan? {
    guard let name = try optionalValue(of: .faults) else { return nil }
    var plan = Golden.Plan(name: name, faults: [], line: next)
    while let fault = nextItem() { plan.faults.append(String(fault)) }
    guard let seed = try optionalValue(of: .seed) else { return plan }
    guard let seed = UInt64(seed) else { throw failure("expected a seed, found") }
    plan.seed = seed
    return plan
  }

  private mutating func readBudget() throws(GoldenFailure) -> Budget {
    guard let text = try optionalValue(of: .budget) else { return Budget() }
    do throws(LimitFailure) {
      return try Budget(parsing: text)
    } catch {
      var place = last
      place.column += error.offset
      throw GoldenFailure(position: place, text: error.text)
    }
  }

  /// Whether anything but empty lines is left.
  private mutating func skipEmptyLines() -> Bool {
    while next < lines.count, lines[next].isEmpty { next += 1 }
    return next < lines.count
  }
}

extension GoldenReader {
  /// The text behind a keyword that has to come next.
  mutating func value(of keyword: Golden.Keyword) throws(GoldenFailure) -> String {
    guard let value = try optionalValue(of: keyword) else {
      last = TextPosition(line: next + 1, column: 1)
      throw failure("expected `\(keyword.rawValue)`, found")
    }
    return value
  }

  /// The text behind a keyword, if that comes next.
  mutating func optionalValue(of keyword: Golden.Keyword) throws(GoldenFailure) -> String? {
    guard next < lines.count else { return nil }
    let line = lines[next]
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first == Substring(keyword.rawValue) else { return nil }
    let text = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
    next += 1
    let before = text.isEmpty ? line : line[..<text.startIndex]
    last = TextPosition(line: next, column: 1 + before.unicodeScalars.count)
    guard !text.isEmpty else { throw failure("expected a value, found") }
    return String(text)
  }

  func isNext(_ keyword: Golden.Keyword) -> Bool {
    next < lines.count
      && lines[next].split(separator: " ", maxSplits: 1).first == Substring(keyword.rawValue)
  }

  /// The next line if it is one of a list, without what it is indented by.
  mutating func nextItem(indent: String = "  ") -> Substring? {
    guard next < lines.count, lines[next].hasPrefix(indent) else { return nil }
    next += 1
    last = TextPosition(line: next, column: 1 + indent.unicodeScalars.count)
    return lines[next - 1].dropFirst(indent.count)
  }

  func confirm(_ found: String, is stated: String, _ place: TextPosition) throws(GoldenFailure) {
    guard Self.counts(in: found) != Self.counts(in: stated) else { return }
    throw GoldenFailure(
      position: place, text: "says \(stated.shortened(to: 80)), but what follows has \(found)")
  }

  /// What totals count, in whatever order: people edit them.
  private static func counts(in totals: String) -> [Substring] {
    totals.split { $0 == ":" || $0 == "," }.sorted()
  }

  func failure(_ expected: String) -> GoldenFailure {
    let found = last.line <= lines.count ? lines[last.line - 1] : ""
    return GoldenFailure(
      position: last,
      text: "\(expected) \(found.isEmpty ? "nothing" : String(found).quoted(columns: 60))")
  }
}
