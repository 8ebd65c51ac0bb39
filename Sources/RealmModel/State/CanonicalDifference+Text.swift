internal import TraceFormat

extension CanonicalDifference {
  /// Where and what differs, without a final period.
  package var text: String {
    switch what {
    case .members(let surplus, let missing):
      "\(place): has \(Self.list(surplus)) too many and lacks \(Self.list(missing))"
    case .value(let value, let expected):
      "\(place): is \(Self.shortened(value)), expected \(Self.shortened(expected))"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func shortened(_ value: JSONText) -> String {
    let text = value.text()
    return text.count > 300 ? text.prefix(300) + "…" : text
  }
}
