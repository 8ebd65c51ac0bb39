package import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
package import TraceFormat

// What the states show, and what the server has changed.
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

/// What the states show of a property that a write reaches into.
struct SeenProperty: JSONObject {
  var address: Address
  var values: Sightings

  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    address = try fields("address", \.address)
    values = try fields("values", \.values)
  }

  init(_ address: Address, _ values: Sightings) { (self.address, self.values) = (address, values) }
}

extension JSONFields<Report> {
  /// What the states show of the properties that writes reach into, in the order of the writes.
  mutating func properties() throws(JSONShapeFailure) -> [Address: Sightings] {
    let lines =
      try optional("properties", \.seenProperties, write: \.json) { node throws(JSONShapeFailure) in
        let lines = try [SeenProperty](node)
        guard Set(lines.map(\.address)).count == lines.count else {
          throw node.failure(expected: "each property once")
        }
        return lines
      } ?? []
    return Dictionary(lines.map { ($0.address, $0.values) }) { first, _ in first }
  }
}

extension Report {
  fileprivate var seenProperties: [SeenProperty] {
    var left = propertySightings
    return writes.compactMap { write in
      let address = write.address.wholeProperty
      return left.removeValue(forKey: address).map { SeenProperty(address, $0) }
    }
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

extension IncomingChanges: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    fields.words("text", \.sentence)
    self.init(changes: try fields.optional("changes", \.changes))
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
