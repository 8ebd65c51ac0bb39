import Analyzer
import CampaignSupport
import Campaigns
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Rows as they are written, and read back.
@Suite struct FleetRowTests {
  private static let rows = [FleetRow.withEveryMember(), .failed]

  @Test(arguments: rows.indices) func `A row that is read back is the same row`(
    index: Int
  ) throws {
    let row = Self.rows[index]
    #expect(row.line.last == UInt8(ascii: "\n"))
    #expect(row.line.dropLast().allSatisfy { $0 != UInt8(ascii: "\n") })
    let read = try FleetRow(parsing: row.line)
    #expect(read == row)
    #expect(read.line == row.line)
  }

  @Test func `A member that is not known is passed over, and null is a member that is not there`()
    throws
  {
    let row = FleetRow.failed
    var text = String(decoding: row.line.dropLast(2), as: UTF8.self)
    text += #","mode":null,"sha256":null,"later":[{"x":1}]}"#
    #expect(try FleetRow(parsing: Array(text.utf8)) == row)
  }

  @Test func `A trace that ended a scheduler's worker is a row like those of the command`() throws {
    let line = try ProjectFiles.bytes("Tests/Vectors/fleet/crashed.ndjson")
    let row = try FleetRow(parsing: line)
    #expect(row.line == line)
    guard case .failed(let failure) = row.content else {
      Issue.record("\(row) is no failure")
      return
    }
    #expect(failure.kind == .crashed && failure.exitCode == 139 && row.mode == nil)
    let schema = JSONSchema(try JSONText(parsing: ProjectFiles.bytes("docs/fleet-row.schema.json")))
    #expect(schema.findings(in: row.json) == [])
  }

  @Test func `Another version of rows is refused, and so is what is no row`() throws {
    for (text, words) in [
      (#"{"schema":2,"trace":"a"}"#, "schema: expected version 1 of rows, found 2"),
      (#"{"schema":1,"trace":"a"}"#, "expected a member `mode` or `error`, found none"),
      (#"{"trace":"a"}"#, "expected a member `schema`, found none"),
      ("[]", "expected a member `schema`, found none"), ("", "the file"),
      (#"{"schema":1,"trace":"a","sha256":"0F","error":{}}"#, "sha256: expected 64 hexadecimal"),
    ] {
      let failure = #expect(throws: JSONShapeFailure.self) {
        try FleetRow(parsing: Array(text.utf8))
      }
      #expect(failure?.description.contains(words) == true, "\(text): \(failure as Any)")
    }
  }

  /// All of a small row, and a part of a large one.
  private static func places(in line: [UInt8]) -> StrideTo<Int> {
    stride(from: 0, to: line.count - 1, by: line.count < 500 ? 1 : 11)
  }

  @Test(arguments: rows.indices) func `No prefix of a row is a row`(index: Int) throws {
    let line = Self.rows[index].line
    for length in Self.places(in: line) {
      #expect(throws: JSONShapeFailure.self) {
        try FleetRow(parsing: Array(line.prefix(length)))
      }
    }
  }

  @Test(arguments: rows.indices) func `A row with a flipped bit is refused, or is another row`(
    index: Int
  ) throws {
    let whole = Self.rows[index].line
    let places = Self.places(in: whole)
    var (refusedCount, count) = (0, 0)
    for place in places {
      for bit in 0..<8 {
        var line = whole
        line[place] ^= 1 << bit
        count += 1
        guard let read = try? FleetRow(parsing: line) else {
          refusedCount += 1
          continue
        }
        #expect(try FleetRow(parsing: read.line) == read)
      }
    }
    #expect(refusedCount > count / 20 && refusedCount < count)
  }

  @Test func `Rows are read one by one, and the line of what is none is named`() throws {
    let bytes = Self.rows.flatMap(\.line) + Array("\n{\"schema\":1,".utf8)
    let reader = FleetRowReader(MemorySource(bytes))
    #expect(try reader.next() == Self.rows[0])
    #expect(try reader.next() == Self.rows[1])
    let failure = #expect(throws: FleetRowFailure.self) { try reader.next() }
    #expect(failure?.lineNumber == 4)
    #expect(failure?.description.hasPrefix("line 4: the file: expected") == true)
  }

  @Test func `Names that are no text stay apart from those that look like them`() {
    let names = [[0xFF, 0x00], Array("bytes\"ff00\"".utf8), Array("\"a\"".utf8), Array("ö".utf8)]
    let shown = names.map { RealmString($0).fleetName.readableText }
    #expect(shown == ["bytes\"ff00\"", #""bytes\"ff00\"""#, #""\"a\"""#, "ö"])
  }
}
