public import TraceFormat

// The form of the command line: `at upload 3: restore-backup version=12`. It says what the JSON
// form says, word by word, and is read by way of it, so that both know the same faults.
extension Fault {
  /// Reads a fault from its text form (`docs/faults.md`, "Text").
  ///
  /// - Throws: which part of the text is something else than was expected.
  public init(text: String) throws(JSONShapeFailure) {
    try self.init(text: text, for: nil)
  }

  /// Whether a plan can have the fault: not every kind goes with every trigger.
  package var isExpressible: Bool { (try? Fault(text: text)) != nil }

  /// The fault in its text form.
  public var text: String {
    let parameters = kind.parameters.map { " \($0.name)=\(Self.word($0.value))" }.joined()
    return "\(trigger.text): \(kind.name)\(parameters)"
  }

  /// A value as one word, in quotation marks where it would not be read back as the same.
  static func word(_ value: JSONText) -> String {
    guard case .string(let text) = value, FaultWords.isBare(text) else { return value.text() }
    return text
  }
}

extension FaultTrigger {
  package var text: String {
    var words = [relation.rawValue, event.rawValue]
    if number != 1 || event != .reset && event != .end { words.append(String(number)) }
    if reset != 1 { words.append("of reset \(reset)") }
    if !conditions.isEmpty {
      words.append("where")
      words.append(conditions.map(\.text).joined(separator: " and "))
    }
    return words.joined(separator: " ")
  }
}

extension FaultCondition {
  fileprivate var text: String { attribute.rawValue + comparison.rawValue + Fault.word(value.json) }
}
