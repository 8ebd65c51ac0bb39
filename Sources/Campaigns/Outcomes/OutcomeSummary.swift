public import Analyzer
public import TraceFormat

/// What one client reset came to, in as many lines as a person reads: what golden files hold
/// (`docs/golden.md`) and what is compared between two reports.
public struct OutcomeSummary: Sendable {
  /// Which reset of the trace, such as `session 1, record 11`.
  public var reset: String
  public var result: ResetEnding
  /// What can be said in one line each, in the order of ``Fact/Kind``.
  public var facts: [Fact]
  /// The device's state after the reset, where it is known.
  public var state: StateSummary?
  /// The unsynced writes, in order.
  public var writes: [Write]
  public var collateral: [Finding]
  public var traps: [Finding]
  /// The faults that were injected, in the order of the plan; empty without a plan.
  public var faults: [InjectedFault] = []
}

extension OutcomeSummary {
  /// Something that is said of a reset in one line.
  public struct Fact: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case name
      case error
      /// One for each attempt, in order.
      case attempt
      /// What the SDK told the app.
      case didRecover
      /// The reset that the file tracks afterwards.
      case pending
      /// What the device itself did, beside the replay.
      case device
      /// One for each kind of thing that the trace does not show.
      case gap
    }

    public var kind: Kind
    public var text: String
  }

  /// An unsynced write and its fate.
  public struct Write: Sendable {
    /// The version of its transaction and its index in it, such as `4.2`.
    public var position: String
    /// Where it acts and what it does, such as `Person 7 notes[3]: inserted "x"`.
    public var text: String
    public var fate: Fate
    /// The rule and, where the harm is the engine's, the defect.
    public var rule: String
    /// What is there afterwards, where it is known: a golden does not say.
    public var after: Sighting?
    /// The line of the golden file that says so.
    public var line: Int?

    public init(
      position: String, text: String, fate: Fate, rule: String, after: Sighting? = nil,
      line: Int? = nil
    ) {
      self.position = position
      self.text = text
      self.fate = fate
      self.rule = rule
      self.after = after
      self.line = line
    }
  }

  /// Something found beside the fates: overwritten data of the server's, or a trap.
  public struct Finding: Hashable, Sendable {
    /// What was found: a kind of collateral, or the name of a trap.
    public var kind: String
    /// Where and what, in words.
    public var text: String
    /// Whether it would not be there without a defect of the engine.
    public var isDefect: Bool
  }

  /// A fault of the plan: one that happened to this reset, or one that never happened.
  public struct InjectedFault: Hashable, Sendable {
    /// The fault as `--fault` takes it.
    public var fault: String
    public var hasFired: Bool
    /// What it did, or why it never happened, one line each.
    public var details: [String]
    /// The line of the golden file that says so.
    public var line: Int?

    public init(fault: String, hasFired: Bool, details: [String], line: Int? = nil) {
      self.fault = fault
      self.hasFired = hasFired
      self.details = details
      self.line = line
    }
  }

  /// A state by digests, so that a difference can be told without keeping the state.
  public struct StateSummary: Hashable, Sendable {
    /// XXH64 of the canonical state, sets of links sorted.
    public var digest: String
    public var classes: [ClassSummary]
  }

  /// The objects of one class.
  public struct ClassSummary: Hashable, Sendable {
    public var name: String
    /// Nil for an embedded class, whose objects have no place of their own.
    public var objectCount: Int?
    public var digest: String
  }
}

extension OutcomeSummary {
  /// How many writes had a fate.
  public func count(of fate: Fate) -> Int { writes.count { $0.fate == fate } }

  /// What is said of one kind, in order.
  func facts(_ kind: Fact.Kind) -> [String] {
    facts.filter { $0.kind == kind }.map(\.text)
  }
}

extension OutcomeSummary.Write {
  /// The word in ``rule`` that stands before the names of a defect.
  static let defectMark = "defect "

  /// Whether a correct recovery would have done otherwise.
  public var isDefect: Bool { rule.contains(Self.defectMark) }
}
