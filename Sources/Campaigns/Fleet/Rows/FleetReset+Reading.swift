internal import Analyzer
internal import Replayer
internal import TraceFormat

extension FleetReset {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      session: try node.require("session").integer(), record: try node.require("record").wide(),
      kind: try node.require("kind").choice(), trigger: try Trigger(node.require("trigger")),
      result: try node.require("result").choice(),
      didRecover: try node.fleetMember("didRecover")?.bool(),
      attempts: try node.fleetList("attempts", Attempt.init),
      message: try node.fleetMember("message")?.string(),
      observed: try node.fleetMember("observed").map(Observed.init),
      transactionCount: try node.require("transactions").fleetCount(),
      writeCount: try node.require("writes").fleetCount(),
      countedCount: try node.require("counted").fleetCount(),
      keptCount: try node.require("kept").fleetCount(),
      harm: try HarmCounts(fleet: node.require("harm")),
      fates: try node.fleetList("fates", FleetFates.init),
      causes: try node.fleetList("causes", FleetCause.init),
      traps: try node.fleetList("traps") { trap throws(JSONShapeFailure) in
        FleetCount(
          TrapIdentifier(try trap.require("trap").string()),
          try trap.require("count").fleetCount())
      },
      defects: try node.fleetStrings("defects"),
      schemaChanges: try node.fleetList("schemaChanges", FleetSchemaChange.init),
      gaps: try node.fleetList("gaps") { gap throws(JSONShapeFailure) in
        FleetCount(try gap.require("kind").choice(), try gap.require("count").fleetCount())
      },
      recommended: try node.fleetList("recommended") { mode throws(JSONShapeFailure) in
        try mode.choice()
      })
  }
}

extension FleetReset.Trigger {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      action: try node.require("action").choice(), code: try node.fleetMember("code")?.integer(),
      name: try node.require("name").string())
  }
}

extension FleetReset.Attempt {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      mode: try node.fleetMember("mode")?.choice(), result: try node.require("result").choice(),
      failure: try node.fleetMember("failure")?.choice())
  }
}

extension FleetReset.Observed {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      mode: try node.require("mode").choice(), result: try node.require("result").choice(),
      isSame: try node.fleetMember("same")?.bool())
  }
}

extension HarmCounts {
  fileprivate init(fleet node: JSONNode) throws(JSONShapeFailure) {
    self.init()
    lost = try node.require("lost").fleetCount()
    stranded = try node.require("stranded").fleetCount()
    overwritten = try node.require("overwritten").fleetCount()
    doubled = try node.require("doubled").fleetCount()
    acknowledgedLost = try node.require("acknowledgedLost").fleetCount()
    merged = try node.require("merged").fleetCount()
    deviceWon = try node.require("deviceWon").fleetCount()
    serverWon = try node.require("serverWon").fleetCount()
  }
}

extension FleetFates {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      className: try node.require("class").fleetText(),
      property: try node.fleetMember("property")?.fleetText(),
      fate: try node.require("fate").choice(),
      cause: try node.fleetMember("cause").map { cause throws(JSONShapeFailure) in
        Cause(rawValue: try cause.string())
      },
      rule: try node.fleetRule(), defects: try node.fleetStrings("defects"),
      writeCount: try node.require("writes").fleetCount(),
      ownCount: try node.require("own").fleetCount())
  }
}

extension FleetCause {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      cluster: try node.require("cluster").fleetDigest(digitCount: 16), rule: try node.fleetRule(),
      className: try node.require("class").fleetText(),
      property: try node.fleetMember("property")?.fleetText(),
      schemaChange: try node.fleetMember("schemaChange")?.choice(),
      defects: try node.fleetStrings("defects"), harm: [:])
    for harmClass in HarmClass.allCases {
      let count = try node.require(harmClass.rawValue).fleetCount()
      if count > 0 { harm[harmClass] = count }
    }
  }
}

extension FleetSchemaChange {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      kind: try node.require("change").choice(), effect: try node.require("effect").choice(),
      className: try node.require("class").fleetText(),
      property: try node.fleetMember("property")?.fleetText())
  }
}
