package import TraceFormat

/// The faults that a replay injects, in order (`docs/faults.md`).
///
/// A plan is data: the same plan, trace and mode give the same outcome. Several faults at one event
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

  /// The randomness of a fault, which does not depend on the faults before it.
  package func numbers(of index: Int) -> SeededNumbers {
    SeededNumbers(seed: seed &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03)
  }

  /// The largest plan that is read.
  public static let sizeMaxBytes = 1 << 20
}

/// One fault: at which event of a session it happens, and what happens then.
public struct Fault: Hashable, Sendable {
  package var trigger: FaultTrigger
  package var kind: FaultKind

  package init(_ trigger: FaultTrigger, _ kind: FaultKind) {
    self.trigger = trigger
    self.kind = kind
  }

  /// Whether both do the same at the same time; the names that they say are compared by their bytes.
  public static func == (a: Fault, b: Fault) -> Bool { a.json == b.json }
}
