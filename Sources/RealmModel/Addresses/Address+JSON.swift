package import TraceFormat

extension Address {
  /// The address for programs, as far as it goes.
  package var json: JSONText {
    .members([
      "class": className.json,
      "object": object.map(\.json),
      "property": property.map(\.json),
      "path": path.isEmpty ? nil : .array(path.map(\.json)),
    ])
  }
}
