internal import RealmModel
internal import Replayer
internal import TraceFormat

extension HarmAccount {
  /// Reads the account of a report.
  ///
  /// - Parameters:
  ///   - writes: the writes of the report.
  ///   - collateral: the collateral of the report.
  init(_ node: JSONNode, _ writes: IndexRange, _ collateral: IndexRange)
    throws(JSONShapeFailure)
  {
    var members = try JSONMembers(node)
    self.init()
    func places(_ name: String) throws(JSONShapeFailure) -> [Place] {
      try members.list(name) { node throws(JSONShapeFailure) in try Place(node, collateral) }
    }
    lost = try writes.indexes(members.require("lost"))
    stranded = try writes.indexes(members.require("stranded"))
    overwritten = try places("overwritten")
    doubled = try places("doubled")
    acknowledgedLost = try members.list("acknowledgedLost", AcknowledgedLoss.init)
    syncedInFileOnly = try members.list("syncedInFileOnly", AcknowledgedLoss.init)
    merged = try members.list("merged", Address.init)
    deviceWon = try members.list("deviceWon", Address.init)
    serverWon = try members.list("serverWon", Address.init)
    try members.finish()
  }
}

extension HarmAccount.Place {
  fileprivate init(_ node: JSONNode, _ range: IndexRange) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      address: try Address(members.require("address")),
      collateral: try range.indexes(members.require("collateral")))
    try members.finish()
  }
}

extension HarmAccount.AcknowledgedLoss {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      address: try Address(members.require("address")),
      value: try members.take("value").map(Value.init),
      after: try Sighting(members.require("after")))
    try members.finish()
  }
}
