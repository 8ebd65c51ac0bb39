import Recorder
import TestSupport
import Testing
import TraceFormat

/// What an app tells of the server's acknowledgements.
@Suite struct LiveAcknowledgementTests {
  private func downloads(
    _ syncKind: SyncKind, _ body: (LiveSession) -> Void
  ) throws -> [Download] {
    let events = try LiveSample.events { recorder in
      body(recorder.session(name: "a", syncKind: syncKind))
    }
    return try events.compactMap { event in
      guard case .message(let message) = event.content else { return nil }
      #expect(message.direction == .serverToClient)
      guard case .download(let download) = try message.parsed() else {
        Issue.record("not a DOWNLOAD")
        return nil
      }
      return download
    }
  }

  @Test(arguments: SyncKind.allCases)
  func `An acknowledgement is the DOWNLOAD that says it`(_ syncKind: SyncKind) throws {
    let downloads = try downloads(syncKind) { session in
      session.acknowledged(upToClientVersion: 0)
      session.downloaded(serverVersion: 9, changeset: [1])
      session.acknowledged(upToClientVersion: .max)
    }
    #expect(downloads.map(\.uploadClientVersion) == [0, .max])
    #expect(downloads.map(\.downloadServerVersion) == [0, 9])
    #expect(downloads.allSatisfy { $0.entries.isEmpty && $0.scope.syncKind == syncKind })
  }

  @Test func `Sessions do not share what they know of the server`() throws {
    let events = try LiveSample.events { recorder in
      let (one, two) = (recorder.session(name: "a"), recorder.session(name: "b"))
      one.downloaded(serverVersion: 9, changeset: [1])
      two.acknowledged(upToClientVersion: 4)
    }
    let versions = try events.compactMap { event -> UInt64? in
      guard case .message(let message) = event.content,
        case .download(let download) = try message.parsed()
      else { return nil }
      #expect(event.session == 2)
      return download.downloadServerVersion
    }
    #expect(versions == [0])
  }
}
