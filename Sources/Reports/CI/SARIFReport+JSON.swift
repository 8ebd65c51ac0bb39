public import TraceFormat

extension SARIFReport {
  /// Code hosts refuse a run with more.
  static let resultsMax = 25_000

  /// The report as a SARIF log with one run.
  ///
  /// - Precondition: Every result names one of the rules.
  public var json: JSONText {
    .members([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"),
      "runs": .array([run]),
    ])
  }

  private var run: JSONText {
    let shown = results.prefix(Self.resultsMax)
    let ruleIndexes = Dictionary(
      zip(rules.map(\.identifier), rules.indices), uniquingKeysWith: { first, _ in first })
    let written = zip(shown, Self.fingerprints(of: shown)).map { result, fingerprint in
      guard let ruleIndex = ruleIndexes[result.rule] else {
        preconditionFailure("the rule `\(result.rule)` of a result is not among the report's")
      }
      return Self.json(result, ruleIndex, fingerprint)
    }
    return JSONText(facts: [
      "tool": JSONText(facts: ["driver": driver]),
      "invocations": [invocation(omittedCount: results.count - shown.count)],
      "results": written, "columnKind": "unicodeCodePoints",
    ])
  }

  private var driver: JSONText {
    JSONText(facts: [
      "name": "tracetool", "version": toolVersion,
      "informationUri?": documentation.map { $0 + "report.md" }, "rules": rules.map(json),
    ])
  }

  private func json(_ rule: Rule) -> JSONText {
    let summary = Self.text(rule.summary.capitalizedFirst + ".")
    let help =
      [summary] + (rule.help.map { [Self.text($0)] } ?? [])
      + [Phrase.seeDocument(rule.documentation)]
    return JSONText(facts: [
      "id": rule.identifier, "shortDescription": JSONText(facts: ["text": summary]),
      "helpUri?": documentation.map { $0 + rule.documentation },
      "help": JSONText(facts: ["text": help.joined(separator: " ")]),
      "defaultConfiguration": JSONText(facts: ["level": rule.level.rawValue]),
    ])
  }

  private func invocation(omittedCount: Int) -> JSONText {
    let omitted =
      omittedCount == 0
      ? [] : [Note(message: Phrase.noRoom(for: omittedCount, "result"))]
    return JSONText(facts: [
      "executionSuccessful": true,
      "toolExecutionNotifications": (notes + omitted).map {
        JSONText(facts: [
          "level": $0.level.rawValue, "message": JSONText(facts: ["text": Self.text($0.message)]),
        ])
      },
    ])
  }

  private static func json(
    _ result: Result, _ ruleIndex: Int, _ fingerprint: String
  ) -> JSONText {
    .members([
      "ruleId": .string(result.rule),
      "ruleIndex": .integer(ruleIndex),
      "level": .string(result.level.rawValue),
      "message": .members(["text": .string(text(result.message))]),
      "locations": .array([location(result)]),
      "partialFingerprints": .members([
        "tracetool/v1": .string(fingerprint)
      ]),
      "properties": result.properties.isEmpty ? nil : .object(result.properties),
    ])
  }

  /// Two findings may have one identity, as of keys that are cut short, or of two resets of one session: then all
  /// but the first have their number with it, because a code host shows one of each fingerprint.
  private static func fingerprints(of results: ArraySlice<Result>) -> [String] {
    var counts: [String: Int] = [:]
    return results.map { result in
      let identity = ([result.rule] + result.place.map(\.name) + [result.identity])
        .joined(separator: "\0")
      let first = fingerprint(identity)
      let count = counts[first, default: 0] + 1
      counts[first] = count
      return count == 1 ? first : fingerprint("\(identity)\0\(count)")
    }
  }

  private static func fingerprint(_ identity: String) -> String {
    Hex.digest(XXH64.digest(Array(identity.utf8)))
  }

  private static func location(_ result: Result) -> JSONText {
    let physical = result.artifact.map { path in
      JSONText.members([
        "artifactLocation": .members(["uri": .string(uri(of: path))]),
        "region": result.line.map { .members(["startLine": .integer($0)]) },
      ])
    }
    let logical = result.place.last.map { place in
      JSONText.array([
        .members([
          "name": .string(place.name),
          "fullyQualifiedName": .string(result.place.map(\.name).joined(separator: "/")),
          "kind": .string(place.kind.rawValue),
        ])
      ])
    }
    return .members(["physicalLocation": physical, "logicalLocations": logical])
  }

  /// Text as a message of SARIF: braces would stand for arguments, and `](` would make a link
  /// (section 3.11 of the standard). What could hide or turn other text is made visible.
  static func text(_ text: String) -> String {
    var escaped = ""
    for scalar in text.visible.unicodeScalars {
      switch scalar {
      case "{": escaped += "{{"
      case "}": escaped += "}}"
      case "(" where escaped.unicodeScalars.last == "]": escaped += " ("
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A path as a URI reference (RFC 3986): absolute ones as `file:` URIs, others as they are, with
  /// everything escaped that a path can't hold.
  static func uri(of path: String) -> String {
    var uri = ""
    for byte in path.utf8 {
      if pathBytes.contains(byte) {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return path.hasPrefix("/") ? "file://" + uri : uri
  }

  /// Unreserved characters and those that a path may hold as they are. A colon is not among them,
  /// because in the first step of a path it would end a scheme.
  private static let pathBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/!$&'()*+,;=@".utf8)
}
