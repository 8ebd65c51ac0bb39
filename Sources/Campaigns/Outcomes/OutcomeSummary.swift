package import Analyzer
package import RealmModel
package import TraceFormat

/// What one client reset came to, in as many parts as golden files hold (`docs/golden.md`), and as are
/// compared between two reports.
///
/// What acts on what is written in short, as a golden has it: nobody can read an address back from that.
package struct OutcomeSummary: Sendable {
  /// Which reset of the trace, such as `session 1, record 11`.
  package var reset: String
  package var result: ResetEnding
  /// What can be said in one line each, in the order of ``Fact/Kind``.
  package var facts: [Fact]
  /// The device's state after the reset; nil where only a report is there.
  package var state: StateSummary?
  /// The unsynced writes, in order.
  package var writes: [Write]
  package var collateral: [Finding]
  package var traps: [Finding]
  /// What the device had synced and a restored server lacks.
  package var acknowledgedLost: [Finding] = []
  /// The places that are overwritten or doubled in the account of harm, where a report has it.
  package var harmedPlaces: [Finding]?
  /// The account of harm in numbers, where a report has it: a golden, which nobody limits, says what it is made of.
  package var harm = HarmCounts()
  /// Whether what the reset did to what others wrote is not known, where a report says so.
  package var hidesOthers = false
  /// The faults that were injected, in the order of the plan; empty without a plan.
  package var faults: [InjectedFault] = []
  /// The line of the golden file at which it begins.
  package var line: Int?

  package struct Fact: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case name
      case error
      /// One for each attempt, in order.
      case attempt
      /// What the SDK reported to the app.
      case didRecover
      /// The reset that the file tracks afterwards.
      case pending
      /// What the device itself did, besides the replay.
      case device
      /// One for each kind of thing that the trace does not show, by its name.
      case gap
    }

    package var kind: Kind
    package var text: String
  }

  package struct Write: Sendable {
    package var position: Position
    /// Where it acts and what it does, such as `Person 7 notes[3]: inserted "x"`.
    package var text: String
    package var fate: Fate
    package var rule: CitedRule
    /// What is there afterwards, where it is known: a golden does not say.
    package var after: ObservedValue?
    /// What it acts on, where a report says so: a golden has it in ``text`` alone.
    package var place: Address?
    /// The line of the golden file that says so.
    package var line: Int?
  }

  package struct Position: Hashable, Sendable {
    /// The version of its transaction.
    package var version: UInt64
    /// The index of its instruction in it.
    package var index: Int

    package var text: String { "\(version).\(index)" }
  }

  /// Something found besides the fates: overwritten data of the server's, or a trap.
  package struct Finding: Hashable, Sendable {
    /// What was found: a kind of collateral, or the name of a trap.
    package var kind: String
    /// Where and what, such as `Person 7 name: "a" became "b" [update]`.
    package var text: String
    package var rule: CitedRule?
  }

  /// A fault of the plan: one that happened to this reset, or one that never happened.
  package struct InjectedFault: Hashable, Sendable {
    /// The fault as `--fault` takes it.
    package var fault: String
    package var hasFired: Bool
    /// What it did, or why it never happened, one line each (``ReportWording``).
    package var details: [String]
    /// The line of the golden file that says so.
    package var line: Int?
  }

  /// A state by digests, so that a difference can be seen without keeping the state.
  package struct StateSummary: Hashable, Sendable {
    /// XXH64 of the canonical state, sets of links sorted.
    package var digest: String
    package var classes: [ClassSummary]

    /// Where the trace does not show what the device had, and the reset leaves it so, or how the reset ended.
    static let notKnown = StateSummary(digest: "not known", classes: [])
  }

  package struct ClassSummary: Hashable, Sendable {
    package var name: String
    /// Nil for an embedded class, whose objects have no place of their own.
    package var objectCount: Int?
    package var digest: String
  }

  package func count(of fate: Fate) -> Int { writes.count { $0.fate == fate } }

  /// How many writes and pieces of collateral would be otherwise without a defect of the engine.
  var defectCount: Int {
    (writes.map(\.rule) + collateral.compactMap(\.rule)).count { $0.defects != nil }
  }

  func facts(_ kind: Fact.Kind) -> [String] { facts.filter { $0.kind == kind }.map(\.text) }
}
