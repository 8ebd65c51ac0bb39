internal import Phrasebook
public import TraceFormat

/// Findings in the Static Analysis Results Interchange Format, SARIF 2.1.0, which code hosts and
/// editors read (`docs/report.md`, "SARIF").
public struct SARIFReport: Hashable, Sendable {
  /// The version of tracetool that found them.
  public var toolVersion: String
  /// Where the folder `docs` of the project is published, with a slash at the end; rules link
  /// there.
  public var documentation: String?
  /// What results can be about; those without a result are written too.
  public var rules: [Rule]
  public var results: [Result]
  /// What else is to be said of the run, such as what a trace does not show.
  public var notes: [Note]

  public init(
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
  public enum Level: String, Hashable, Sendable, CaseIterable {
    case error
    case warning
    case note
  }

  /// A kind of finding.
  public struct Rule: Hashable, Sendable {
    /// Such as `cause/object-gone`; results name it.
    public var identifier: String
    /// One sentence without a final period.
    public var summary: String
    /// The heading that explains it, from the folder `docs`, such as `rules.md#object-gone`.
    public var documentation: String
    public var level: Level

    public init(identifier: String, summary: String, documentation: String, level: Level) {
      self.identifier = identifier
      self.summary = summary
      self.documentation = documentation
      self.level = level
    }
  }

  /// One finding.
  public struct Result: Hashable, Sendable {
    /// The identifier of one of the report's rules.
    public var rule: String
    public var level: Level
    public var message: String
    /// The path of the file that it was found in, as the command was given it; nil for standard
    /// input.
    public var artifact: String?
    /// The line of that file, from 1, where it has lines.
    public var line: Int?
    /// Where in the data, from the outside in.
    public var place: [Place]
    /// What makes it the same finding in two runs, beside its rule and place.
    public var identity: String
    /// More for programs.
    public var properties: [JSONText.Member]

    public init(
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
  public struct Note: Hashable, Sendable {
    public var level: Level
    public var message: String

    public init(_ message: String, level: Level = .note) {
      self.level = level
      self.message = message
    }
  }

  /// A step of a place: a class, an object or a property.
  public struct Place: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case type
      case object
      case property
    }

    public var kind: Kind
    public var name: String

    public init(_ kind: Kind, _ name: String) {
      self.kind = kind
      self.name = name
    }
  }
}
