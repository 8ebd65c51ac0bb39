import Importers
import TestSupport
import Testing
import TraceFormat

@Suite struct MergeVectorTests {
  private let line = Array(
    #"""
    {"name":"m","localFileIdent":2,"theirs":[{"version":3,"lastIntegratedRemoteVersion":1,"originTimestamp":18446744073709551615,"originFileIdent":3,"changeset":"0100"}],"ours":[],"theirsAfter":[],"oursAfter":[]}
    """#.utf8)

  @Test func `a merge is told from a reset`() throws {
    #expect(MergeVector.isOne(line))
    #expect(!MergeVector.isOne(Array("nonsense".utf8)))
    #expect(!MergeVector.isOne(Array("{}".utf8)))
    for file in Vectors.resetFiles {
      #expect(!MergeVector.isOne(try #require(try Vectors.lines(of: file).first)))
    }
    for file in Vectors.mergeFiles {
      #expect(MergeVector.isOne(try #require(try Vectors.lines(of: file).first)))
    }
  }

  @Test func `all members are read`() throws {
    let vector = try MergeVector(parsing: line)
    #expect(vector.name == "m")
    #expect(vector.localFileIdent == 2)
    #expect(vector.theirs.map(\.version) == [3])
    #expect(vector.theirs.map(\.lastIntegratedRemoteVersion) == [1])
    #expect(vector.theirs.map(\.originTimestamp) == [.max])
    #expect(vector.theirs.map(\.originFileIdent) == [3])
    #expect(vector.theirs.map(\.changeset) == [[1, 0]])
    #expect(vector.expectation == .merged(ours: [], theirs: []))
    let failed = String(decoding: line, as: UTF8.self).replacing(
      #""oursAfter":[]"#, with: #""error":"why""#)
    #expect(try MergeVector(parsing: Array(failed.utf8)).expectation == .failed("why"))
  }

  @Test func `every prefix is refused`() {
    for count in line.indices {
      #expect(throws: DecodingFailure.self) { try MergeVector(parsing: Array(line[..<count])) }
    }
  }

  @Test(arguments: [
    "name", "localFileIdent", "theirs", "ours", "theirsAfter", "oursAfter", "version",
    "lastIntegratedRemoteVersion", "originTimestamp", "originFileIdent", "changeset",
  ])
  func `a member that is missing is named`(name: String) throws {
    let text = String(decoding: line, as: UTF8.self).replacing("\"\(name)\":", with: "\"other\":")
    let failure = #expect(throws: DecodingFailure.self) {
      try MergeVector(parsing: Array(text.utf8))
    }
    #expect("\(try #require(failure))".contains("`\(name)` is missing"))
  }
}
