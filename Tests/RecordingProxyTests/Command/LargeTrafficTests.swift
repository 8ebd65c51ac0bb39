import Foundation
import TestSupport
import Testing

@testable import TraceFormat

/// Much traffic through one connection: all of it passes, and the command stays small.
@Suite(
  .slow, .timeLimit(.minutes(20)),
  .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
struct LargeTrafficTests {
  enum Kind: CaseIterable, Sendable {
    /// Uploads as clients send them.
    case uploads
    /// Messages that nobody understands, which take the recording longest.
    case unknown
  }

  private static let megabytes = LongProxyTests.areAskedFor ? 1024 : 200

  private static func message(_ kind: Kind) -> [UInt8] {
    var numbers = SeededNumbers(seed: 11)
    let noise = (0..<1 << 20).map { _ in UInt8.random(in: 0x20...0x7E, using: &numbers) }
    guard kind == .uploads else { return Array("unknown 1\n".utf8) + noise }
    var builder = ChangesetBuilder()
    builder.addTable("Photo", primaryKey: "_id", type: .int)
    builder.addColumn("Photo", "text", type: .string)
    builder.createObject("Photo", .int(1))
    builder.update(LocationValue("Photo", .int(1), "text"), to: .string(RealmString(noise)))
    let changeset = builder.changeset.encoded()
    let body = Array("2 1 1000 0 \(changeset.count) ".utf8) + changeset
    return Array("upload 1 0 \(body.count) 0 2 1 0\n".utf8) + body
  }

  @Test(arguments: Kind.allCases)
  func `a gigabyte through one connection takes less than 100 MB`(kind: Kind) async throws {
    try await TemporaryFolder.during { folder in
      let raw = try await RawServer()
      let process = try await RecordProcess(
        in: folder, to: raw.port, ["-o", folder.path("a.synctrace")])
      let client = try await RawSocket.connect(to: process.port)
      try await client.send(RawUpgrade.request)
      let server = try await raw.accept()
      try await server.text(through: "\r\n\r\n")
      try await server.send(RawUpgrade.answer)
      try await client.text(through: "\r\n\r\n")
      let frame = RawUpgrade.frame(Self.message(kind), masked: true)
      let before = server.receivedCount
      server.keepNothing()
      for _ in 0..<Self.megabytes { try await client.send(frame) }
      let size = before + Self.megabytes * frame.count
      #expect(try await server.wait(forBytes: size) == size)
      let peak = try #require(process.residentPeak)
      #expect(peak < 100_000_000, "\(peak) bytes")
      await client.close()
      await server.close()
      await raw.close()
      let code = try await process.end(by: SIGINT)
      let ended = try #require(process.output.split(separator: "\n").last)
      let json = try JSONText(parsing: Array(ended.utf8))
      let seen = try #require(json.unsigned("messageCount"))
      let missing = try #require(json.unsigned("lossCount"))
      #expect(seen + missing == UInt64(Self.megabytes))
      #expect(code == (missing == 0 ? 0 : 3))
      print(
        "  \(kind): \(Self.megabytes) MiB passed, \(missing) missing, \(peak >> 20) MiB at most")
    }
  }
}

extension JSONText {
  /// A number of 64 bits, which stands in a string.
  fileprivate func unsigned(_ name: String) -> UInt64? {
    guard case .string(let digits) = member(name) else { return nil }
    return UInt64(digits)
  }
}
