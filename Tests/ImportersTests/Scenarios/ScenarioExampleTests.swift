import Importers
import TestSupport
import Testing
import TraceFormat

@Suite struct ScenarioExampleTests {
  @Test(arguments: try ScenarioFiles.paths())
  func `An example fits the JSON Schema`(path: String) throws {
    let schema = JSONSchema(
      try JSONText(parsing: ProjectFiles.bytes("docs/scenario.schema.json")))
    #expect(schema.findings(in: try JSONText(parsing: ProjectFiles.bytes(path))) == [])
  }

  @Test(arguments: try ScenarioFiles.paths())
  func `An example becomes events whose changesets decode`(path: String) throws {
    let scenario = try Scenario(parsing: ProjectFiles.bytes(path))
    #expect(scenario.events.map(\.sequence) == Array(0..<UInt64(scenario.events.count)))
    for bytes in scenario.changesets { _ = try Changeset(decoding: bytes) }
    let fresh = scenario.events.contains { event in
      if case .snapshot(let snapshot) = event.content { snapshot.role == .fresh } else { false }
    }
    #expect(fresh == scenario.events.askForReset)
  }

  @Test(arguments: try ScenarioFiles.paths())
  func `An example becomes the same events each time`(path: String) throws {
    let bytes = try ProjectFiles.bytes(path)
    #expect(try Scenario(parsing: bytes) == Scenario(parsing: bytes))
  }

  @Test func `The example with every kind of property has every type and every instruction`() throws
  {
    let path = "traces/scenarios/every-kind-of-property.json"
    let scenario = try Scenario(parsing: ProjectFiles.bytes(path))
    var kinds: Set<InstructionKind> = []
    var columns: Set<String> = []
    for bytes in scenario.changesets {
      let changeset = try Changeset(decoding: bytes)
      for instruction in changeset.instructions {
        kinds.insert(instruction.kind)
        guard case .addColumn(let column) = instruction else { continue }
        columns.insert("\(column.type) \(column.collection) \(column.isNullable)")
      }
    }
    let missing = Set(InstructionKind.allCases).subtracting(kinds)
    #expect(missing == [.eraseTable, .eraseColumn], "schema can only be removed on purpose")
    let scalars: [PayloadType] = [
      .int, .bool, .string, .binary, .timestamp, .float, .double, .decimal, .objectID, .uuid,
    ]
    for type in scalars {
      #expect(columns.isSuperset(of: ["\(type) single false", "\(type) single true"]))
      #expect(columns.contains("\(type) list false"))
    }
    for collection in CollectionKind.allCases {
      #expect(columns.contains("null \(collection) true"), "mixed")
      #expect(columns.contains { $0.hasPrefix("link \(collection) ") })
    }
  }
}

extension Scenario {
  /// All changesets of the events, in order.
  var changesets: [[UInt8]] {
    events.flatMap { event -> [[UInt8]] in
      switch event.content {
      case .snapshot(let snapshot): snapshot.changesets
      case .localCommit(let commit): [commit.changeset]
      case .serverCommit(let commit): [commit.changeset]
      default: []
      }
    }
  }
}
