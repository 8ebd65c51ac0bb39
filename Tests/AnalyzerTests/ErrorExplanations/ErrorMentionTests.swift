import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// What stands beside an error's text: its number, its action, the name that an SDK has for it.
@Suite struct ErrorMentionTests {
  struct Line: CustomTestStringConvertible {
    var text: String
    var identifier: String
    var variant: String?
    var action: ServerAction?
    var testDescription: String { text }

    init(
      _ text: String, _ identifier: String, _ variant: String? = nil, action: ServerAction? = nil
    ) {
      (self.text, self.identifier, self.variant, self.action) = (text, identifier, variant, action)
    }
  }

  @Test(arguments: [
    // Realm Core's log
    Line(
      """
      Connection[1] Session[1]: Received: ERROR "Bad client file identifier (IDENT)" \
      (error_code=208, is_fatal=true, error_action=ClientReset)
      """, "client-reset-required", "208", action: .clientReset),
    Line(
      """
      Received: ERROR "words of this server" (error_code=222, is_fatal=true, \
      error_action=ClientResetNoRecovery)
      """, "client-reset-required", "222", action: .clientResetNoRecovery),
    Line(
      """
      Connection[1] Received: ERROR "gone" (error_code=299, is_fatal=true, session_ident=0, \
      error_action=DeleteRealm)
      """, "unknown-error-code", action: .deleteRealm),
    Line(
      "write not allowed (error_code=231, is_fatal=false, error_action=Warning)",
      "compensating-write", "231", action: .warning),
    Line(
      """
      Possibly beginning client reset operation: realm_path = /r/n.realm, mode = DiscardLocal, \
      action = ClientReset, error = SyncClientResetRequired: Diverging histories (IDENT)
      """, "client-reset-required", "211", action: .clientReset),
    // Clients before Realm Core 13, whose numbers are others than the protocol's
    Line(
      """
      Error Domain=io.realm.sync Code=112 "Bad changeset (DOWNLOAD)" \
      UserInfo={Category=realm::sync::Client::Error, NSLocalizedDescription=Bad changeset (DOWNLOAD), Error Code=112}
      """, "download-not-integrated"),
    Line("[CLIENT][BAD_CHANGESET(112)] Bad changeset (DOWNLOAD)", "download-not-integrated"),
    Line("Bad changeset size in changeset header (DOWNLOAD)", "protocol-violation", "client"),
    Line(
      """
      Error Domain=io.realm.unknown Code=132 "Automatic recovery from client reset failed" \
      UserInfo={Category=realm::sync::ClientError, Error Code=132}
      """, "automatic-reset-failed"),
    // Realm's own words for a number
    Line("User mismatch for client file identifier (IDENT)", "no-access", "223"),
    // What the server sends
    Line(
      """
      {"message":"Client file has expired","tryAgain":false,"shouldClientReset":true,\
      "isRecoveryModeDisabled":false,"logURL":"https://h/logs","action":"ClientReset"}
      """, "client-reset-required", "222", action: .clientReset),
    Line(#"{"action": "MigrateToFLX"}"#, "action-migrate-to-flx", action: .migrateToFLX),
    Line(#"{"code": 222}"#, "client-reset-required", "222"),
    Line(
      #"Error message encoded as json: {"message":"no","action":"Warning","tryAgain":true,"rejectedUpdates":[],"compensatingWriteServerVersion":8}"#,
      "compensating-write", "231", action: .warning),
    Line(
      #"{"message":"no","action":"ClientReset","rejectedUpdates":[],"rejectedClientVersion":3}"#,
      "write-not-allowed", "230", action: .clientReset),
    Line(
      "json_error 211 75 1\n{\"message\":\"x\",\"action\":\"ClientReset\"}",
      "client-reset-required", "211", action: .clientReset),
    // A line that a collector of logs has put into JSON
    Line(
      #"{"level":"info","message":"Received: ERROR \"x\" (error_code=209, is_fatal=true, error_action=ClientReset)"}"#,
      "client-reset-required", "209", action: .clientReset),
    // Swift and Objective-C
    Line("SyncError Code=7", "client-reset-left-to-app"),
    Line("RLMSyncErrorDomain Code=7", "client-reset-left-to-app"),
    Line("RLMSyncErrorClientResetError", "client-reset-left-to-app"),
    Line("SyncError.clientResetError", "client-reset-left-to-app"),
    Line(
      """
      Optional(Error Domain=io.realm.sync Code=7 "Bad words" UserInfo={NSLocalizedDescription=Bad})
      """, "client-reset-left-to-app"),
    Line("Error Domain=io.realm.sync Code=11 \"x\"", "compensating-write"),
    Line("app: RealmSwift.SyncError, code: 9", "no-access"),
    Line("sync failed, Domain=io.realm.sync, Code: 14", "action-warning"),
    Line(
      """
      Error Domain=io.realm.sync Code=7 "A fatal error occurred during 'ClientReset' client reset \
      diff for SyncClientResetRequired: Bad client file identifier (IDENT): 'Client reset cannot \
      recover when classes have been removed: {Gone}'"
      """, "classes-removed"),
    // C++ and C
    Line("error.is_client_reset_requested() = true", "client-reset-left-to-app"),
    Line("is_client_reset_requested", "client-reset-left-to-app"),
    Line("is_client_reset_requested: false", "client-reset-not-asked"),
    Line("if error.is_client_reset_requested() == false", "client-reset-not-asked"),
    Line("RLM_ERR_AUTO_CLIENT_RESET_FAILED", "automatic-reset-failed"),
    Line("RLM_SYNC_ERR_SESSION_BAD_QUERY", "subscription-refused", "226"),
    // Kotlin and Java
    Line(
      "io.realm.kotlin.mongodb.exceptions.ClientResetRequiredException: [Session][ClientFileExpired(222)] gone.",
      "client-reset-required", "222"),
    Line("[Client][AutoClientResetFailure(132)] Automatic recovery", "automatic-reset-failed"),
    Line(
      """
      [Sync][AutoClientResetFailed(1028)] A fatal error occurred during 'ClientReset' client reset \
      diff for SyncClientResetRequired: Bad client file identifier (IDENT): 'Target object not found'
      """, "target-object-not-found"),
    Line("got SyncError(isClientResetRequested=false)", "client-reset-not-asked"),
    Line("UnrecoverableSyncException", "error-without-its-name"),
    Line("DIVERGING_HISTORIES(realm::sync::ProtocolError:211)", "client-reset-required", "211"),
    // .NET, Flutter, JavaScript
    Line("ErrorCode.ClientReset", "client-reset-required"),
    Line(
      "handling Realms.Sync.Exceptions.ErrorCode.BadClientFileIdentifier", "client-reset-required",
      "208"),
    Line("code: SyncErrorCode.autoClientResetFailed", "automatic-reset-failed"),
    Line("ErrorCode.InvalidSchemaChange", "schema-change-refused"),
    Line("1032", "client-reset-required"), Line("1028", "automatic-reset-failed"),
    Line("ClientResetError message: words", "client-reset-left-to-app"),
  ])
  func `A line is explained by what it says of an error`(line: Line) {
    let explanation = ErrorExplanation(explaining: line.text)
    #expect(explanation.identifier == line.identifier)
    #expect(line.variant == nil || explanation.decision.variant == line.variant)
    let action = explanation.action?.captures.first?.value
    #expect(action == line.action?.rawValue)
    #expect(explanation.unrecognizedPart == nil)
  }

  @Test(arguments: [
    "WARN: battery low", "action: Warning", "Error Domain=NSURLErrorDomain Code=7",
    "PermissionDenied while opening a camera", "error code 500 of something", "{}",
    #"{"message": "hello"}"#, "io.realm.sync.auth Code=7", "HTTP error code: 404",
  ])
  func `A line about something else is not taken for an error of sync`(text: String) {
    let explanation = ErrorExplanation(explaining: text)
    #expect(!explanation.isRecognized, "\(explanation.layers)")
  }

  @Test func `Engine's own names in its messages add nothing to them`() {
    let explanation = ErrorExplanation(
      explaining: """
        A fatal error occurred during 'ClientReset' client reset for SyncClientResetRequired: Bad: \
        'InvalidSubscriptionQuery: no'
        """)
    #expect(
      explanation.layers.map(\.identifier) == ["client-reset-not-started", "subscription-refused"])
    #expect(explanation.action == nil)
  }

  @Test func `Each name of an SDK leads to an explanation`() {
    for row in ExplainedMessage.all {
      for name in row.sdkNames {
        #expect(SDKErrorName.entry(of: name)?.topic == row.topic, "\(name)")
      }
    }
    #expect(SDKErrorName.swiftNumbers.values.allSatisfy { SDKErrorName.entry(of: $0) != nil })
  }

  @Test(arguments: ["{\"action\":\"", "error_code=", "io.realm.sync ", "Code=7 ", "ErrorCode."])
  func `A line that is made to take long does not`(part: String) {
    #expect(ErrorExplanation(explaining: String(repeating: part, count: 100_000)).layers.count <= 3)
  }
}
