internal import FaultPlans
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Report {
  /// Reads the faults that were injected; without the member there were none.
  mutating func readFaults(_ members: inout JSONMembers) throws(JSONShapeFailure) {
    guard let node = members.take("faults") else { return }
    var members = try JSONMembers(node)
    faultPlan = try FaultPlan(members.require("plan"))
    let plan = faultPlan
    faults = try members.list("fired") { node throws(JSONShapeFailure) in
      try FaultFiring(node, of: plan)
    }
    unfiredFaults = try members.list("neverFired") { node throws(JSONShapeFailure) in
      try UnfiredFault(node, of: plan)
    }
    try members.finish()
  }
}

extension FaultPlan {
  /// The index of one of the faults.
  fileprivate func index(_ node: JSONNode) throws(JSONShapeFailure) -> Int {
    try IndexRange(of: "a fault", faults.count).index(node)
  }
}

extension FaultFiring {
  fileprivate init(_ node: JSONNode, of plan: FaultPlan) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let index = try plan.index(members.require("index"))
    self.init(
      fault: plan.faults[index], index: index,
      session: try members.require("session").integer(),
      sequence: try members.require("sequence").wide(),
      effects: try members.list("effects", FaultEffect.init(reading:)))
    members.skip("fault")
    try members.finish()
  }
}

extension UnfiredFault {
  fileprivate init(_ node: JSONNode, of plan: FaultPlan) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let index = try plan.index(members.require("index"))
    self.init(
      fault: plan.faults[index], index: index, reason: try members.require("fact").fact())
    members.skip("fault", "reason")
    try members.finish()
  }
}

extension FaultEffect {
  fileprivate init(reading node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      try members.require("fact").fact(),
      changes: try members.list("changes", FaultedChange.init(reading:)),
      objects: try members.list("objects") { node throws(JSONShapeFailure) in
        var members = try JSONMembers(node)
        let object = ObjectName(
          className: try members.require("class").realmString(),
          key: try PrimaryKeyValue(members.require("object")))
        try members.finish()
        return object
      })
    members.skip("kind", "text")
    try members.finish()
  }
}

extension FaultedChange {
  fileprivate init(reading node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      serverVersion: try members.take("serverVersion")?.wide(),
      clientVersion: try members.take("clientVersion")?.wide(),
      isOnDevice: try members.require("onDevice").bool(),
      originTimestampMilliseconds: try members.take("originTimestampMilliseconds")?.wide(),
      changeset: try Changeset(members.require("instructions")))
    try members.finish()
  }
}
