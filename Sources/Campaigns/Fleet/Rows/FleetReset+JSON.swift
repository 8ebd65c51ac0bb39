package import Analyzer
package import Replayer
package import TraceFormat

extension FleetReset: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      session: try fields("session", \.session), record: try fields("record", \.record),
      kind: try fields("kind", \.kind), trigger: try fields("trigger", \.trigger),
      result: try fields("result", \.result),
      didRecover: try fields.optional("didRecover", \.didRecover),
      attempts: try fields("attempts", \.attempts),
      message: try fields.optional("message", \.message),
      observed: try fields.optional("observed", \.observed),
      transactionCount: try fields("transactions", \.transactionCount),
      writeCount: try fields("writes", \.writeCount),
      countedCount: try fields("counted", \.countedCount),
      keptCount: try fields("kept", \.keptCount), harm: try fields("harm", \.harm),
      fates: try fields("fates", \.fates), causes: try fields("causes", \.causes),
      traps: try fields("traps", \.traps), defects: try fields("defects", \.defects),
      schemaChanges: try fields("schemaChanges", \.schemaChanges),
      gaps: try fields("gaps", \.gaps), recommended: [])
    fields.written("notKnown") { .bool($0.hidesWrites) }
    recommended = try fields("recommended", \.recommended)
  }
}

extension FleetReset.Trigger: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      action: try fields("action", \.action), code: try fields.optional("code", \.code),
      name: try fields("name", \.name))
  }
}

extension FleetReset.Attempt: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      mode: try fields.optional("mode", \.mode), result: try fields("result", \.result),
      failure: try fields.optional("failure", \.failure))
  }
}

extension FleetReset.Observed: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      mode: try fields("mode", \.mode), result: try fields("result", \.result),
      isSame: try fields.optional("same", \.isSame))
  }
}

extension HarmCounts: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init()
    lost = try fields("lost", \.lost)
    stranded = try fields("stranded", \.stranded)
    overwritten = try fields("overwritten", \.overwritten)
    doubled = try fields("doubled", \.doubled)
    acknowledgedLost = try fields("acknowledgedLost", \.acknowledgedLost)
    merged = try fields("merged", \.merged)
    deviceWon = try fields("deviceWon", \.deviceWon)
    serverWon = try fields("serverWon", \.serverWon)
  }
}

extension FleetFates: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      className: try fields.text("class", \.className),
      property: try fields.optionalText("property", \.property),
      fate: try fields("fate", \.fate), cause: try fields.optional("cause", \.cause),
      rule: try fields.optional("rule", \.rule), defects: try fields("defects", \.defects),
      writeCount: try fields("writes", \.writeCount), ownCount: try fields("own", \.ownCount))
  }
}

extension FleetCause: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      cluster: try fields.digest("cluster", digitCount: 16, \.cluster),
      rule: try fields.optional("rule", \.rule),
      className: try fields.text("class", \.className),
      property: try fields.optionalText("property", \.property),
      schemaChange: try fields.optional("schemaChange", \.schemaChange),
      defects: try fields("defects", \.defects), harm: [:])
    for harmClass in HarmClass.allCases {
      let count = try fields(harmClass.rawValue) { $0.harm[harmClass] ?? 0 }
      if count > 0 { harm[harmClass] = count }
    }
  }
}

extension FleetSchemaChange: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      kind: try fields("change", \.kind), effect: try fields("effect", \.effect),
      className: try fields.text("class", \.className),
      property: try fields.optionalText("property", \.property))
  }
}

/// A word that is counted in rows.
package protocol FleetCounted: JSONCoded {
  /// The member that has the word.
  static var memberName: String { get }
}

extension TrapIdentifier: FleetCounted {
  package static let memberName = "trap"
}

extension Gap.Kind: FleetCounted {
  package static let memberName = "kind"
}

extension FleetCount: JSONCoded, JSONObject, FleetObject where Element: FleetCounted {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      try fields(Element.memberName, \.element), try fields("count", \.count))
  }
}
