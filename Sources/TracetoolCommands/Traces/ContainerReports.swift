import TraceFormat

// The JSON and text of what the container reports, shared by `info`, `verify` and `recover`.

extension LossSummary {
  var json: JSONText {
    .members([
      "lossCount": .wide(lossCount), "lostRecordCount": .wide(lostRecordCount),
      "uncountedLossCount": .wide(uncountedLossCount),
    ])
  }

  /// Such as `12 records are missing in 2 places, and an unknown number in 1 more`.
  var text: String {
    guard lossCount > 0 else { return "no record is missing" }
    let known = Int(clamping: lostRecordCount).counted("record is missing", "records are missing")
    let places = Int(clamping: lossCount).counted("place")
    let unknown =
      uncountedLossCount > 0
      ? "; for \(uncountedLossCount) of them it is not known how many" : ""
    return "\(known) in \(places)\(unknown)"
  }
}

extension TraceFinding {
  var json: JSONText {
    .members([
      "code": .string(code.rawValue), "isDamage": .bool(isDamage), "offset": .wide(offset),
      "sizeBytes": .wide(size), "chunk": chunk.map { .wide($0) } ?? .null,
      "missingFirstSequence": missing.map { .wide($0.firstSequence) } ?? .null,
      "missingRecordCount": missing?.recordCount.map { .wide($0) } ?? .null,
      "suspectCount": .wide(suspectCount), "reason": .string(reason),
    ])
  }
}

extension TraceHeader {
  var json: JSONText {
    .object(metadata.map { JSONText.Member($0.name, .string($0.value)) })
  }
}

extension String {
  /// The text without characters that could break the line or steer a terminal.
  var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.isSafeToPrint ? $0 : "\u{FFFD}" }))
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isSafeToPrint: Bool {
    switch generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }
}
