package import TraceFormat

extension JSONFields {
  /// The members of a place among others.
  package mutating func address(
    _ place: (Root) -> Address, omitsEmptyPath: Bool = false
  ) throws(JSONShapeFailure) -> Address {
    var address = Address(
      className: try self("class") { place($0).className },
      object: try optional("object") { place($0).object },
      property: try optional("property") { place($0).property })
    address.path = try list("path", { place($0).path }, omitsEmpty: omitsEmptyPath)
    return address
  }
}

extension Address: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self = try fields.address({ $0 }, omitsEmptyPath: true)
  }
}

extension Address: Codable {
  /// A place, as far as it is given.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
  /// Writes the form that it has in a report's facts (`docs/report.md`).
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
}
