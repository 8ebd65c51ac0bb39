package import Analyzer
internal import Replayer
internal import TraceFormat

// What an export says beside the statements and documents.
extension ExportLimit {
  /// Why an operation is not in the export, in words that follow how many there are.
  package var words: String {
    switch self {
    case .schema: "about a new class or property, which the target creates in its own way"
    case .schemaRemoval:
      "about a removed class or property, with what all users wrote there"
    case .unknownPlace: "of a class or property that the trace does not show"
    case .name: "with a name that the target does not allow"
    case .textNotUTF8: "with text that is not UTF-8"
    case .textWithNUL: "with text that contains a NUL"
    case .time: "with a time that the target has no number for"
    case .decimal: "with a decimal of more than 34 digits"
    case .linkToNull: "with a link to the object whose primary key is null"
    case .memberOfMixed: "with a float or decimal in a set of Mixed, where equal numbers are one"
    case .value: "with a value that does not fit its property"
    }
  }
}

extension ExportRounding {
  /// What values lose, in words that follow how many there are.
  package var words: String {
    switch self {
    case .belowMilliseconds: "what is below a millisecond is lost"
    case .belowMicroseconds: "what is below a microsecond is lost"
    case .notANumberToNull: "NaN becomes null"
    case .bitsOfNaN: "NaN loses the bits that distinguish NaNs"
    case .signOfZero: "a negative zero loses its sign"
    }
  }
}

extension ExportTally {
  /// What is not said, and what is said with less, a line each.
  package var sentences: [String] {
    let unsaid = ExportLimit.allCases.compactMap { limit in
      limits[limit].map { "\($0.counted("operation")) not exported: \(limit.words)" }
    }
    let rounded = ExportRounding.allCases.compactMap { rounding in
      roundings[rounding].map { "\($0.counted("value")): \(rounding.words)" }
    }
    let others = [
      (besideDataCount, "next to the data, under `operations`: values alone can't express them"),
      (impliedCount, "about new classes and properties, which need no statement of their own"),
    ]
    return unsaid + rounded
      + others.filter { $0.0 > 0 }.map { "\($0.counted("operation")) \($1)" }
  }
}

extension UnsyncedExport {
  /// What the trace does not show of what was unsynced, a line each: the export may lack it.
  package var gapSentences: [String] {
    Phrase.distinct(
      unanswered.map { "\($0.title) is left out: \($0.reason.reason)" }
        + changes.flatMap { changes in
          changes.gapsOfWrites.map { "\(changes.session.title): \($0.sentence)" }
        })
  }

  func headLines(_ dialect: SQLDialect) -> [String] {
    let command =
      switch dialect {
      case .sqlite: "sqlite3 -bail DATABASE < THIS"
      case .postgresql: "psql -v ON_ERROR_STOP=1 -f THIS DATABASE"
      }
    return [
      "\(operationCount.counted("unsynced operation")) of \(source.name)",
      source.digestLine,
      "tracetool export --format sql --dialect \(dialect.rawValue)",
      "Run with `\(command)`, so that the first error ends it; a transaction that was applied is "
        + "not applied again.",
      "An update of a missing object changes nothing, and is listed in tracetool_missing.",
    ] + gapSentences.map { "\(Heading.gaps): \($0)" }
  }

  static let missingLine =
    "The operations that found no object, if any:"

  static func transactionLine(_ index: Int, in changes: PendingChanges, key: String)
    -> String
  {
    "\(changes.origin(of: index)), key \(key)"
  }

  static func unsaidLine(_ limit: ExportLimit, _ operation: JSONText) -> String {
    "NOT EXPORTED, \(limit.words): \(operation.text())"
  }
}
