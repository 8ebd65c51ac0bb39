internal import Analyzer
internal import Phrasebook
package import RealmModel
package import Replayer
package import TraceFormat

// The faults that were injected (`docs/report.md`, "Faults").
extension JSONFields<Report> {
  /// Without the member there were none.
  mutating func faults() throws(JSONShapeFailure)
    -> (plan: FaultPlan, fired: [FaultFiring], unfired: [UnfiredFault])?
  {
    try group(
      "faults", if: { !$0.faultPlan.isEmpty },
      of: { fields throws(JSONShapeFailure) in
        let plan = try fields("plan", \.faultPlan)
        return (
          plan, try fields.list("fired", \.faults, of: plan),
          try fields.list("neverFired", \.unfiredFaults, of: plan)
        )
      })
  }
}

/// What became of a fault of a plan.
private protocol PlannedFault {
  var fault: Fault { get }
  var index: Int { get }
  init(_ fields: inout some JSONFields<Self>, of plan: FaultPlan) throws(JSONShapeFailure)
}

extension JSONFields {
  fileprivate mutating func list<Element: PlannedFault>(
    _ name: String, _ field: (Root) -> [Element], of plan: FaultPlan
  ) throws(JSONShapeFailure) -> [Element] {
    try list(
      name, field,
      write: { element in
        .object(
          JSONFieldWriter.members(of: element) { fields throws(JSONShapeFailure) in
            try Element(&fields, of: plan)
          })
      },
      read: { node throws(JSONShapeFailure) in
        try JSONFieldReader.value(of: node) { fields throws(JSONShapeFailure) in
          try Element(&fields, of: plan)
        }
      })
  }
}

extension JSONFields where Root: PlannedFault {
  /// Which fault of a plan it is, by its index; its text is for people.
  fileprivate mutating func index(in plan: FaultPlan) throws(JSONShapeFailure) -> Int {
    let index = try self(
      "index", \.index, write: \.json,
      read: { node throws(JSONShapeFailure) in
        let index = try Int(node)
        guard plan.faults.indices.contains(index) else {
          throw node.failure(expected: "the index of a fault")
        }
        return index
      })
    words("fault", \.fault.text)
    return index
  }
}

extension FaultFiring: PlannedFault {
  fileprivate init(
    _ fields: inout some JSONFields<Self>, of plan: FaultPlan
  ) throws(JSONShapeFailure) {
    let index = try fields.index(in: plan)
    self.init(
      fault: plan.faults[index], index: index, session: try fields("session", \.session),
      sequence: try fields("sequence", \.sequence), effects: try fields.list("effects", \.effects))
  }
}

extension UnfiredFault: PlannedFault {
  fileprivate init(
    _ fields: inout some JSONFields<Self>, of plan: FaultPlan
  ) throws(JSONShapeFailure) {
    let index = try fields.index(in: plan)
    fields.words("reason", \.reason.words)
    self.init(
      fault: plan.faults[index], index: index, reason: try fields.fact("fact", \.reason))
  }
}

extension FaultPlan: JSONCoded {}

extension FaultEffect: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    fields.words("kind", \.kind.rawValue)
    fields.words("text", \.words)
    self.init(
      try fields.fact("fact", \.fact),
      changes: try fields.list("changes", \.changes, omitsEmpty: true),
      objects: try fields.list("objects", \.objects, omitsEmpty: true))
  }
}

extension ObjectName: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(className: try fields("class", \.className), key: try fields("object", \.key))
  }
}

extension FaultedChange: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      serverVersion: try fields.optional("serverVersion", \.serverVersion),
      clientVersion: try fields.optional("clientVersion", \.clientVersion),
      isOnDevice: try fields("onDevice", \.isOnDevice),
      originTimestampMilliseconds: try fields.optional(
        "originTimestampMilliseconds", \.originTimestampMilliseconds),
      changeset: try fields(
        "instructions", \.changeset,
        write: { changeset in .array(changeset.instructions.map(changeset.json)) },
        read: { node throws(JSONShapeFailure) in try Changeset(node) }))
  }
}
