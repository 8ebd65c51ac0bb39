import TestSupport
import Testing
import TraceFormat

@Suite struct ProtocolMessageTests {
  private func parse(
    _ direction: WireMessage.Direction, _ text: String, _ kind: SyncKind = .partition
  ) throws -> ProtocolMessage {
    try WireMessage(direction, text, kind).parsed()
  }

  @Test(arguments: SampleMessage.all)
  func `Every type of message is read and printed again`(sample: SampleMessage) throws {
    let message = sample.message
    let meaning = try message.parsed()
    #expect(meaning.kind == sample.kind)
    #expect(message.wireBytes == Array(sample.text.utf8))
    #expect(message.headSessionIdent == meaning.sessionIdent)
    #expect(!meaning.text.contains("\n"))
    #expect(try JSONText(parsing: Array(meaning.json().text().utf8)) == meaning.json())
  }

  @Test func `The samples cover every kind of message`() {
    #expect(Set(SampleMessage.all.map(\.kind)) == Set(ProtocolMessage.Kind.allCases))
  }

  @Test func `An upload gives its progress and its entries`() throws {
    let meaning = try parse(
      .clientToServer, "upload 1 0 39 0 9 5 4\n6 5 375150759833 0 3 abc8 5 1 0 5 d e f")
    guard case .upload(let upload) = meaning else { return #expect(Bool(false), "\(meaning)") }
    #expect(upload.sessionIdent == 1)
    #expect(upload.progressClientVersion == 9)
    #expect(upload.progressServerVersion == 5)
    #expect(upload.lockedServerVersion == 4)
    #expect(upload.entries.map(\.clientVersion) == [6, 8])
    #expect(upload.entries.map(\.serverVersion) == [5, 5])
    #expect(upload.entries.map(\.originTimestampMilliseconds) == [375_150_759_833, 1])
    #expect(upload.entries.map(\.changeset) == [Array("abc".utf8), Array("d e f".utf8)])
    #expect(meaning.changesets.map(\.version) == [6, 8])
    #expect(
      meaning.text
        == "upload session 1: 2 changesets, progress client version 9 on server version 5, "
        + "locked server version 4")
    #expect(meaning.entryTexts.count == 2)
  }

  @Test func `A download is laid out by the kind of sync`() throws {
    let partition = try parse(
      .serverToClient, "download 1 5 4 6 -811 9 3 77 0 16 0\n5 4 12 2 9 3 xyz")
    let flexible = try parse(
      .serverToClient, "download 1 5 4 6 -811 9 3 2 1 0.25 0 16 0\n5 4 12 2 9 3 xyz", .flexible)
    guard case .download(let one) = partition, case .download(let other) = flexible else {
      return #expect(Bool(false), "\(partition), \(flexible)")
    }
    #expect(one.scope == .partition(downloadableBytes: 77))
    #expect(
      other.scope
        == .flexible(queryVersion: 2, batchState: .lastInBatch, progressEstimate: 0.25))
    #expect(one.entries == other.entries)
    #expect(one.latestServerVersionSalt == -811)
    #expect(one.uploadClientVersion == 9)
    #expect(one.entries[0].originalChangesetSize == 9)
    #expect(throws: DecodingFailure.self) {
      try parse(.serverToClient, "download 1 5 4 6 -811 9 3 77 0 16 0\n5 4 12 2 9 3 xyz", .flexible)
    }
  }

  @Test func `Changesets appear in the JSON form that the caller chooses`() throws {
    let message = try parse(.clientToServer, "upload 1 0 15 0 9 5 4\n6 5 3 0 5 a b c")
    #expect(message.json().text().contains(#""changeset":"6120622063""#))
    let chosen = message.json { .integer($0.count) }
    #expect(chosen.text().contains(#""changeset":5"#))
    #expect(
      chosen.text()
        == #"{"type":"upload","session":"1","progressClientVersion":"9","progressServerVersion":"5","#
        + #""lockedServerVersion":"4","bodySize":{"isCompressed":false,"uncompressed":"15","#
        + #""compressed":"0"},"entries":[{"clientVersion":"6","serverVersion":"5","#
        + #""originTimestampMilliseconds":"3","originFileIdent":"0","changeset":5}]}"#)
  }

  @Test(arguments: [
    "", "\n", "ping", "ping\n", "ping 1\n", "ping 1 2", "ping 1 2 \n", "ping  1 2\n",
    "ping 1 2 3\n",
    "ping 1 2\n ", "Ping 1 2\n", " ping 1 2\n", "ping +1 2\n", "ping -1 2\n", "ping 0x1 2\n",
    "ping 18446744073709551616 0\n", "unknown 1\n", "download 1 5 4 6 811 9 3 77 0 0 0\n",
    "upload 1 0 3 0 9 5 4\nabc", "upload 1 0 17 0 9 5 4\n6 5 3 0 99999 abc",
    "upload 1 0 34 0 9 5 4\n6 5 3 0 18446744073709551615 abcd",
    "upload 1 0 34 0 9 5 4\n6 5 3 0 18446744073709551616 abcd",
    "upload 1 0 4 0 9 5 4\n", "upload 1 1 100 0 9 5 4\n", "bind 1 5 0 1 0\n/dat",
    "bind 1 5 0 1 0\n/dataX", "bind 1 18446744073709551615 18446744073709551615 1 0\n/data",
    "json_error 2147483648 2 3\n{}", "json_error 212 3 3\n{}", "\u{FF}\u{FE} 1\n",
  ])
  func `A malformed message is refused`(text: String) {
    let failure = #expect(throws: DecodingFailure.self) { try parse(.clientToServer, text) }
    #expect((failure?.offset ?? .max) <= text.utf8.count)
  }

  @Test func `Numbers are accepted up to the width of their field`() throws {
    guard case .ping(let ping) = try parse(.clientToServer, "ping 18446744073709551615 0\n") else {
      return #expect(Bool(false))
    }
    #expect(ping.timestampMilliseconds == .max)
    guard
      case .serverIdent(let ident) = try parse(
        .serverToClient, "ident 1 9223372036854775808 -9223372036854775808\n")
    else { return #expect(Bool(false)) }
    #expect(ident.file == FileIdent(ident: 1 << 63, salt: .min))
  }

  @Test func `Text of the wire cannot break the line`() throws {
    let message = try parse(.serverToClient, "error 209 5 1 4\na\nb\"c")
    #expect(
      message.text
        == #"legacyError session 4: error 209 bad_server_version, try again, "a\u000ab\"c""#)
  }
}
