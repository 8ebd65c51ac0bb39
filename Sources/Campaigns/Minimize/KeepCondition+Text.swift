internal import Analyzer
internal import FaultPlans
internal import TraceFormat

/// A condition that cannot be understood: where, and what was expected.
public struct KeepConditionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part that made no sense.
  public var found: String
  /// What would have been understood.
  public var expected: String

  /// The reason as a sentence, without a full stop.
  public var description: String { "expected \(expected), found `\(found)`" }
}

// The form on the command line, such as `lost >= 1 and result = recovered`.
extension KeepCondition {
  /// Reads a condition.
  ///
  /// - Throws: the first part that cannot be understood.
  public init(parsing text: String) throws(KeepConditionFailure) {
    terms = []
    for part in Self.parts(of: text) { terms.append(try Term(parsing: part)) }
  }

  /// The terms of a condition, which `and` or commas stand between.
  private static func parts(of text: String) -> [[String]] {
    let words = Self.words(of: text)
    return words.split(omittingEmptySubsequences: false) { $0 == "and" || $0 == "," }
      .map(Array.init)
  }

  /// Words, numbers and relations, with or without blanks between them.
  private static func words(of text: String) -> [String] {
    var words: [String] = [""]
    for character in text {
      let isSign = "<>=!".contains(character)
      let continues = words.last.flatMap(\.last).map { "<>=!".contains($0) == isSign } ?? true
      if character == " " || character == "," {
        words += character == "," ? [",", ""] : [""]
      } else if continues {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// The condition as it is read.
  public var text: String { terms.map(\.text).joined(separator: " and ") }
}

extension KeepCondition.Term {
  fileprivate init(parsing words: [String]) throws(KeepConditionFailure) {
    guard words.count == 3 else {
      throw KeepConditionFailure(
        found: words.joined(separator: " "),
        expected: "three words, such as `lost >= 1` or `result = failed`")
    }
    guard let relation = FaultComparison(rawValue: words[1]) else {
      let known = FaultComparison.allCases.map(\.rawValue).joined(separator: ", ")
      throw KeepConditionFailure(found: words[1], expected: "one of \(known)")
    }
    switch words[0] {
    case "result": self = .result(try Self.choice(words[2], relation))
    case "failure": self = .failure(try Self.choice(words[2], relation))
    default:
      guard let number = Int(words[2]), number >= 0 else {
        throw KeepConditionFailure(found: words[2], expected: "a number from 0")
      }
      self = .count(try KeepCondition.Quantity(parsing: words[0]), relation, number)
    }
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ word: String, _ relation: FaultComparison
  ) throws(KeepConditionFailure) -> Choice where Choice.RawValue == String {
    guard relation == .equal else {
      throw KeepConditionFailure(found: relation.rawValue, expected: "=")
    }
    guard let choice = Choice(rawValue: word) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw KeepConditionFailure(found: word, expected: "one of \(names)")
    }
    return choice
  }

  fileprivate var text: String {
    switch self {
    case .count(let quantity, let relation, let number):
      "\(quantity.text) \(relation.rawValue) \(number)"
    case .result(let result): "result = \(result.rawValue)"
    case .failure(let failure): "failure = \(failure.rawValue)"
    }
  }
}

extension KeepCondition.Quantity {
  fileprivate init(parsing word: String) throws(KeepConditionFailure) {
    if let fate = Fate(rawValue: word) {
      self = .fate(fate)
      return
    }
    if let harmClass = HarmClass(rawValue: word) {
      self = .harm(harmClass)
      return
    }
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count > 1 ? parts[1] : nil) {
    case ("writes", nil): self = .writes
    case ("collateral", nil): self = .collateral
    case ("collateral", let kind?):
      guard let kind = Collateral.Kind(rawValue: kind) else {
        let names = Collateral.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw KeepConditionFailure(found: kind, expected: "one of \(names)")
      }
      self = .collateralKind(kind)
    case ("traps", nil): self = .traps
    case ("trap", let name?): self = .trap(TrapIdentifier(name))
    case ("cause", let name?): self = .cause(Cause(rawValue: name))
    case ("rule", let name?): self = .rule(name)
    case ("defects", nil): self = .defects
    default:
      let fates = Fate.allCases.map(\.rawValue).joined(separator: ", ")
      throw KeepConditionFailure(
        found: word,
        expected:
          "one of \(fates), writes, overwritten, doubled, acknowledgedLost, collateral, collateral:KIND, traps, trap:NAME, "
          + "cause:NAME, rule:NAME, defects, result, failure")
    }
  }

  fileprivate var text: String {
    switch self {
    case .writes: "writes"
    case .fate(let fate): fate.rawValue
    case .cause(let cause): "cause:\(cause.rawValue)"
    case .rule(let rule): "rule:\(rule)"
    case .harm(let harmClass): harmClass.rawValue
    case .collateral: "collateral"
    case .collateralKind(let kind): "collateral:\(kind.rawValue)"
    case .traps: "traps"
    case .trap(let trap): "trap:\(trap.rawValue)"
    case .defects: "defects"
    }
  }
}
