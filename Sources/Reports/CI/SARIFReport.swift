package import TraceFormat

/// Findings in the Static Analysis Results Interchange Format, SARIF 2.1.0, which code hosts and
/// editors read (`docs/report.md`, "SARIF").
public struct SARIFReport: Hashable, Sendable {
  /// The version of tracetool that found them.
  package var toolVersion: String
  /// Where the folder `docs` of the project is published, with a slash at the end; rules link
  /// there.
  package var documentation: String?
  /// What results can be about; those without a result are written too.
  package var rules: [Rule]
  package var results: [Result]
  /// What else is to be said of the run, such as what a trace does not show.
  package var notes: [Note]

  package init(
    toolVersion: String, documentation: String? = nil, rules: [Rule], results: [Result],
    notes: [Note] = []
  ) {
    self.toolVersion = toolVersion
    self.documentation = documentation
    self.rules = rules
    self.results = results
    self.notes = notes
  }

  /// How grave a result is.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case error
    case warning
    case note
  }

  /// A kind of finding.
  package struct Rule: Hashable, Sendable {
    /// Such as `cause/object-gone`; results name it.
    package var identifier: String
    /// One sentence without a final period.
    package var summary: String
    /// The heading that explains it, from the folder `docs`, such as `rules.md#object-gone`.
    package var documentation: String
    package var level: Level

    /// What can be done about it, in sentences; nil where nothing is known to help.
    package var help: String?

    package init(
      identifier: String, summary: String, help: String? = nil, documentation: String, level: Level
    ) {
      self.identifier = identifier
      self.summary = summary
      self.help = help
      self.documentation = documentation
      self.level = level
    }
  }

  /// One finding.
  package struct Result: Hashable, Sendable {
    /// The identifier of one of the report's rules.
    package var rule: String
    package var level: Level
    package var message: String
    /// The path of the file that it was found in, as the command was given it; nil for standard
    /// input.
    package var artifact: String?
    /// The line of that file, from 1, where it has lines.
    package var line: Int?
    /// Where in the data, from the outside in.
    package var place: [Place]
    /// What makes it the same finding in two runs, besides its rule and place.
    package var identity: String
    /// More for programs.
    package var properties: [JSONText.Member]

    package init(
      rule: String, level: Level, message: String, artifact: String?, line: Int? = nil,
      place: [Place] = [],
      identity: String = "", properties: [JSONText.Member] = []
    ) {
      self.rule = rule
      self.level = level
      self.message = message
      self.artifact = artifact
      self.line = line
      self.place = place
      self.identity = identity
      self.properties = properties
    }
  }

  /// Something to be said of the run, and not of a place in the data.
  package struct Note: Hashable, Sendable {
    package var level: Level
    package var message: String

    package init(_ message: String, level: Level = .note) {
      self.level = level
      self.message = message
    }
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

    package init(_ kind: Kind, _ name: String) {
      self.kind = kind
      self.name = name
    }
  }
}
