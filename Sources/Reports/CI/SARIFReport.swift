package import TraceFormat

/// Findings in the Static Analysis Results Interchange Format, SARIF 2.1.0, which code hosts and
/// editors read (`docs/report.md`, "SARIF").
public struct SARIFReport: Hashable, Sendable {
  package var toolVersion: String
  /// Where the folder `docs` of the project is published, with a slash at the end; rules link there.
  package var documentation: String?
  /// What results can be about; those without a result are written too.
  package var rules: [Rule]
  package var results: [Result]
  package var notes: [Note] = []

  package enum Level: String, Hashable, Sendable, CaseIterable {
    case error
    case warning
    case note
  }

  package struct Rule: Hashable, Sendable {
    /// Such as `cause/object-gone`; results name it.
    package var identifier: String
    /// One sentence without a final period.
    package var summary: String
    /// What can be done about it, in sentences; nil where nothing is known to help.
    package var help: String?
    /// The heading that explains it, from the folder `docs`, such as `rules.md#object-gone`.
    package var documentation: String
    package var level: Level
  }

  package struct Result: Hashable, Sendable {
    package var rule: String
    package var level: Level
    package var message: String
    /// The path of the file that it was found in, as the command was given it; nil for standard input.
    package var artifact: String?
    /// The line of that file, from 1, where it has lines.
    package var line: Int?
    /// Where in the data, from the outside in.
    package var place: [Place] = []
    /// What makes it the same finding in two runs, besides its rule and place.
    package var identity = ""
    package var properties: [JSONText.Member] = []
  }

  package struct Note: Hashable, Sendable {
    package var message: String
    package var level = Level.note
  }

  /// A step of a place: a class, an object or a property.
  package struct Place: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case type
      case object
      case property
    }

    package var kind: Kind
    package var name: String
  }
}
