public import FaultPlans
public import TraceFormat

/// A world to be simulated: the same options give the same traces, byte for byte.
public struct SimulationOptions: Sendable {
  package var schema: RealmSchema
  package var workload: Workload
  package var (deviceCount, dayCount): (Int, Int)
  package var seed: UInt64
  /// The reset modes of the devices, which take them in turn.
  package var modes: [ResetMode]
  package var plan: FaultPlan
  /// What records the devices.
  package var recorder = Recorder.app

  /// Who sees a session.
  package enum Recorder: String, Sendable, CaseIterable {
    /// The recorder in each app, with every hook in use.
    case app
    /// A proxy between each device and the server: messages alone.
    case wire
  }

  /// The most devices and days of a world.
  package static let (deviceCountMax, dayCountMax) = (100_000, 3_650)

  /// A time of a world, which begins 2025-01-01T00:00:00Z, in milliseconds since then: as microseconds since 1970.
  static func microseconds(_ time: Int64) -> Int64 { 1_735_689_600_000_000 + time * 1_000 }

  /// The same as a changeset has it: in milliseconds since 2015-01-01T00:00:00Z.
  static func originTimestamp(_ time: Int64) -> UInt64 {
    UInt64(microseconds(time) / 1_000 - Timestamp.originMilliseconds)
  }

  /// A world of these parts.
  ///
  /// - Throws: where the schema is not one that devices could sync, or a number is out of its limits.
  public init(
    schema: RealmSchema, workload: Workload = Workload(), deviceCount: Int, dayCount: Int,
    seed: UInt64, modes: [ResetMode] = [.recover], plan: FaultPlan = .none
  ) throws(JSONShapeFailure) {
    self.schema = schema
    self.workload = workload
    (self.deviceCount, self.dayCount) = (deviceCount, dayCount)
    self.seed = seed
    self.modes = modes.isEmpty ? [.recover] : modes
    self.plan = plan
    try checkSchema()
    for (name, value, limit) in [
      ("devices", deviceCount, Self.deviceCountMax), ("days", dayCount, Self.dayCountMax),
    ] where !(1...limit).contains(value) {
      throw JSONShapeFailure(path: name, expected: "a number from 1 to \(limit)", found: "\(value)")
    }
  }

  /// Every object has to be found again on other devices, by its primary key.
  private func checkSchema() throws(JSONShapeFailure) {
    for owner in schema.classes where owner.kind != .embedded && owner.primaryKey == nil {
      throw JSONShapeFailure(
        path: "classes.\(owner.name.jsonName)", expected: "a member `primaryKey`", found: "none")
    }
    guard schema.classes.contains(where: { $0.kind == .topLevel }) else {
      throw JSONShapeFailure(
        path: "classes", expected: "a class that is neither embedded nor asymmetric",
        found: "none")
    }
  }
}
