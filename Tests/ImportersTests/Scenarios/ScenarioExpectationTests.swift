import Importers
import TestSupport
import Testing
import TraceFormat

@Suite struct ScenarioExpectationTests {
  /// The scenarios that should have an expectation.
  static func names() throws -> [String] {
    try ScenarioFiles.paths().compactMap { $0.split(separator: "/").last?.dropLast(".json".count) }
      .map(String.init).filter { name in families.contains { name.hasPrefix($0) } }
  }

  /// What the names of scenarios begin with that have an expectation.
  private static let families = ["rs-", "fate-", "trap-"]

  @Test func `Every scenario of the corpus is there`() throws {
    let numbered = try Self.names().filter { $0.hasPrefix("rs-") }
    #expect(Set(numbered.compactMap { Int($0.dropFirst(3).prefix(2)) }) == Set(1...75))
    #expect(numbered.count == 114)
  }

  @Test func `Every expectation has its scenario`() throws {
    #expect(try Set(ScenarioFiles.expectedNames()) == Set(Self.names()))
  }

  @Test(arguments: try names())
  func `A scenario and its expectation have the name of their files`(name: String) throws {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    #expect(scenario.name == name)
    #expect(try ScenarioExpectation(of: name).scenario == name)
  }

  @Test(arguments: try names())
  func `An expectation fits the JSON Schema`(name: String) throws {
    let schema = JSONSchema(
      try JSONText(parsing: ProjectFiles.bytes("docs/scenario-outcomes.schema.json")))
    let file = try ProjectFiles.bytes("traces/scenarios/expected/\(name).json")
    #expect(schema.findings(in: try JSONText(parsing: file)) == [])
  }

  /// Migrations with mode Manual are the one case that Realm does not define.
  @Test(arguments: try names())
  func `Each mode is expected to end in one way with each engine`(name: String) throws {
    let resets = try ScenarioExpectation(of: name).resets.filter {
      $0.after.isEmpty && !$0.isRecoveryForbidden && $0.faults.isEmpty
    }
    for engine in ["realm-core-14.14", "ideal"] {
      let modes = resets.filter { $0.engines?.contains(engine) ?? true }.flatMap(\.modes)
      #expect(modes.count == Set(modes).count, "\(engine)")
      #expect(Set(modes) == Set(ResetMode.allCases), "\(engine)")
    }
  }

  @Test(arguments: try names())
  func `A failure has a class and a message, and nothing else has`(name: String) throws {
    for reset in try ScenarioExpectation(of: name).resets {
      #expect((reset.failure != nil) == (reset.result == "failed"))
      #expect((reset.message != nil) == (reset.result == "failed"))
    }
  }
}
