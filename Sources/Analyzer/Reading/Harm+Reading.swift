internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Collateral {
  init(_ node: JSONNode, _ range: IndexRange) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    var values = try JSONMembers(members.require("values"))
    self.init(
      kind: try members.require("kind").choice(), address: try Address(members.require("address")),
      server: try Sighting(values.require("server")), after: try Sighting(values.require("after")),
      before: try values.take("before").map(Sighting.init),
      gone: try members.list("gone", Value.init), surplus: try members.list("surplus", Value.init),
      isCertain: try members.require("certain").bool(),
      writes: try range.indexes(members.require("writes")),
      rule: try members.take("rule").map(RuleIdentifier.init),
      reason: try members.require("fact").fact(),
      defect: try members.take("defect").map(EngineDefect.init))
    try values.finish()
    members.skip("reason")
    try members.finish()
  }
}

extension TrapSighting {
  init(_ node: JSONNode, _ range: IndexRange) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      trap: TrapIdentifier(try members.require("trap").string()),
      address: try members.take("address").map(Address.init),
      writes: try range.indexes(members.require("writes")),
      effect: try members.require("fact").fact())
    members.skip("title", "help", "text")
    try members.finish()
  }
}

extension DefectSighting {
  init(_ node: JSONNode, _ range: IndexRange) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      identifiers: try members.list("identifiers") { node throws(JSONShapeFailure) in
        try node.string()
      },
      address: try members.take("address").map(Address.init),
      result: try members.require("result").choice(),
      idealResult: try members.require("idealResult").choice(),
      writes: try range.indexes(members.require("writes")))
    if let values = members.take("values") {
      var values = try JSONMembers(values)
      after = try Sighting(values.require("after"))
      idealAfter = try values.take("ideal").map(Sighting.init)
      try values.finish()
    }
    members.skip("text")
    try members.finish()
  }
}
