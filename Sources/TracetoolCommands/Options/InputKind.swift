import Reports
import TraceFormat

/// What a file is, told by its contents and not by its name.
enum InputKind: Hashable {
  case trace
  case realm
  case capture
  case log
  case scenario
  case vector
  /// JSON or text that is not a session: what it is, and what reads it.
  case other(String, readBy: String?)
  /// Bytes that are none of these, such as a trace whose beginning is damaged.
  case unknown
  case empty

  static let json = InputKind.other("JSON of another kind", readBy: nil)
  static let schema = InputKind.other("a schema", readBy: "`tracetool preflight --schema`")

  /// The kind in words, such as `a client log`.
  var noun: String {
    switch self {
    case .trace: "a trace"
    case .realm: "a .realm file"
    case .capture: "a capture"
    case .log: "a log or other text"
    case .scenario: "a scenario"
    case .vector: "a conformance vector"
    case .other(let noun, _): noun
    case .unknown: "a file of unknown kind"
    case .empty: "empty"
    }
  }

  var isSession: Bool { [.realm, .capture, .log, .scenario, .vector].contains(self) }

  /// What a session of this kind shows and what it can't, with the next step.
  var extent: String {
    switch self {
    case .realm:
      "a .realm file: state and unsynced changes, but no server state, which `replay --fresh` takes"
    case .capture: "a capture: what crossed the wire, without what was never uploaded"
    case .log: "a client log: errors and resets, but changesets only at log level trace"
    default: noun
    }
  }

  /// What takes a file of this kind; nil where that is not known.
  func nextStep(_ path: String) -> String? {
    switch self {
    case .trace: "`tracetool info \(path.pathWord)` shows what is in it"
    case .log: InputKind.capture.nextStep(path).map { "if it is your app's log: \($0)" }
    case .realm, .capture, .scenario, .vector:
      "`tracetool info \(path.pathWord)` shows what is in it, `tracetool import \(path.pathWord) -o "
        + "OUT.synctrace` makes a trace of it"
    case .other(_, let reader): reader.map { "\($0) reads it" }
    case .unknown, .empty: nil
    }
  }
}

extension InputKind {
  /// The kind of a text, by its first lines.
  init(text lines: [[UInt8]]) {
    let lines = lines.filter { !$0.isBlankLine }
    guard let first = lines.first else {
      self = .empty
      return
    }
    self = lines.lazy.compactMap(Self.session).first ?? Self.document(lines) ?? .log
    if first.starts(with: Array("tracetool golden".utf8)) {
      self = .other("a golden", readBy: "`tracetool diff`")
    }
  }

  private static func session(_ line: [UInt8]) -> InputKind? {
    let names = memberNames(of: line)
    if names.contains("hex"), names.contains("connection") { return .capture }
    if names.isSuperset(of: ["unsynced", "expect"]) { return .vector }
    if names.contains("theirsAfter") {
      return .other("a file of merges of Realm Core", readBy: "`tracetool conform`")
    }
    return nil
  }

  /// The kind of a whole JSON document, of which the first lines are known.
  private static func document(_ lines: [[UInt8]]) -> InputKind? {
    let names = memberNames(of: Array(lines.joined(separator: [UInt8(ascii: "\n")])))
    if names.contains("scenario") { return .scenario }
    if names.isSuperset(of: ["schema", "classes"]) { return .schema }
    if names.contains("classes") { return .other("a state in JSON", readBy: "`replay --fresh`") }
    if names.contains("workload"), names.contains("changes") || names.contains("writesPerDay") {
      return .other("a workload", readBy: "`tracetool simulate --workload`")
    }
    if names.contains("faultPlan") { return .other("a fault plan", readBy: "`--fault-plan`") }
    if names.isSuperset(of: ["schema", "trace"]), !names.isDisjoint(with: ["resets", "error"]) {
      return .other("rows of `tracetool fleet`", readBy: "`tracetool fleet report`")
    }
    if !names.isDisjoint(with: ["reports", "comparisons", "writes"]) {
      return .other("a report in JSON", readBy: "`tracetool diff`")
    }
    // Lines of JSON that are whole may be those of a log.
    let isDocument = lines[0].first == UInt8(ascii: "{") && !isWholeJSON(lines[0])
    return isDocument ? .json : nil
  }

  /// The names of a JSON object's members, as far as the text goes.
  private static func memberNames(of text: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    _ = isWholeJSON(text) { names.insert($0) }
    return names
  }

  private static func isWholeJSON(_ text: [UInt8], each: (String) -> Void = { _ in }) -> Bool {
    var reader = JSONReader(text.rawBytes)
    do throws(DecodingFailure) {
      try reader.enterObject()
      while let name = try reader.nextMember() {
        each(name)
        try reader.skipValue()
      }
      return true
    } catch {
      return false
    }
  }
}

extension CommandFailure {
  /// Why nothing comes out of a text that is compressed, or can't be read for another reason.
  init(reading name: String, _ error: any Error) {
    guard let failure = error as? DecodingFailure, failure.memoryDemand == nil else {
      self.init(describing: error)
      return
    }
    let isCut = if case .truncated = failure.code { true } else { false }
    self.init(
      .badInput,
      "\(Phrase.quotedSource(name)) \(isCut ? "is truncated" : "can't be read"): \(failure)",
      hint: "copy the file again, or decompress it yourself to see what it has")
  }

  /// Why a file is not of the kind that a verb takes: what it is instead, with what takes it, or else the reason.
  ///
  /// - Parameter only: what only files of that kind are or have, such as `only traces can be compacted`.
  init(
    _ path: String, isNot expected: InputKind, because reason: @autoclosure () -> String,
    only: String? = nil, hint: String? = nil
  ) {
    let found: InputKind
    do {
      found = try RecognizedInput.readableKind(of: path)
    } catch {
      self.init(describing: error)
      return
    }
    // Where a text is expected, the error says what is wrong with it, line by line.
    let isText = [.scenario, .schema, .capture, .vector, .log].contains(expected)
    guard [expected, .unknown].contains(found) || isText && [.log, .json].contains(found) else {
      self.init(
        .badInput, "`\(path)` is \(found.noun), \(only ?? "not \(expected.noun)")",
        hint: expected == .schema ? hint : found.nextStep(path) ?? hint)
      return
    }
    self.init(.badInput, "`\(path)`: \(reason())", hint: hint)
  }
}
