import RealmModel

/// The faults that a replay injects, in order (`docs/faults.md`).
///
/// A plan is data: the same plan, trace and mode give the same outcome. Several faults at one moment
/// take effect in the order of the plan.
public struct FaultPlan: Hashable, Sendable {
  /// The faults; each may happen once.
  public var faults: [Fault]
  /// Decides what a fault leaves open, such as which class a change of the schema removes.
  public var seed: UInt64

  /// A plan in memory.
  public init(_ faults: [Fault] = [], seed: UInt64 = 0) {
    self.faults = faults
    self.seed = seed
  }

  /// A plan without faults, under which a trace is replayed as it was recorded.
  public static let none = FaultPlan()

  /// Whether nothing is injected.
  public var isEmpty: Bool { faults.isEmpty }

  /// The largest plan that is read.
  public static let sizeMaxBytes = 1 << 20
}

/// One fault: at which moment of a session, and what happens then.
public struct Fault: Hashable, Sendable {
  package var moment: FaultMoment
  package var kind: FaultKind

  package init(_ moment: FaultMoment, _ kind: FaultKind) {
    self.moment = moment
    self.kind = kind
  }

  /// Whether both do the same at the same time; the names that they say are compared by their bytes.
  public static func == (a: Fault, b: Fault) -> Bool { a.json == b.json }
}
