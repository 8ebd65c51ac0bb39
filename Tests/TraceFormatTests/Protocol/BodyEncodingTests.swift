import Testing
import TraceFormat

@Suite struct BodyEncodingTests {
  @Test func `The body of a flexible bind says which schema and why`() throws {
    func flexible(_ body: String) throws -> FlexibleBind? {
      try Bind(
        sessionIdent: 1, target: Array(body.utf8), needsFileIdent: false, syncKind: .flexible
      ).flexible()
    }
    let bind = try flexible(#"{"schemaVersion":18446744073709551615,"sessionReason":1}"#)
    #expect(bind?.schemaVersion == .max && bind?.sessionReason == .clientReset)
    #expect(try flexible(#"{"sessionReason":7,"x":[]}"#)?.sessionReason == nil)
    #expect(throws: DecodingFailure.self) { try flexible("[]") }
    #expect(throws: DecodingFailure.self) { try flexible(#"{"schemaVersion":"1"}"#) }
  }

  @Test func `An error's body is read as it was written, each member present or not`() throws {
    #expect(try ErrorDetails(parsing: everything.encoded()) == everything)
    let empty = try ErrorDetails(parsing: Array("{}".utf8))
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
    { $0.backoffIntervalSeconds = nil }, { $0.backoffMaxDelaySeconds = nil },
    { $0.backoffMultiplier = nil },
    { $0.partitionQuery = nil }, { $0.previousSchemaVersion = nil },
    { $0.rejectedUpdates = nil }, { $0.rejectedUpdates = [] }, { $0.rejectedClientVersion = nil },
    { $0.compensatingWriteServerVersion = nil }, { $0.otherMembers = [] },
  ]

  private let everything: ErrorDetails = {
    var details = ErrorDetails(
      SyncError(
        code: nil, name: "", message: "no \"way\"\n", action: .clientReset, isFatal: true,
        logURL: "https://log.invalid"))
    (details.backoffIntervalSeconds, details.backoffMaxDelaySeconds) = (-1, 300)
    details.backoffMultiplier = 2
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

  @Test func `An error of the client is written as its words`() {
    let error = JSONError(code: 212, sessionIdent: 1, message: "größer")
    #expect(text(error.json) == #"{"message":"größer"}"#)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
