import Foundation
import Importers
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@Suite struct CaptureVectorTests {
  private struct Imported {
    var events: [Event] = []
    var summary = CaptureSummary()
    var messages: [WireMessage] {
      events.compactMap { if case .message(let message) = $0.content { message } else { nil } }
    }
    var graph: SessionGraph {
      var graph = SessionGraph()
      for event in events { graph.observe(event) }
      return graph
    }
  }

  private func imported(_ name: String) throws -> Imported {
    var imported = Imported()
    imported.summary = try CaptureImporter.importCapture(
      from: LineReader(path: Captures.path(name))
    ) { imported.events.append($0) }
    return imported
  }

  @Test(arguments: Captures.names)
  func `Every message of a capture is understood and printed again byte for byte`(
    name: String
  ) throws {
    let originals = try Captures.messages(of: name)
    let imported = try imported(name)
    #expect(imported.messages.count == originals.count)
    for (message, original) in zip(imported.messages, originals) {
      let meaning = try message.parsed()
      let written = try WireMessage(
        encoding: meaning, direction: message.direction, connection: message.connection,
        syncKind: message.syncKind)
      #expect(written == message)
      #expect(original.starts(with: message.head))
      let body = Array(original.dropFirst(message.head.count))
      switch message.bodyForm {
      case .asSent: #expect(message.wireBytes == original)
      case .inflated: #expect(message.body == (try inflated(body)))
      case .notInflatable, .partial:
        Issue.record("not inflated: \(String(decoding: message.head, as: UTF8.self))")
      }
    }
    #expect(imported.summary.malformedLineCount == 0)
    #expect(imported.summary.unreadMessageCount == 0)
    #expect(imported.summary.messageCount == originals.count)
    #expect(imported.summary.messageBytes == originals.map(\.count).reduce(0, +))
    #expect(imported.summary.messageCounts.map(\.count).reduce(0, +) == originals.count)
    #expect(imported.events.map(\.sequence) == Array(0..<UInt64(imported.events.count)))
  }

  /// Inflates through gzip, which is another reader of the same algorithm.
  private func inflated(_ zlib: [UInt8]) throws -> [UInt8] {
    // A zlib stream is a deflate stream between two bytes of header and four of checksum. gzip
    // wants its own header, and complains of the end only after it has printed everything.
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    return try RunningProcess.run(
      "/usr/bin/env", ["gzip", "-dc"], input: header + zlib.dropFirst(2).dropLast(4)
    ).output
  }

  @Test func `The captures hold compressed messages`() throws {
    let compressed = try imported("Sync_Replication").messages.filter { $0.bodyForm == .inflated }
    #expect(compressed.map(\.body.count) == [4570])
  }

  @Test(arguments: Captures.names)
  func `Every changeset of a capture decodes, but for the one that its test made bad`(
    name: String
  ) throws {
    var failures: [DecodingFailure] = []
    for message in try imported(name).messages {
      for (_, bytes) in try message.parsed().changesets {
        do {
          let changeset = try Changeset(decoding: bytes)
          #expect(changeset.encoded() == bytes)
        } catch {
          failures.append(error)
        }
      }
    }
    #expect(failures.map(\.offset) == (name == "Sync_BadChangeset" ? [0x2C] : []))
  }

  @Test(arguments: [
    ("ClientReset_LocalChangesWhenOffline", 8, 0), ("ClientReset_NoLocalChanges", 6, 1),
    ("ClientReset_ThreeClients", 13, 2), ("Sync_BadChangeset", 2, 1),
    ("Sync_ErrorAfterServerRestore_BadServerVersion", 10, 2), ("Sync_Replication", 2, 0),
  ])
  func `Sessions and errors are told apart`(
    name: String, sessionCount: Int, errorCount: Int
  ) throws {
    let imported = try imported(name)
    #expect(imported.summary.sessionCount == sessionCount)
    #expect(imported.summary.errors.count == errorCount)
    let starts = imported.events.filter { $0.kind == .sessionStart }
    #expect(starts.map(\.session) == Array(1...UInt32(sessionCount)))
    for error in imported.summary.errors {
      #expect(error.error.action == .noAction)
      #expect(error.error.isFatal)
      #expect(error.session != 0)
    }
  }

  @Test func `A reset without any error on the wire is recognised`() throws {
    let resets = try imported("ClientReset_LocalChangesWhenOffline").graph.resets
    #expect(resets.map(\.original) == [.session(1), .session(5)])
    #expect(resets.map(\.freshSession) == [3, 7])
    #expect(resets.map(\.continuedSession) == [4, 8])
    #expect(resets.map(\.file.ident) == [4, 4])
    #expect(resets.map(\.freshServerVersion) == [1, 1])
    #expect(resets.map(\.evidence) == [[.silentDownload], [.silentDownload]])
  }

  @Test func `A reset after an error is recognised with the session that got it`() throws {
    let imported = try imported("ClientReset_NoLocalChanges")
    let resets = imported.graph.resets
    #expect(resets.map(\.freshSession) == [5])
    #expect(resets.map(\.continuedSession) == [6])
    #expect(resets.map(\.original) == [.session(imported.summary.errors[0].session)])
    #expect(resets.map(\.evidence) == [[.resetError, .silentDownload]])
  }

  @Test func `Two resets at once leave open which session was which`() throws {
    let imported = try imported("ClientReset_ThreeClients")
    let resets = imported.graph.resets
    let failed = imported.summary.errors.map(\.session)
    #expect(resets.map(\.original) == [.ambiguous(failed), .ambiguous(failed)])
    #expect(resets.map(\.file.ident) == [4, 5])
    #expect(resets.allSatisfy { $0.evidence.contains(.resetError) })
  }

  @Test(arguments: [
    "Sync_BadChangeset", "Sync_ErrorAfterServerRestore_BadServerVersion", "Sync_Replication",
  ])
  func `Ordinary sessions and errors are taken for no reset`(name: String) throws {
    #expect(try imported(name).graph.resets == [])
  }

  @Test(arguments: Captures.names.filter { $0.hasPrefix("ClientReset") })
  func `There are as many resets as Realm Core recorded beside the capture`(name: String) throws {
    let recorded = try Captures.resets(of: name).map { try ResetVector(parsing: $0) }
    let seen = try imported(name).graph.resets
    #expect(!recorded.isEmpty)
    #expect(seen.count == recorded.count)
  }
}
