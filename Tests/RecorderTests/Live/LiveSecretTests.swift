import Recorder
import TestSupport
import Testing
import TraceFormat

/// No secret gets into a trace, whichever call it comes with.
@Suite struct LiveSecretTests {
  /// A token of Realm's kind.
  private static let token =
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJsaXZlIiwiaWF0IjoxNTE2MjM5MDIyfQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg"

  /// Each call, with a secret in it wherever it takes a text or bytes.
  private static let calls: [(String, @Sendable (SyncSessionRecorder) -> Void)] = [
    ("name", { _ = $0.session(name: "for \(token)") }),
    ("file", { _ = $0.session(name: "a", clientFile: "/?access_token=\(token)") }),
    ("sdk", { _ = $0.session(name: "a", sdk: "Swift 10.54.6 \(token)") }),
    (
      "connection",
      {
        _ = $0.session(
          SessionStart(
            source: .live, name: "a", connection: "wss://host/?baas_at=\(token)",
            syncKind: .flexible)
        )
      }
    ),
    ("note", { $0.note("Authorization: Bearer \(token)") }),
    ("session's note", { $0.session(name: "a").note(token) }),
    ("log line", { $0.session(name: "a").log(level: token, category: token, "with \(token)") }),
    (
      "commit",
      {
        $0.session(name: "a").localCommit(clientVersion: 1, changeset: Array(token.utf8))
      }
    ),
    (
      "download",
      {
        $0.session(name: "a").downloaded(serverVersion: 1, changeset: Array(token.utf8))
      }
    ),
    ("state", { $0.session(name: "a").state(.base, changesets: [Array(token.utf8)]) }),
    (
      "error",
      {
        $0.session(name: "a").error(
          SyncError(
            code: 1, name: token, message: "denied to \(token)", action: .warning, isFatal: false,
            logURL: "https://host/logs?token=\(token)"))
      }
    ),
    (
      "before a reset",
      {
        $0.session(name: "a").willReset(copiedTo: token, local: [Array(token.utf8)])
      }
    ),
    (
      "after a reset",
      {
        $0.session(name: "a").didReset(recovered: false, after: [Array(token.utf8)])
      }
    ),
    ("manual reset", { $0.session(name: "a").mustResetManually(backup: token, message: token) }),
    ("failed reset", { $0.session(name: "a").failedToReset(message: token, backup: token) }),
    (
      "bind",
      {
        $0.session(name: "a").message(
          .bind(
            Bind(
              sessionIdent: 1, target: [], token: Array(token.utf8), needsFileIdent: false,
              isSubserver: false, syncKind: .flexible)),
          .clientToServer)
      }
    ),
  ]

  @Test(arguments: calls.indices) func `A secret is replaced`(_ index: Int) throws {
    let (name, call) = Self.calls[index]
    let bytes = try LiveSample.trace { call($0) }
    #expect(!bytes.contains(Array(Self.token.utf8)), "\(name)")
    #expect(!bytes.contains(Array(Self.token.utf8.suffix(20))), "\(name)")
    #expect(try TraceFiles.read(bytes).events.count >= 1)
  }

  @Test func `A secret in what the trace notes of itself is replaced`() throws {
    let options = RecordingOptions(metadata: [TraceHeader.Metadata("user", Self.token)])
    #expect(!(try LiveSample.trace(options) { $0.note("a") }.contains(Array(Self.token.utf8))))
  }

  @Test func `The trace counts them, and they stay where the app says so`() throws {
    let replaced = try LiveSample.trace { $0.note(Self.token) }
    #expect(replaced.contains(Array("secretsReplaced".utf8)))
    let options = RecordingOptions(secrets: .kept)
    let kept = try LiveSample.trace(options) { $0.note(Self.token) }
    #expect(kept.contains(Array(Self.token.utf8)))
    #expect(try TraceFiles.read(kept).reader.header?.secrets == .kept)
  }
}
