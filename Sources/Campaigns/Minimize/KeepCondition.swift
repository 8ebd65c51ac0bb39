public import Analyzer
internal import FaultPlans
internal import Replayer
internal import TraceFormat

/// What a report has to show for a smaller trace to be worth keeping (`docs/minimize.md`, "Conditions").
public struct KeepCondition: Sendable {
  /// All of them have to hold.
  private var terms: [Term] = []

  fileprivate struct Term: Sendable {
    /// Such as `lost >= 1`.
    var text: String
    var asksForDefects = false
    var holds: @Sendable (Report) -> Bool
  }

  /// The condition as it is read.
  public var text: String { terms.map(\.text).joined(separator: " and ") }

  /// Whether it asks for writes that met a defect of the engine.
  var asksForDefects: Bool { terms.contains(where: \.asksForDefects) }

  /// Whether a report shows all that is asked for.
  public func holds(for report: Report) -> Bool { terms.allSatisfy { $0.holds(report) } }
}

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
}

extension KeepCondition.Term {
  init(parsing words: [String]) throws(KeepConditionFailure) {
    guard words.count == 3 else {
      throw KeepConditionFailure(
        found: words.joined(separator: " "),
        expected: "three words, such as `lost >= 1` or `result = failed`")
    }
    guard let relation = FaultComparison(rawValue: words[1]) else {
      throw .oneOf(FaultComparison.self, found: words[1])
    }
    switch words[0] {
    case "result":
      let result: ResetEnding = try Self.choice(words[2], relation)
      self.init(text: "result = \(words[2])") { $0.result == result }
    case "failure":
      let failure: ResetFailureClass = try Self.choice(words[2], relation)
      self.init(text: "failure = \(words[2])") { $0.failure?.failureClass == failure }
    default:
      guard let number = Int(words[2]), number >= 0 else {
        throw KeepConditionFailure(found: words[2], expected: "a number from 0")
      }
      let count = try Self.count(words[0])
      self.init(
        text: "\(words[0]) \(words[1]) \(number)", asksForDefects: words[0] == "defects"
      ) { relation.holds(count($0), number) }
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ word: String, _ relation: FaultComparison
  ) throws(KeepConditionFailure) -> Choice {
    guard relation == .equal else {
      throw KeepConditionFailure(found: relation.rawValue, expected: "=")
    }
    guard let choice = Choice(rawValue: word) else { throw .oneOf(Choice.self, found: word) }
    return choice
  }

  /// What a name stands for, where this version knows it: of anything else no report has any.
  private static func known<Choice: CaseIterable & Equatable>(
    _ choice: Choice, _ name: KeyPath<Choice, String>
  ) throws(KeepConditionFailure) -> Choice {
    guard Choice.allCases.contains(choice) else {
      throw .oneOf(Choice.allCases.map { $0[keyPath: name] }, found: choice[keyPath: name])
    }
    return choice
  }

  /// How what a word names is counted in a report.
  private static func count(
    _ word: String
  ) throws(KeepConditionFailure) -> @Sendable (Report) -> Int {
    if let fate = Fate(rawValue: word) { return { $0.count(of: fate) } }
    if let harmClass = HarmClass(rawValue: word) { return { $0.harm.counts[harmClass] } }
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count > 1 ? parts[1] : nil) {
    case ("writes", nil): return { $0.writes.count }
    case ("collateral", nil): return { $0.collateral.count }
    case ("collateral", let name?):
      guard let kind = Collateral.Kind(rawValue: name) else {
        throw .oneOf(Collateral.Kind.self, found: name)
      }
      return { report in report.collateral.count { $0.kind == kind } }
    case ("traps", nil): return { $0.traps.count }
    case ("trap", let name?):
      let trap = try known(TrapIdentifier(name), \.rawValue)
      return { report in report.traps.count { $0.trap == trap } }
    case ("cause", let name?):
      let cause = try known(Cause(rawValue: name), \.rawValue)
      return { report in report.writes.count { $0.cause == cause } }
    case ("rule", let name?):
      let rule = try known(RuleIdentifier(rawValue: name), \.rawValue)
      return { report in report.writes.count { $0.rule == rule } }
    case ("defects", nil): return { report in report.writes.count { $0.defect != nil } }
    default:
      let fates = Fate.allCases.map(\.rawValue).joined(separator: ", ")
      throw KeepConditionFailure(
        found: word,
        expected:
          "one of \(fates), writes, overwritten, doubled, acknowledgedLost, collateral, collateral:KIND, traps, trap:NAME, "
          + "cause:NAME, rule:NAME, defects, result, failure")
    }
  }
}

extension KeepConditionFailure {
  fileprivate static func oneOf<Choice: RawRepresentable<String> & CaseIterable>(
    _ choices: Choice.Type, found: String
  ) -> KeepConditionFailure {
    .oneOf(choices.allCases.map(\.rawValue), found: found)
  }

  fileprivate static func oneOf(_ names: [String], found: String) -> KeepConditionFailure {
    KeepConditionFailure(found: found, expected: "one of \(names.joined(separator: ", "))")
  }
}
