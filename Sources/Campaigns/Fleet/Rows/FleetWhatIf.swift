package import FaultPlans
internal import RealmModel
internal import TraceFormat

/// What a run changes about the sessions that it replays: part of what the run is, so every row names it, and rows of
/// two are not counted together (`docs/fleet.md`, "What if").
public struct FleetWhatIf: Codable, Hashable, Sendable {
  /// The faults, as `--fault` takes them; empty where only the schema is another.
  public var faults: [String]
  /// Decides what the faults leave open; nil for 0.
  public var seed: UInt64?
  /// The server's new schema: 16 hexadecimal digits, XXH64 of its form in JSON; nil where it stays as it is.
  public var schema: String?

  /// Nil for a run that changes nothing.
  init?(_ plan: FaultPlan, _ schema: RealmSchema?) {
    guard !plan.isEmpty || schema != nil else { return nil }
    faults = plan.faults.map(\.text)
    seed = plan.seed == 0 ? nil : plan.seed
    self.schema = schema.map { Hex.digest(XXH64.digest(Array($0.json.text().utf8))) }
  }

  /// The faults again, to replay a trace with; nil where rows have one that this version does not know.
  package var plan: FaultPlan? {
    let known = faults.compactMap { Fault(ifReadable: $0) }
    return known.count == faults.count ? FaultPlan(known, seed: seed ?? 0) : nil
  }
}

extension FleetWhatIf: JSONShaped {
  package static var isOpen: Bool { true }
}
