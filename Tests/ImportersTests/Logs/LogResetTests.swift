import Importers
import Testing
import TraceFormat

@Suite struct LogResetTests {
  private func reset(_ lines: [String]) throws -> LoggedReset {
    let log = ImportedLog(lines)
    #expect(log.resets.count == 1)
    return try #require(log.resets.first)
  }

  @Test func `A recovery`() throws {
    let reset = try reset(
      LogLines.session + LogLines.reset() + [
        LogLines.drop, LogLines.drop,
        "Connection[1] Session[3]: Discarding a local ArrayInsert made to an embedded object which no longer exists along path 'class_Task.sub'",
        "Connection[1] Session[3]: Discarding a local Update because the key 'k' does not exist in a dictionary along path 'k.class_Task'",
        "Connection[1] Session[3]: Discarding a local Clear made to a collection which no longer exists along path. Error: 'x'",
        "Connection[1] Session[3]: Discarding a SetInsert which links to a deleted object",
        "Connection[1] Session[3]: Discarding an update which links to a deleted object",
        "Connection[1] Session[3]: Discarding a list recovery made to an object which could not be resolved. remote_path='x'",
        "Connection[1] Session[3]: Recovery overwrites list for 'class_Task.pk=1.tags' size: 3 -> 2",
        LogLines.done,
        "Connection[1] Session[3]: New uploadable bytes after history adjustment: 210",
        "Connection[1] Session[3]: Tracking pending client reset of type: 'Recover' at: 2026-03-02 07:15:30.250000000 for error: SyncClientResetRequired: x",
      ])
    #expect(reset.outcome == .recovered)
    #expect(reset.file == "/data/app/tasks.realm")
    #expect((reset.requestedMode, reset.actualMode) == (.recover, .recover))
    #expect(!reset.isModeInferred)
    #expect(reset.errorCode == 211)
    #expect(reset.errorName == "SyncClientResetRequired")
    #expect(reset.action == .clientReset)
    #expect(reset.localChangesetCount == 2)
    #expect(
      reset.drops == [
        .init(reason: .objectGone, instruction: "Update", count: 2),
        .init(reason: .embeddedObjectGone, instruction: "ArrayInsert", count: 1),
        .init(reason: .dictionaryKeyGone, instruction: "Update", count: 1),
        .init(reason: .collectionGone, instruction: "Clear", count: 1),
        .init(reason: .linkTargetGone, instruction: "SetInsert", count: 1),
        .init(reason: .linkTargetGone, instruction: "update", count: 1),
        .init(reason: .listCopyNotResolved, instruction: "", count: 1),
      ])
    #expect(reset.overwrittenListCount == 1)
    #expect(reset.uploadableBytes == 210)
    #expect((reset.versionBefore, reset.versionAfter) == (42, 43))
    #expect((reset.newFileIdent, reset.freshServerVersion) == (8, 30))
    #expect(reset.recordedMicroseconds == 1_772_435_730_250_000)
    #expect(reset.isAcknowledged == false)
  }

  private static let discard =
    LogLines.session + LogLines.reset(mode: "DiscardLocal", actual: "DiscardLocal") + [
      "Connection[1] Session[3]: Removing objects in 'class_Task'",
      "Connection[1] Session[3]:   removing '\"draft\"'",
      "Connection[1] Session[3]:   updating \"a\"", "Connection[1] Session[3]:   updating \"b\"",
      LogLines.done,
    ]

  // Much that a log is copied through makes several blanks one.
  @Test(arguments: [discard, discard.map { $0.replacing("   ", with: " ") }])
  func `A discard counts objects`(_ lines: [String]) throws {
    let reset = try reset(lines)
    #expect(reset.outcome == .discarded)
    #expect(reset.removedObjectCount == 1)
    #expect(reset.createdObjectCount == 0)
    #expect(reset.updatedObjectCount == 2)
    #expect(reset.hasDebugLines)
  }

  @Test(arguments: [
    "03-02 08:15:30.250  8120  8155 I chatty  : uid=10140(demo.app) expire 17 lines",
    "Connection[1] Session[3]: Frobnicating the widget",
    "Connection[1] Session[3]: removing '\"dra",
  ])
  func `What is counted by lines is not known where lines are missing`(_ line: String) throws {
    let reset = try reset(Self.discard.dropLast(2) + [line] + Self.discard.suffix(2))
    #expect((reset.outcome, reset.versionAfter) == (.discarded, 43))
    #expect(reset.removedObjectCount == nil)
    #expect(reset.createdObjectCount == nil)
    #expect(reset.updatedObjectCount == nil)
    #expect(reset.overwrittenListCount == nil)
  }

  @Test(arguments: [
    (
      "diff for SyncClientResetRequired: Diverging \"histories\" (IDENT): ",
      ResetFailureClass.propertiesRemoved
    ),
    ("for SyncClientResetRequired: Diverging \"histories\" (IDENT): ", .propertiesRemoved),
  ])
  func `A failure says why`(_ words: String, _ failure: ResetFailureClass) throws {
    let why =
      "Client reset cannot recover when columns have been removed from 'class_Note': {priority, }"
    let reset = try reset(
      LogLines.session + LogLines.reset() + [
        "Connection[1] Session[3]: A fatal error occurred during 'ClientReset' client reset \(words)'\(why)'"
      ])
    #expect(reset.outcome == .failed)
    #expect(reset.failureMessage == why)
    #expect(reset.failure == failure)
    #expect(reset.newFileIdent == nil)
  }

  @Test func `A recovery that the server forbids names the mode`() throws {
    let reset = try reset([
      "Connection[1] Session[3]: A fatal error occurred during 'ClientResetNoRecovery' client reset diff for SyncClientResetRequired: x: 'Client reset mode is set to 'Recover' but the server does not allow recovery for this client'"
    ])
    #expect((reset.outcome, reset.failure) == (.failed, .recoveryNotAllowed))
    #expect((reset.requestedMode, reset.isModeInferred) == (.recover, false))
  }

  @Test func `Failures before 14 and 13 are worded otherwise`() throws {
    for word in ["occurred", "occured"] {
      let reset = try reset(
        [
          "Connection[1]: Session[3]: A fatal error \(word) during client reset: 'No space left on device'"
        ])
      #expect(reset.outcome == .failed)
      #expect(reset.failure == .outOfDiskSpace)
    }
  }

  @Test func `A handler that fails after a reset does not undo it`() throws {
    let reset = try reset(
      LogLines.session + LogLines.reset() + [LogLines.done, Self.handlerFailure])
    #expect(reset.outcome == .handlerFailedAfter)
    #expect(reset.failure == .handlerThrew)
  }

  @Test func `At level warn a handler failed after a recovery, or it is not known which one`()
    throws
  {
    let failure =
      "Connection[1] Session[3]: A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: x: 'User-provided callback failed'"
    #expect(try reset([LogLines.drop, failure]).outcome == .handlerFailedAfter)
    let alone = try reset([failure])
    #expect((alone.outcome, alone.failure) == (.endNotSeen, .handlerThrew))
    // The SDK's line about it tells of no other reset.
    let java = "A/REALM_JAVA: Client reset: manual reset requiredhttps://realm.example.org"
    #expect(try reset([failure, java]) == alone)
  }

  @Test func `What an app prints of a failure ends the one reset that is open`() throws {
    let line =
      " ERROR  [Error: A fatal error occurred during 'ClientReset' client reset diff for "
      + "SyncClientResetRequired: Diverging \"histories\" (IDENT): 'No space left on device']"
    let reset = try reset(LogLines.session + LogLines.reset() + [line])
    #expect(reset.outcome == .failed)
    #expect(reset.failureMessage == "No space left on device")
    #expect(!ImportedLog([line]).summary.isLog)
  }

  @Test(arguments: [
    "Received: ERROR \"why\" (error_code=222, is_fatal=true, error_action=ClientReset)",
    "Received: ERROR \"why\" (error_code=203, is_fatal=true, error_action=ApplicationBug)",
    "Received QUERY_ERROR \"why\" (error_code=300, query_version=1)",
  ])
  func `An error of the fresh download fails the reset that another one asked for`(
    _ error: String
  ) throws {
    let reset = try reset(
      LogLines.session + LogLines.reset().prefix(2) + ["Connection[1] Session[2]: \(error)"])
    #expect((reset.outcome, reset.errorCode) == (.failed, 211))
    #expect((reset.failure, reset.failureMessage) == (.downloadFailed, "why"))
  }

  @Test func `An error that passes does not end the fresh download`() throws {
    let reset = try reset(
      LogLines.session + LogLines.reset().prefix(2) + [
        "Connection[1] Session[2]: Received: ERROR \"why\" (error_code=201, is_fatal=false, error_action=Transient)"
      ])
    #expect((reset.outcome, reset.failure) == (.downloadUnfinished, nil))
  }

  @Test func `A download that failed is told by the app alone`() throws {
    let reset = try reset(
      LogLines.session + LogLines.reset().prefix(2) + [
        "SyncError: A fatal error occurred during 'ClientReset' client reset for "
          + "SyncClientResetRequired: Diverging \"histories\" (IDENT): 'Permission denied'"
      ])
    #expect((reset.outcome, reset.errorCode) == (.failed, 211))
    #expect(reset.failureMessage == "Permission denied")
  }

  @Test func `An NSError says why once, whatever it prints behind that`() throws {
    let description =
      "A fatal error occurred during 'ClientReset' client reset for "
      + "SyncClientResetRequired: Diverging \"histories\" (IDENT): 'Permission denied'"
    let reset = try reset(
      LogLines.session + LogLines.reset().prefix(2) + [
        "Error Domain=io.realm.sync Code=7 \"\(description)\" UserInfo={recovered_realm_location_path=/a's/r, NSLocalizedDescription=\(description), error_action_token=<RLMSyncErrorActionToken: 0x600>}"
      ])
    #expect(reset.outcome == .failed)
    #expect(reset.failureMessage == "Permission denied")
  }

  @Test(arguments: ["Diverging \"histories\" (IDENT)", "Client file has expired"])
  func `A download that failed is not the reset that was carried out`(_ message: String) {
    let other =
      (LogLines.session.prefix(2) + LogLines.session.suffix(1) + LogLines.reset().prefix(2))
      .map { line in
        line.replacing("Session[2]", with: "Session[5]").replacing("Session[1]", with: "Session[4]")
          .replacing("tasks.realm", with: "notes.realm")
          .replacing("Diverging \"histories\" (IDENT)", with: message)
      }
    let failure =
      "SyncError: A fatal error occurred during 'ClientReset' client reset for "
      + "SyncClientResetRequired: \(message): 'Permission denied'"
    let resets = ImportedLog(LogLines.all + other + [failure]).resets.sorted { $0.file < $1.file }
    #expect(resets.map(\.file) == ["/data/app/notes.realm", "/data/app/tasks.realm"])
    #expect(resets.map(\.outcome) == [.failed, .recovered])
    #expect(resets.map(\.failureMessage) == ["Permission denied", ""])
  }

  @Test func `What an app prints of a failure that the client told ends no other file's reset`() {
    let failure =
      "A fatal error occurred during 'ClientReset' client reset diff for "
      + "SyncClientResetRequired: Diverging \"histories\" (IDENT): 'No space left on device'"
    let other = (LogLines.reset() + [LogLines.done]).map { line in
      line.replacing("Session[2]", with: "Session[4]").replacing("Session[3]", with: "Session[5]")
        .replacing("tasks.realm", with: "notes.realm")
    }
    // Its session may have ended by then.
    for end in [[], ["Connection[1] Session[3]: Deactivation completed"]] {
      let told = ["Connection[1] Session[3]: \(failure)"] + end + [" ERROR  [Error: \(failure)]"]
      let log = ImportedLog(
        LogLines.session + LogLines.reset() + other.dropLast() + told + other.suffix(1))
      #expect(log.resets.map(\.file) == ["/data/app/tasks.realm", "/data/app/notes.realm"])
      #expect(log.resets.map(\.outcome) == [.failed, .recovered])
    }
  }

  @Test func `A second attempt of recover-or-discard discards`() throws {
    let reset = try reset(
      LogLines.session + Array(LogLines.reset().prefix(4)) + [
        "Connection[1] Session[3]: Tracking pending client reset of type: 'Recover' at: 2026-03-02 07:31:12.010000000 for error: x",
        "Connection[1] Session[3]: Found a previous pending client reset of type: 'Recover' at: 2026-03-02 07:31:12.010000000 for error: x",
        "Connection[1] Session[3]: A previous 'Recover' mode reset from 2026-03-02 07:31:12.010000000 downgrades this mode ('DiscardLocal') to DiscardLocal",
      ] + LogLines.reset(mode: "RecoverOrDiscard", actual: "DiscardLocal").suffix(1) + [
        LogLines.done
      ])
    #expect(reset.outcome == .discarded)
    #expect((reset.requestedMode, reset.actualMode) == (.recoverOrDiscard, .discardLocal))
    #expect(reset.downgrade == .earlierAttempt)
    #expect(reset.earlierAttempt?.mode == .recover)
    #expect(reset.earlierAttempt?.timeMicroseconds == 1_772_436_672_010_000)
  }

  @Test func `An error in a record may say anything`() throws {
    let record =
      "pending client reset of type: 'Recover' at: 2026-03-02 07:31:12.010000000 for error: SyncClientResetRequired: Client file was removed from the server at: 5 (IDENT)"
    let reset = try reset(
      LogLines.session + LogLines.reset().prefix(5) + [
        "Connection[1] Session[3]: Found a previous \(record)", LogLines.done,
        "Connection[1] Session[3]: Tracking \(record)",
      ])
    #expect(reset.earlierAttempt?.timeMicroseconds == 1_772_436_672_010_000)
    #expect(reset.recordedMicroseconds == 1_772_436_672_010_000)
  }

  @Test(arguments: [("Recover", ResetMode.recover), ("DiscardLocal", .recoverOrDiscard)])
  func `A cycle fails before anything is changed`(_ earlier: String, _ mode: ResetMode) throws {
    let reset = try reset([
      "Connection[2] Session[6]: Found a previous pending client reset of type: '\(earlier)' at: 2026-03-02 08:39:58.000000000 for error: SyncClientResetRequired: Bad server version (IDENT)",
      "Connection[2] Session[6]: A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: Bad server version (IDENT): 'A previous '\(earlier)' mode reset from 2026-03-02 08:39:58.000000000 did not succeed, giving up on '\(mode.rawValue)' mode to prevent a cycle'",
    ])
    #expect((reset.outcome, reset.failure) == (.failed, .resetCycle))
    #expect(reset.requestedMode == mode)
    #expect(!reset.isModeInferred)
    #expect(reset.newFileIdent == nil)
    #expect(reset.errorMessage == "Bad server version (IDENT)")
  }

  @Test func `A file without data is skipped, and the server may forbid recovery`() throws {
    let begins =
      "Connection[1] Session[3]: Possibly beginning client reset operation: realm_path = /data/app/tasks.realm, mode = RecoverOrDiscard, action = ClientResetNoRecovery, error = SyncClientResetRequired: x"
    let skipped = try reset([
      begins,
      "Connection[1] Session[3]: Local Realm file has never been written to, so skipping client reset.",
    ])
    #expect(skipped.outcome == .skipped)
    #expect(skipped.file == "/data/app/tasks.realm")
    let forbidden = try reset([
      begins,
      "Connection[1] Session[3]: Client reset in 'RecoverOrDiscard' is choosing 'DiscardLocal' because the server does not permit recovery for this client",
      LogLines.done,
    ])
    #expect((forbidden.outcome, forbidden.downgrade) == (.discarded, .serverForbids))
    #expect(forbidden.action == .clientResetNoRecovery)
  }

  @Test func `Up to Realm Core 14.10.2 a reset comes after the server's identifier`() throws {
    let lines = LogLines.reset()
    let reset = try reset(
      LogLines.session + lines[..<4] + [
        "Connection[1] Session[3]: Sending: BIND(session_ident=3, need_client_file_ident=true, is_subserver=false, json_data=\"\")",
        "Connection[1] Session[3]: Received: IDENT(client_file_ident=8, client_file_ident_salt=12)",
      ] + lines[4...] + [LogLines.done])
    #expect(reset.outcome == .recovered)
    #expect(reset.errorCode == 211)
  }

  @Test(arguments: [
    (
      "Client reset: path_local = /data/app/tasks.realm, client_file_ident = (ident: 8, salt: 1), remote_path = /x.fresh, requested_mode = Recover, recovery_is_allowed = true, actual_mode = Recover, will_recover = true",
      "perform_client_reset_diff is done: old_version = (version: 42, index: 7), new_version = (version: 43, index: 8)"
    ),
    (
      "Client reset, path_local = /data/app/tasks.realm, client_file_ident.ident = 8, client_file_ident.salt = 1,remote = /x.fresh, mode = Recover, recovery_is_allowed = true",
      "perform_client_reset_diff is done, old_version.version = 42, old_version.index = 7, new_version.version = 43, new_version.index = 8"
    ),
  ])
  func `Summaries of older versions`(_ summary: String, _ done: String) throws {
    // The session's path and the summary's are one, or the line is another client's.
    let reset = try reset(
      LogLines.session + LogLines.reset().prefix(4)
        + [summary, done].map { "Connection[1]: Session[3]: \($0)" })
    #expect(reset.outcome == .recovered)
    #expect(reset.requestedMode == .recover)
    #expect(reset.file == "/data/app/tasks.realm")
    #expect((reset.newFileIdent, reset.errorCode) == (8, 211))
    #expect((reset.versionBefore, reset.versionAfter) == (42, 43))
  }

  @Test func `A summary that is cut keeps the error that is known`() throws {
    let cut = LogLines.reset().map { line in
      line.replacing("Required: Diverging \"histories\" (IDENT)", with: "Re")
    }
    let reset = try reset(LogLines.session + cut + [LogLines.done])
    #expect((reset.outcome, reset.errorCode) == (.recovered, 211))
    #expect(reset.errorMessage == "Diverging \"histories\" (IDENT)")
  }

  @Test func `What was asked for and is not seen stays unknown`() throws {
    let unseen = try reset(LogLines.session)
    #expect(unseen.outcome == .notSeen)
    #expect(unseen.errorCode == 211)
    #expect(unseen.requestedMode == nil)
    let unfinished = try reset(LogLines.session + LogLines.reset().prefix(2))
    #expect(unfinished.outcome == .downloadUnfinished)
    let open = try reset(LogLines.session + LogLines.reset())
    #expect(open.outcome == .endNotSeen)
    #expect(open.newFileIdent == nil)
  }

  @Test(arguments: [(208, true), (217, false)])
  func `Sessions that began before the log are of a file each`(_ code: Int, _ areAlike: Bool) {
    let errors = [(1, 208), (4, code)].map { session, code in
      "Connection[1] Session[\(session)]: Received: ERROR \"x\" (error_code=\(code), is_fatal=true, error_action=ClientReset)"
    }
    let unseen = ImportedLog(errors)
    #expect(unseen.resets.map(\.errorCode) == [208, Int32(code)])
    // Which of them a file got that is named later is known where they are alike.
    let known: Int32? = areAlike ? 208 : nil
    let named = ImportedLog(errors + LogLines.reset().prefix(2))
    #expect(Set(named.resets.map(\.outcome)) == [.notSeen, .downloadUnfinished])
    #expect(named.resets.map(\.errorCode) == [known, known])
  }

  @Test func `A file that goes on without a reset was not reset`() throws {
    let log = ImportedLog(
      LogLines.session + [
        "Connection[1] Session[2]: Binding '/data/app/tasks.realm' to ''",
        "Connection[1] Session[2]: client_reset_config = false, Realm exists = true, upload messages allowed = yes",
      ] + LogLines.session.suffix(1).map { $0.replacing("Session[1]", with: "Session[2]") })
    #expect(log.resets.map(\.outcome) == [.notSeen, .notSeen])
  }

  @Test func `A deletion is told with the error`() throws {
    let reset = try reset([
      "Connection[1] Session[2]: Received: ERROR \"This file may not be used\" (error_code=217, is_fatal=true, error_action=DeleteRealm)"
    ])
    #expect(reset.outcome == .deletionScheduled)
    #expect((reset.errorCode, reset.action) == (217, .deleteRealm))
  }

  @Test func `A later launch is noted of what waits for one`() {
    let launch = [LogLines.client] + LogLines.session.prefix(2)
    let download = ImportedLog(LogLines.session + LogLines.reset().prefix(2) + launch)
    #expect(download.resets.map(\.outcome) == [.downloadUnfinished])
    #expect(download.resets.map(\.hasLaterLaunch) == [true])
    let deleted =
      Array(LogLines.session.dropLast()) + [
        "Connection[1] Session[1]: Received: ERROR \"x\" (error_code=217, is_fatal=true, error_action=DeleteRealm)"
      ]
    let log = ImportedLog(deleted + launch)
    #expect(log.resets.map(\.hasLaterLaunch) == [nil, true])
    #expect(log.summary.resets.map(\.facts.hasLaterLaunch) == [true])
  }

  /// A line as Swift prints it, of a process.
  private static func line(_ process: Int, _ text: String) -> String {
    "2026-03-02 08:15:30.250116+0100 Demo[\(process):7] Info: \(text)"
  }

  @Test func `Two processes with the same path have a file each`() {
    let lines = [LogLines.client] + LogLines.all
    let both = ImportedLog(lines.flatMap { [Self.line(812, $0), Self.line(913, $0)] })
    #expect(both.resets.map(\.outcome) == [.recovered, .recovered])
    #expect(both.resets.map(\.errorCode) == [211, 211])
    // One begins while the other one downloads.
    let start = lines.prefix(3).map { Self.line(913, $0) }
    let (before, after) = (lines.prefix(13), lines.dropFirst(13))
    let one = ImportedLog(
      before.map { Self.line(812, $0) } + start + after.map { Self.line(812, $0) })
    #expect(one.resets.map(\.outcome) == [.recovered])
    #expect(one.resets.map(\.errorCode) == [211])
    let over = ImportedLog(before.map { Self.line(812, $0) } + start)
    #expect(over.resets.map(\.outcome) == [.downloadUnfinished])
    #expect(over.resets.map(\.hasLaterLaunch) == [true])
  }

  @Test(arguments: [false, true])
  func `Another process has a file's acknowledgement if the first one is over`(_ isOver: Bool) {
    let tracking =
      "Connection[1] Session[3]: Tracking pending client reset of type: 'Recover' at: 2026-03-02 07:15:30.250000000 for error: x"
    let lines = [LogLines.client] + LogLines.all + [tracking]
    let launch = lines.prefix(4).map { Self.line(913, $0) }
    let end = isOver ? [] : [Self.line(812, "Connection[1] Disconnected")]
    let log = ImportedLog(lines.map { Self.line(812, $0) } + launch + end)
    #expect(log.summary.resets.map(\.facts.isAcknowledged) == [isOver])
    #expect(log.summary.resets.map(\.facts.outcome) == [.recovered])
  }

  private static let handlerFailure =
    "Connection[1] Session[3]: A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: Diverging \"histories\" (IDENT): 'User-provided callback failed'"

  @Test(
    arguments: [
      ([], .endNotSeen), ([LogLines.done, handlerFailure], .handlerFailedAfter),
      (
        [
          handlerFailure.replacing(
            "User-provided callback failed", with: "No space left on device")
        ], .failed
      ), ([LogLines.done], .recovered),
    ] as [([String], LoggedReset.Outcome)])
  func `A later launch is noted of what was to be saved before it`(
    _ end: [String], _ outcome: LoggedReset.Outcome
  ) {
    let launch = [LogLines.client] + LogLines.session.prefix(2)
    let log = ImportedLog(LogLines.session + LogLines.reset() + end + launch)
    #expect(log.summary.resetCount == 1)
    #expect(log.summary.resets.map(\.facts.outcome) == [outcome])
    #expect(log.summary.resets.map(\.facts.hasLaterLaunch) == [outcome == .recovered ? nil : true])
  }

  @Test func `A message that is too big starts a reset without an error`() throws {
    let log = ImportedLog(
      Array(LogLines.session.prefix(4)) + [
        "Connection[1] Closing the websocket with error code=WebSocket: Message Too Big, message='too large', was_clean=true"
      ] + LogLines.reset() + [LogLines.done])
    #expect(log.errors.map(\.name) == ["LimitExceeded"])
    #expect(log.resets.map(\.outcome) == [.recovered])
    #expect(log.resets[0].action == .clientReset)
  }

  @Test func `Lines of SDKs tell what those of the engine would`() throws {
    let path = "/data/app/tasks.realm"
    let recovered = ImportedLog([
      "INFO: [REALM] [SDK] Client reset: attempting to automatically recover unsynced changes in Realm: \(path)",
      "INFO: [REALM] [SDK] Client reset: couldn't recover successfully, all unsynced changes were discarded in Realm: \(path)",
    ])
    #expect(recovered.resets.map(\.outcome) == [.discarded])
    #expect(recovered.resets[0].requestedMode == .recoverOrDiscard)
    #expect(recovered.resets[0].isModeInferred)
    #expect(recovered.resets[0].file == path)
    let java = ImportedLog([
      "D/REALM_JAVA: Client reset: couldn't recover successfully, all unsynced changes were discarded in Realm\(path)"
    ])
    #expect(java.resets.map(\.file) == [path])
    let manual = ImportedLog([
      "ERROR: [REALM] Client reset: manual reset required for Realm in '\(path)'"
    ])
    #expect(manual.resets.map(\.outcome) == [.leftToApp])
    // Beside the engine's own lines they say nothing new.
    let both = ImportedLog(
      LogLines.all + [
        "INFO: [REALM] Client reset: successfully recovered all unsynced changes in Realm: \(path)"
      ])
    #expect(both.resets.map(\.outcome) == [.recovered])
  }

  @Test(arguments: [
    ("OnBeforeReset", LoggedReset.Outcome.failed), ("OnAfterReset", .handlerFailedAfter),
  ])
  func `A handler that throws in .NET is a reset, which the engine's line tells of`(
    _ handler: String, _ outcome: LoggedReset.Outcome
  ) throws {
    let line =
      "2026-03-02 07:20:01.100 Error: An error has occurred while executing MyHandler.\(handler) during a client reset: System.Exception: x"
    let alone = try reset([line, "   at Demo.Main()"])
    #expect((alone.outcome, alone.failure, alone.file) == (outcome, .handlerThrew, ""))
    #expect(alone.failureMessage == "System.Exception: x")
    let failure =
      "Connection[1] Session[3]: A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: Diverging \"histories\" (IDENT): 'User-provided callback failed'"
    let told = try reset([line, failure])
    #expect((told.outcome, told.action) == (outcome, .clientReset))
    let open = try reset(LogLines.session + LogLines.reset().prefix(5) + [line, failure])
    #expect((open.outcome, open.errorCode) == (.failed, 211))
    // At level warn, what a recovery leaves out opens the reset.
    let warned = try reset([LogLines.drop, line, failure])
    #expect((warned.outcome, warned.drops.count) == (outcome, 1))
    #expect(try reset([LogLines.drop, line]).outcome == .endNotSeen)
  }

  @Test func `A missing handler in Dart leaves the reset to the app`() throws {
    let line = "Realm.SDK - ERROR: A client reset error occurred but no handler was supplied. x"
    let alone = try reset([line])
    #expect((alone.outcome, alone.file) == (.leftToApp, ""))
    let asked = try reset(LogLines.session + [line])
    #expect((asked.outcome, asked.errorCode) == (.leftToApp, 211))
    let failed = try reset([
      "Connection[1] Session[3]: A fatal error occurred during client reset: 'No space left on device'",
      line,
    ])
    #expect(failed.outcome == .failed)
    let failures = [3, 6].map {
      "Connection[1] Session[\($0)]: A fatal error occurred during client reset: 'No space left on device'"
    }
    let two = ImportedLog(failures + [line, "another line", line])
    #expect(two.resets.map(\.outcome) == [.failed, .failed])
    // The failure is not the one that is asked for next.
    let next = ImportedLog(failures.prefix(1) + LogLines.session + [line])
    #expect(next.resets.map(\.outcome) == [.failed, .leftToApp])
  }

  @Test func `An SDK's line names the file of the failure before it`() {
    // At level warn, Kotlin's and Java's default, the log has no other line of a reset.
    func failure(_ session: Int) -> String {
      "INFO: [REALM] [Session] Connection[1] Session[\(session)]: A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: x: 'Client reset cannot recover when classes have been removed: {A}'"
    }
    func manual(_ path: String) -> String {
      "ERROR: [REALM] [SDK] Client reset: manual reset required for Realm in '\(path)'"
    }
    let kotlin = ImportedLog([failure(3), manual("/a.realm"), failure(6), manual("/b.realm")])
    #expect(kotlin.summary.resets.map(\.facts.file) == ["/a.realm", "/b.realm"])
    #expect(kotlin.summary.resets.map(\.facts.outcome) == [.failed, .failed])
    // The order of the SDK's lines is free.
    let mixed = ImportedLog([failure(3), failure(6), manual("/b.realm"), manual("/a.realm")])
    #expect(mixed.summary.resets.map(\.facts.file) == ["", ""])
    let late = ImportedLog([failure(3), "another line", manual("/a.realm")])
    #expect(late.summary.resets.map(\.facts.file) == [""])
    let java = "A/REALM_JAVA: Client reset: manual reset requiredhttps://realm.example.org"
    #expect(ImportedLog([failure(3), java]).summary.resets.map(\.facts.outcome) == [.failed])
    #expect(ImportedLog([java]).summary.resets.map(\.facts.outcome) == [.leftToApp])
    let asked = ImportedLog(LogLines.session + [java])
    #expect(asked.resets.map(\.file) == ["/data/app/tasks.realm"])
    #expect(asked.resets.map(\.outcome) == [.leftToApp])
    let file = "Connection[1] Session[3]: Binding '/a.realm' to ''"
    #expect(ImportedLog([file, failure(3), java]).resets.map(\.outcome) == [.failed])
  }

  @Test func `An error with its body names refused writes`() throws {
    let body =
      #"{"message":"write not allowed","isRecoveryModeDisabled":false,"tryAgain":true,"logURL":"https://h/g/1","shouldClientReset":false,"action":"Warning","rejectedUpdates":[{"table":"Note","pk":"AQc=","reason":"no permission"}],"compensatingWriteServerVersion":88,"rejectedClientVersion":31}"#
    let log = ImportedLog([
      " LOG  [Realm.Sync.Client.Session - trace] Connection[1:65aa] Error message encoded as json: \(body)",
      " LOG  [Realm.Sync.Client.Session - info] Connection[1:65aa] Session[1]: Received: ERROR \"write not allowed\" (error_code=231, is_fatal=false, error_action=Warning)",
    ])
    #expect(log.errors.map(\.code) == [231])
    #expect(
      log.errors[0].compensatingWrites == [
        .init(table: "Note", primaryKey: "AQc=", reason: "no permission")
      ])
    #expect(log.errors[0].logURL == "https://h/g/1")
    guard case .serverError(let error)? = try log.messages.first?.parsed() else {
      Issue.record("no ERROR")
      return
    }
    #expect(error.json == Array(body.utf8))
  }

  @Test(arguments: [
    ("401 Unauthorized", ServerAction.refreshUser), ("403 Forbidden", .logOutUser),
    ("503 Service Unavailable", .transient),
  ])
  func `A refused connection is an error`(_ status: String, _ action: ServerAction) {
    let lines = [
      "Realm.Sync.Client.Network - ERROR: Websocket: Expected HTTP response 101 Switching Protocols, but received:",
      "HTTP/1.1 \(status)",
    ]
    let end =
      "Connection[1] Closing the websocket with error code=WebSocket: Unauthorized, message='', was_clean=true"
    for log in [ImportedLog(lines), ImportedLog(lines + [end])] {
      #expect(log.errors.map(\.action) == [action])
      #expect(log.errors.map(\.message) == ["Sync connection refused (HTTP \(status))"])
      #expect(log.summary.errorCount == 1)
    }
  }

  @Test(arguments: [(401, ServerAction.logOutUser), (503, .transient)])
  func `A refused token is an error`(_ status: Int, _ action: ServerAction) {
    let log = ImportedLog([
      "Realm.App - ERROR: App: refresh_access_token: 64f0u5er -> \(status) ERROR: why"
    ])
    #expect(
      log.errors == [
        SyncError(
          code: nil, name: "AuthError",
          message: "Unable to refresh the user access token: why (HTTP \(status))", action: action,
          isFatal: action == .logOutUser)
      ])
  }

  @Test(arguments: [
    (
      "Failed to integrate downloaded changesets: BadChangeset: Failed to apply received changeset: x",
      "Failed to apply received changeset: x", ServerAction.warning
    ),
    (
      "Failed to integrate downloaded changesets: Failed to parse, or apply received changeset: x",
      "Failed to parse, or apply received changeset: x", .noAction
    ),
    (
      "Failed to parse, or apply received changeset: x",
      "Failed to parse, or apply received changeset: x", .noAction
    ),
  ])
  func `A download that does not fit is an error of the client's own`(
    line: String, message: String, action: ServerAction
  ) {
    let log = ImportedLog(["Connection[1] Session[4]: \(line)"])
    #expect(log.summary.errorCount == 1)
    #expect(
      log.errors == [
        SyncError(
          code: nil, name: "BadChangeset", message: message, action: action,
          isFatal: action == .noAction)
      ])
  }

  @Test(arguments: [
    ("(error_code=208, is_fatal=true, error_action=ClientReset)", true, ServerAction.clientReset),
    ("(error_code=208, try_again=false, error_action=ClientReset)", true, .clientReset),
    ("(error_code=208, is_fatal=true, error_action=ClientReset) [app] (main)", true, .clientReset),
    ("(error_code=208, try_again=true, recovery_disabled=false)", false, .noAction),
    (
      "(error_code=100, is_fatal=false, session_ident=0, error_action=Transient)", false, .transient
    ),
  ])
  func `Errors of every version`(_ tail: String, _ isFatal: Bool, _ action: ServerAction) throws {
    let log = ImportedLog(["Connection[1] Session[4]: Received: ERROR \"why\" \(tail)"])
    let error = try #require(log.errors.first)
    #expect((error.isFatal, error.action, error.message) == (isFatal, action, "why"))
  }

  @Test func `An error whose action is none of the client's words is not understood`() {
    let log = ImportedLog([
      "Connection[1] Session[4]: Received: ERROR \"x\" (error_code=208, error_action=ClientRe...)"
    ])
    #expect(log.errors.isEmpty)
    #expect(log.summary.unknownEntryCount == 1)
  }
}
