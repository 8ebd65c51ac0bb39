public import TraceFormat

/// A session written by hand, compiled into the events that a recording of it would hold.
///
/// The language is described in `docs/scenario.md`; `docs/scenario.schema.json` states its form.
public struct Scenario: Hashable, Sendable {
  /// The version of the language that this build reads.
  public static let languageVersion = 1
  /// The largest scenario that is read. People write them by hand.
  public static let sizeMaxBytes = 1 << 20

  /// The name that the author gave it; it is the name of the session too.
  public var name: String
  /// In order, numbered from 0, with times that depend on nothing but the file.
  public var events: [Event]

  /// Compiles a scenario file.
  ///
  /// - Throws: the first place that cannot be understood, or that asks for what Realm could not
  ///   have done, such as a link to an object that isn't there.
  public init(parsing bytes: [UInt8]) throws(JSONShapeFailure) {
    let compiler = try JSONNode.reading(bytes, sizeMax: Self.sizeMaxBytes) {
      node throws(JSONShapeFailure) in
      var compiler = ScenarioCompiler()
      try compiler.compile(node)
      return compiler
    }
    name = compiler.name
    events = compiler.events
  }
}
