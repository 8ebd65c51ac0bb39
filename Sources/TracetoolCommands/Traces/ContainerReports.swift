import TraceFormat

// The JSON and text of what the container reports, shared by `info`, `verify` and `salvage`.

extension LossSummary {
  var json: JSONText {
    JSONText(facts: [
      "lossCount": lossCount, "lostRecordCount": lostRecordCount,
      "uncountedLossCount": uncountedLossCount,
    ])
  }

  /// Such as `12 records are missing in 2 places, and an unknown number in 1 more`.
  var text: String {
    guard lossCount > 0 else { return "no record is missing" }
    let known = Int(clamping: lostRecordCount).counted("record is missing", "records are missing")
    let places = Int(clamping: lossCount).counted("place")
    guard uncountedLossCount < lossCount else {
      return "an unknown number of records is missing in \(places)"
    }
    let unknown =
      uncountedLossCount > 0
      ? "; for \(uncountedLossCount) of them it is not known how many" : ""
    return "\(known) in \(places)\(unknown)"
  }
}

extension SecretCounts {
  /// By kind; those that did not occur are left out.
  var json: JSONText { .object(byKind.map { JSONText.Member($0.kind.rawValue, .wide($0.count)) }) }

  /// Such as `3 secrets replaced: jwt 2, token 1`; nothing where there are none.
  func lines(ending verb: String) -> [String] {
    guard total > 0 else { return [] }
    let list = byKind.map { "\($0.kind.rawValue) \($0.count)" }.joined(separator: ", ")
    return ["\(Int(clamping: total).counted("secret")) \(verb): \(list)"]
  }
}

/// What is said of places that could not be read, so that secrets in them can be told by shape alone.
enum UnreadPlaces {
  static func lines(_ count: UInt64) -> [String] {
    guard count > 0 else { return [] }
    let places = Int(clamping: count).counted("place")
    return ["\(places) of an unknown form, searched by shape alone"]
  }
}

extension TraceFinding {
  var json: JSONText {
    JSONText(facts: [
      "code": code.rawValue, "isDamage": isDamage, "offset": offset, "sizeBytes": size,
      "chunk": chunk, "missingFirstSequence": missing?.firstSequence,
      "missingRecordCount": missing?.recordCount, "suspectCount": suspectCount, "reason": reason,
    ])
  }
}

extension TraceHeader {
  var json: JSONText { .object(metadata.map { JSONText.Member($0.name, .string($0.value)) }) }
}
