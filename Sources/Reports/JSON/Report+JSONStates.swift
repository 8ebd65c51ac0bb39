package import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
package import TraceFormat

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

extension IncomingChanges: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    fields.words("text", \.sentence)
    self.init(changes: try fields.optional("changes", \.changes))
  }
}
