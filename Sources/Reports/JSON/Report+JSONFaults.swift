internal import Analyzer
internal import FaultPlans
internal import RealmModel
internal import Replayer
internal import TraceFormat

// The faults that were injected (`docs/report.md`, "Faults").
extension Report {
  /// Nil for a replay without faults.
  var faultsJSON: JSONText? {
    guard !faultPlan.isEmpty else { return nil }
    return .members([
      "plan": faultPlan.json,
      "fired": .array(faults.map(Self.json)),
      "neverFired": .array(unfiredFaults.map(Self.json)),
    ])
  }

  private static func json(_ firing: FaultFiring) -> JSONText {
    .members([
      "index": .integer(firing.index), "fault": .string(firing.fault.text),
      "session": .integer(Int(firing.session)), "sequence": .wide(firing.sequence),
      "effects": .array(firing.effects.map(json)),
    ])
  }

  private static func json(_ unfired: UnfiredFault) -> JSONText {
    .members([
      "index": .integer(unfired.index), "fault": .string(unfired.fault.text),
      "reason": .string(unfired.reason.words), "fact": JSONText(fact: unfired.reason),
    ])
  }

  private static func json(_ effect: FaultEffect) -> JSONText {
    .members([
      "kind": .string(effect.kind.rawValue), "text": .string(effect.words),
      "fact": JSONText(fact: effect.fact),
      "changes": effect.changes.isEmpty ? nil : .array(effect.changes.map(json)),
      "objects": effect.objects.isEmpty
        ? nil
        : .array(
          effect.objects.map {
            .members(["class": $0.className.json, "object": $0.key.json])
          }),
    ])
  }

  private static func json(_ change: FaultedChange) -> JSONText {
    .members([
      "serverVersion": change.serverVersion.map(JSONText.wide),
      "clientVersion": change.clientVersion.map(JSONText.wide),
      "onDevice": .bool(change.isOnDevice),
      "originTimestampMilliseconds": change.originTimestampMilliseconds.map(JSONText.wide),
      "instructions": .array(change.changeset.instructions.map(change.changeset.json)),
    ])
  }
}
