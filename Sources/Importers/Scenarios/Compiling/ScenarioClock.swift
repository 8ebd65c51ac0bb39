internal import TraceFormat

/// The times of a scenario's events: those it states, and one second later for each other one.
struct ScenarioClock {
  private var nextMicroseconds: Int64
  private static let stepMicroseconds: Int64 = 1_000_000

  /// Starts at 2025-01-01T00:00:00Z.
  init() { nextMicroseconds = 1_735_689_600_000_000 }

  init(_ node: JSONNode) throws(JSONShapeFailure) {
    nextMicroseconds = try ScenarioLiteral.microseconds(node)
  }

  mutating func tick() -> Int64 {
    defer { nextMicroseconds += Self.stepMicroseconds }
    return nextMicroseconds
  }

  /// The time of a transaction: the stated one, from which the clock then continues.
  mutating func tick(_ stated: JSONNode?) throws(JSONShapeFailure) -> Int64 {
    if let stated { nextMicroseconds = try ScenarioLiteral.microseconds(stated) }
    return tick()
  }

  /// The same time as the protocol states it, or nil before 2015.
  static func origin(_ microseconds: Int64) -> UInt64? {
    UInt64(exactly: microseconds / 1_000 - Timestamp.originMilliseconds)
  }
}
