import Foundation
import Importers
import Testing
import TraceFormat

/// Sets of Mixed hold no collections, so a scenario that puts one there is what is wrong, and nothing else.
@Suite struct SetElementTests {
  private static func scenario(synced: String = "", operation: String) -> [UInt8] {
    let file = """
      {"scenario": 1, "name": "s",
       "schema": {"A": {"primaryKey": "_id", "properties": {"_id": "int", "s": "mixed<>", "v": "mixed"}}},
       "synced": {"A": [{"_id": 1\(synced)}]},
       "local": [{"operations": [
         \(operation)]}],
       "error": {}}
      """
    return Array(file.utf8)
  }

  @Test(arguments: [
    (#"{"add": ["A", 1, "s"], "value": [1]}"#, "value", "[1]"),
    (#"{"add": ["A", 1, "s"], "values": [2, {"a": 1}]}"#, "values[1]", #"{"a": 1}"#),
    (#"{"add": ["A", 1, "s"], "value": {"$list": []}}"#, "value", #"{"$list": []}"#),
    (#"{"remove": ["A", 1, "s"], "value": {"$dictionary": {}}}"#, "value", #"{"$dictionary": {}}"#),
    (#"{"update": ["A", 1], "set": {"s": [1, [2]]}}"#, "set.s[1]", "[2]"),
  ])
  func `a list or a dictionary in a set is refused where it stands`(
    operation: String, path: String, refused: String
  ) {
    let failure = #expect(throws: JSONShapeFailure.self) {
      try Scenario(parsing: Self.scenario(operation: operation))
    }
    #expect(failure?.path == "local[0].operations[0].\(path)")
    let start = operation.range(of: refused)?.lowerBound ?? operation.startIndex
    let column = 4 + operation[..<start].unicodeScalars.count
    #expect(failure?.position == TextPosition(line: 5, column: column))
    #expect(failure?.found == refused.replacing(": ", with: ":"))
    #expect(failure?.expected.contains("a list or a dictionary") == true)
  }

  @Test func `in the synced state too`() {
    let failure = #expect(throws: JSONShapeFailure.self) {
      try Scenario(
        parsing: Self.scenario(synced: #", "s": [[1]]"#, operation: #"{"delete": ["A", 1]}"#))
    }
    #expect(failure?.position?.line == 3)
    #expect(failure?.path == "synced.A[0].s[0]")
  }

  @Test func `everything else goes into a set, and lists into a Mixed`() throws {
    let operations = [
      #"{"add": ["A", 1, "s"], "values": [1, "x", null, true, {"$oid": "000000000000000000000001"}]}"#,
      #"{"update": ["A", 1], "set": {"v": [[1], {"a": []}]}}"#,
    ]
    for operation in operations { _ = try Scenario(parsing: Self.scenario(operation: operation)) }
  }
}
