import Testing

@testable import TraceFormat

@Suite struct PartialMessageTests {
  private static let entries = [
    PartialEntry(numbers: [1, 2, 3, 4], size: 7), .unknown,
    PartialEntry(numbers: [5, 6, 7, .max], size: 3, changeset: [0x3F, 0x2D, 0x20]), .unknown,
  ]

  private func message() throws -> WireMessage {
    let upload = Upload(
      sessionIdent: 3, bodySize: .plain(0), progressClientVersion: 9, progressServerVersion: 8,
      lockedServerVersion: 7, entries: [])
    return try #require(
      WireMessage(
        partial: .upload(upload), entries: Self.entries, connection: "c", syncKind: .partition))
  }

  @Test func `what a log tells of a message is kept and read`() throws {
    let message = try message()
    #expect(message.bodyForm == .partial)
    let partial = try #require(message.partial)
    #expect(partial.entries == Self.entries)
    guard case .upload(let upload) = partial.head else {
      Issue.record("no UPLOAD")
      return
    }
    #expect((upload.sessionIdent, upload.progressClientVersion) == (3, 9))
    #expect(throws: DecodingFailure.self) { try message.parsed() }
  }

  @Test func `every prefix and every flipped bit of a body is read or refused`() throws {
    var message = try message()
    let body = message.body
    for count in 0..<body.count {
      message.body = Array(body[..<count])
      _ = message.partial
    }
    for bit in 0..<body.count * 8 {
      message.body = body
      message.body[bit / 8] ^= 1 << UInt8(bit % 8)
      if let partial = message.partial { #expect(partial.entries.count <= body.count) }
    }
  }

  @Test func `a logged reset is read as it was written, with members of later versions`() throws {
    var facts = LoggedReset()
    (facts.file, facts.outcome, facts.errorCode) = ("/x", .discarded, 208)
    facts.drops = [.init(reason: .objectGone, instruction: "Update", count: .max)]
    let note = Note(text: "n", reset: facts)
    var bytes: [UInt8] = []
    note.encode(into: &bytes)
    var reader = ByteReader(bytes.rawBytes)
    #expect(try Note(decoding: &reader) == note)
    var plain: [UInt8] = []
    Note(text: "n").encode(into: &plain)
    #expect(plain.count == 5)
  }
}
