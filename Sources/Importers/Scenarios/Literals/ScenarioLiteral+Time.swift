internal import TraceFormat

extension ScenarioLiteral {
  /// A date: `2025-03-01T08:00:00.25Z`, always in UTC, or `["seconds", nanoseconds]` since 1970.
  static func timestamp(_ node: JSONNode) throws(JSONShapeFailure) -> Timestamp {
    if case .array(let parts) = node.json, parts.count == 2 {
      let parts = try node.elements()
      return Timestamp(seconds: try int(parts[0]), nanoseconds: try nanoseconds(parts[1]))
    }
    guard case .string(let text) = node.json, let value = Timestamp(text: text) else {
      throw node.failure(expected: "a date such as \"2025-03-01T08:00:00Z\"")
    }
    return value
  }

  static func microseconds(_ node: JSONNode) throws(JSONShapeFailure) -> Int64 {
    let time = try timestamp(node)
    guard time.seconds.magnitude < 1 << 42 else {
      throw node.failure(expected: "a time between 1970 and the year 9999")
    }
    return time.seconds * 1_000_000 + Int64(time.nanoseconds / 1_000)
  }

  private static func nanoseconds(_ node: JSONNode) throws(JSONShapeFailure) -> Int32 {
    let value: Int32 = try node.integer()
    guard value.magnitude < 1_000_000_000 else {
      throw node.failure(expected: "nanoseconds from -999999999 to 999999999")
    }
    return value
  }
}
