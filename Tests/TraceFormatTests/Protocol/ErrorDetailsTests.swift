import TestSupport
import Testing
import TraceFormat

@Suite struct ErrorDetailsTests {
  private static let everything = #"""
    {"message":"m","tryAgain":true,"shouldClientReset":true,"isRecoveryModeDisabled":true,
    "logURL":"https://log/1","action":"Warning","backoffIntervalSec":10,"backoffMaxDelaySec":600,
    "backoffMultiplier":3,"partitionQuery":"_partition == 1","previousSchemaVersion":18446744073709551615,
    "rejectedUpdates":[{"reason":"no","table":"Person","pk":"AAAAAAEB"},{"pk":"x","reason":"r","table":"T"}],
    "rejectedClientVersion":12,"compensatingWriteServerVersion":99,"future":{"a":1}}
    """#

  private static func error(_ code: Int, _ body: String) throws -> ProtocolMessage {
    try WireMessage(.serverToClient, "json_error \(code) \(body.utf8.count) 1\n\(body)").parsed()
  }

  @Test func `Every member is kept`() throws {
    let details = try ErrorDetails(parsing: Array(Self.everything.utf8))
    #expect(details.message == "m")
    #expect(details.tryAgain == true)
    #expect(details.shouldClientReset == true)
    #expect(details.isRecoveryModeDisabled == true)
    #expect(details.logURL == "https://log/1")
    #expect(details.action == .warning)
    #expect(details.backoffIntervalSeconds == 10)
    #expect(details.backoffMaxDelaySeconds == 600)
    #expect(details.backoffMultiplier == 3)
    #expect(details.partitionQuery == "_partition == 1")
    #expect(details.previousSchemaVersion == .max)
    #expect(details.rejectedUpdates?.map(\.primaryKey) == ["AAAAAAEB", "x"])
    #expect(details.rejectedUpdates?.map(\.table) == ["Person", "T"])
    #expect(details.rejectedClientVersion == 12)
    #expect(details.compensatingWriteServerVersion == 99)
    #expect(details.otherMembers.map(\.name) == ["future"])
    for code: Int32 in [208, 232, 236] { #expect(details.missingMembers(for: code).isEmpty) }
  }

  @Test(arguments: ServerAction.allCases)
  func `Every action of the wire is known, and no other`(action: ServerAction) throws {
    let details = try ErrorDetails(parsing: Array(#"{"action":"\#(action.rawValue)"}"#.utf8))
    // `NoAction` stands for an absent action and is never sent.
    #expect(details.action == (action == .noAction ? .applicationBug : action))
    #expect(details.actionName == action.rawValue)
  }

  @Test func `Missing members are named, and an absent action is none`() throws {
    let details = try ErrorDetails(
      parsing: Array(#"{"backoffIntervalSec":1,"rejectedUpdates":[]}"#.utf8))
    #expect(details.action == .noAction)
    #expect(
      details.missingMembers(for: 208) == [
        "message", "tryAgain", "shouldClientReset", "isRecoveryModeDisabled", "logURL", "action",
        "backoffMaxDelaySec", "backoffMultiplier", "rejectedClientVersion",
      ])
  }

  @Test(arguments: [
    "", "[]", "1", "{", #"{"message":1}"#, #"{"tryAgain":"yes"}"#, #"{"action":null}"#,
    #"{"backoffIntervalSec":1.5}"#, #"{"previousSchemaVersion":-1}"#, #"{"rejectedUpdates":{}}"#,
    #"{"rejectedUpdates":[1]}"#, #"{"rejectedUpdates":[{"table":"T","pk":"x"}]}"#,
    #"{"rejectedUpdates":[{"table":"T","pk":1,"reason":"r"}]}"#,
  ])
  func `A body of other types is refused`(text: String) {
    #expect(throws: DecodingFailure.self) { try ErrorDetails(parsing: Array(text.utf8)) }
  }

  @Test func `An error of the server becomes the error of the client`() throws {
    let error = try #require(
      SyncError(Self.error(231, Self.everything)))
    #expect(error.code == 231)
    #expect(error.name == "SyncCompensatingWrite")
    #expect(error.action == .warning)
    #expect(!error.isFatal)
    #expect(error.compensatingWrites.count == 2)
    #expect(error.logURL == "https://log/1")
  }

  @Test(arguments: ["", "{oops", #"{"message":"m","tryAgain":false,"action":"ClientReset"}"#])
  func `An error whose body clients refuse breaks the protocol, and asks for no reset`(
    body: String
  ) throws {
    let error = try #require(SyncError(Self.error(208, body)))
    #expect(error.code == nil && error.name == "SyncProtocolInvariantFailed")
    #expect(error.action == .protocolViolation && error.isFatal)
    #expect(!error.asksForReset && error.message.isEmpty)
  }

  @Test(arguments: [(232, ""), (232, #","partitionQuery":"""#), (236, "")])
  func `A migration that does not say to what is refused`(code: Int, member: String) throws {
    let body = #"""
      {"message":"m","tryAgain":false,"shouldClientReset":false,"isRecoveryModeDisabled":false,
      "logURL":"","action":"MigrateToFLX"\#(member)}
      """#
    #expect(try #require(SyncError(Self.error(code, body))).isRefused)
    #expect(try #require(SyncError(Self.error(code, Self.everything))).isRefused == false)
  }

  @Test(arguments: [
    (101, 0, false), (208, 0, true), (9999, 0, true), (101, 1, true), (199, 1, false),
    (208, 1, false),
  ])
  func `An error of a session with a number of a connection's, or the reverse, breaks the protocol`(
    code: Int, session: Int, isRefused: Bool
  ) throws {
    let body = Self.everything
    let message = WireMessage(
      .serverToClient, "json_error \(code) \(body.utf8.count) \(session)\n\(body)")
    #expect(try #require(SyncError(message.parsed())).isRefused == isRefused)
    let legacy = WireMessage(.serverToClient, "error \(code) 1 0 \(session)\nm")
    #expect(try #require(SyncError(legacy.parsed())).isRefused == isRefused)
  }

  @Test(arguments: [
    (Int32(202), "token_expired" as String?, nil as String?),
    (208, "bad_client_file_ident", "SyncClientResetRequired"),
    (213, nil, "UnknownError"), (100, "connection_closed", "ConnectionClosed"),
    (236, "schema_version_changed", "SyncSchemaMigrationError"), (999, nil, "UnknownError"),
  ])
  func `Numbers of errors have the names of protocol and client`(
    code: Int32, name: String?, clientName: String?
  ) {
    #expect(ProtocolErrorCode.name(code) == name)
    #expect(ProtocolErrorCode.clientName(code) == clientName)
  }

  @Test func `The numbers that mean a reset are the six of Realm Core`() {
    let codes = (Int32(0)...300).filter { ProtocolErrorCode.requiresClientReset($0) }
    #expect(codes == [208, 209, 210, 211, 217, 222])
  }
}
