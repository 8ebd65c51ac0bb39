internal import RealmModel
package import TraceFormat

// The parts of a report that have no words, as they stand in its JSON (`docs/report.md`).
extension Sightings: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      before: try fields.optional("before", \.before), device: try fields("device", \.device),
      server: try fields("server", \.server), after: try fields("after", \.after))
  }
}

extension ElementSightings: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      before: try fields.optional("before", \.before),
      device: try fields.optional("device", \.device),
      server: try fields.optional("server", \.server),
      after: try fields.optional("after", \.after))
  }
}

extension ChangeUndoneByCopy: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let address = try fields("address", \.address)
    self = try fields.group("values") { fields throws(JSONShapeFailure) in
      Self(
        address: address, server: try fields("server", \.server), copy: try fields("copy", \.copy))
    }
  }
}

extension IncomingChange: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let address = try fields("address", \.address)
    let values = try fields.group("values") { fields throws(JSONShapeFailure) in
      (
        before: try fields("before", \.before), server: try fields("server", \.server),
        after: try fields("after", \.after)
      )
    }
    self.init(
      address: address, before: values.before, server: values.server, after: values.after,
      arrives: try fields("arrives", \.arrives))
  }
}

extension Sighting: JSONCoded {}

extension Report.Transaction: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      clientVersion: try fields("clientVersion", \.clientVersion),
      sequence: try fields("sequence", \.sequence),
      timeMicroseconds: try fields("timeMicroseconds", \.timeMicroseconds),
      originTimestampMilliseconds: try fields.optional(
        "originTimestampMilliseconds", \.originTimestampMilliseconds),
      writeCount: try fields("writes", \.writeCount))
  }
}

extension HarmAccount: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init()
    lost = try fields("lost", \.lost)
    stranded = try fields("stranded", \.stranded)
    overwritten = try fields.list("overwritten", \.overwritten)
    doubled = try fields.list("doubled", \.doubled)
    acknowledgedLost = try fields.list("acknowledgedLost", \.acknowledgedLost)
    merged = try fields.list("merged", \.merged)
    deviceWon = try fields.list("deviceWon", \.deviceWon)
    serverWon = try fields.list("serverWon", \.serverWon)
  }
}

extension HarmAccount.Place: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      address: try fields("address", \.address), collateral: try fields("collateral", \.collateral))
  }
}

extension HarmAccount.AcknowledgedLoss: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      address: try fields("address", \.address), value: try fields.optional("value", \.value),
      after: try fields("after", \.after))
  }
}
