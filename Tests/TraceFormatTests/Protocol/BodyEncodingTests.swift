import Testing
import TraceFormat

@Suite struct BodyEncodingTests {
  @Test func `The body of a flexible bind is Realm's`() throws {
    let bind = FlexibleBind(schemaVersion: 0, sessionReason: .sync)
    // What a client of Realm sends.
    #expect(text(bind.encoded()) == #"{"schemaVersion":0,"sessionReason":0}"#)
    for migrated in [nil, "\"täst\""] {
      for version in [nil, 0, UInt64.max] {
        for reason in [nil] + FlexibleBind.SessionReason.allCases.map(Optional.init) {
          let bind = FlexibleBind(
            migratedPartition: migrated, schemaVersion: version, sessionReason: reason)
          #expect(try FlexibleBind(parsing: bind.encoded()) == bind)
        }
      }
    }
  }

  @Test func `Queries are written by class, in the order of bytes`() throws {
    let set = QuerySet(
      version: 3, queries: [("b", #"name == "x""#), ("B", "TRUEPREDICATE"), ("a", "")])
    #expect(text(set.json) == #"{"B":"TRUEPREDICATE","a":"","b":"name == \"x\""}"#)
    #expect(try set.queries().map(\.className) == ["B", "a", "b"])
    #expect(try set.queries().map(\.query) == ["TRUEPREDICATE", "", #"name == "x""#])
    #expect(text(QuerySet(version: 0, queries: []).json) == "{}")
  }

  @Test func `An error's body is read as it was written, each member present or not`() throws {
    #expect(try ErrorDetails(parsing: everything.encoded()) == everything)
    let empty = ErrorDetails(
      message: nil, tryAgain: nil, shouldClientReset: nil, isRecoveryModeDisabled: nil,
      logURL: nil, actionName: nil)
    #expect(text(empty.encoded()) == "{}")
    for remove in Self.removals {
      var details = everything
      remove(&details)
      #expect(details != everything)
      #expect(try ErrorDetails(parsing: details.encoded()) == details)
    }
  }

  private static let removals: [@Sendable (inout ErrorDetails) -> Void] = [
    { $0.message = nil }, { $0.tryAgain = nil }, { $0.shouldClientReset = nil },
    { $0.isRecoveryModeDisabled = nil }, { $0.logURL = nil }, { $0.actionName = nil },
    { $0.backoff = nil }, { $0.backoff?.maxDelaySeconds = nil }, { $0.backoff?.multiplier = nil },
    { $0.partitionQuery = nil }, { $0.previousSchemaVersion = nil },
    { $0.rejectedUpdates = nil }, { $0.rejectedUpdates = [] }, { $0.rejectedClientVersion = nil },
    { $0.compensatingWriteServerVersion = nil }, { $0.otherMembers = [] },
  ]

  private let everything: ErrorDetails = {
    var details = ErrorDetails(
      message: "no \"way\"\n", tryAgain: false, shouldClientReset: true,
      isRecoveryModeDisabled: false, logURL: "https://log.invalid", actionName: "ClientReset")
    details.backoff = ErrorDetails.Backoff(
      intervalSeconds: -1, maxDelaySeconds: 300, multiplier: 2)
    details.partitionQuery = "_partition == 1"
    details.previousSchemaVersion = .max
    details.rejectedUpdates = [
      SyncError.CompensatingWrite(table: "Dog", primaryKey: "AQc=", reason: "not allowed")
    ]
    details.rejectedClientVersion = 7
    details.compensatingWriteServerVersion = 8
    details.otherMembers = [JSONText.Member("zoo", .array([.null]))]
    return details
  }()

  @Test func `Texts of small bodies are read as they were written`() throws {
    let error = ClientError(code: 212, sessionIdent: 1, message: "größer")
    #expect(text(error.json) == #"{"message":"größer"}"#)
    #expect(try error.message() == "größer")
    let command = TestCommand(sessionIdent: 1, requestIdent: 2, command: "PAUSE")
    #expect(try command.command() == "PAUSE")
    for log in [
      LogDetails(message: nil), LogDetails(connectionIdent: "6b", level: "info", message: "m"),
    ] {
      #expect(try LogMessage(sessionIdent: 0, json: log.encoded()).details() == log)
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
