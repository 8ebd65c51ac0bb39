import Importers
import Testing
import TraceFormat

/// What a log tells of the time after a reset, and of the mode that its file has.
@Suite struct LogAcknowledgementTests {
  private static let tracking =
    "Tracking pending client reset of type: 'Recover' at: 2026-03-02 07:15:30.250000000 for error: SyncClientResetRequired: x"
  private static let done =
    LogLines.session + LogLines.reset() + [
      LogLines.done, "Connection[1] Session[3]: \(tracking)",
    ]

  private static func activation(_ session: Int, _ more: [String] = []) -> [String] {
    [
      "Connection[1] Session[\(session)]: Binding '/data/app/tasks.realm' to ''",
      "Connection[1] Session[\(session)]: client_reset_config = false, Realm exists = true, upload messages allowed = yes",
    ] + more
  }

  /// What the log says last of its reset.
  private func reset(_ lines: [String]) throws -> LoggedReset {
    let log = ImportedLog(lines)
    #expect(log.summary.resetCount == 1)
    #expect(log.summary.resets.count == 1)
    let last = try #require(log.resets.last)
    #expect(log.summary.resets.first?.facts == last)
    return last
  }

  @Test func `A session that begins without the record says that it is acknowledged`() throws {
    let reset = try reset(
      Self.done + Self.activation(4) + [
        "Connection[1] Connected to app services with request id: \"1\""
      ])
    #expect(reset.outcome == .recovered)
    #expect(reset.isAcknowledged == true)
    #expect(reset.isAcknowledgementInferred == true)
  }

  @Test func `A session that begins with the record says that it is not`() throws {
    let reset = try reset(
      Self.done + Self.activation(4, ["Connection[1] Session[4]: \(Self.tracking)"])
        + ["Connection[1] Disconnected"])
    #expect(reset.isAcknowledged == false)
  }

  @Test func `A file that was made anew says nothing`() throws {
    let reset = try reset(
      Self.done
        + Self.activation(
          4,
          [
            "Connection[1] Session[4]: client_file_ident = 0, client_file_ident_salt = 0",
            "Connection[1] Session[4]: last_version_available = 1",
            "Connection[1] Session[4]: Sending: BIND(session_ident=4, need_client_file_ident=true, is_subserver=false, json_data=\"\")",
          ]))
    #expect(reset.isAcknowledged == false)
  }

  @Test func `A record is of a reset that the log does not show`() throws {
    let lines = Self.activation(1, ["Connection[1] Session[1]: \(Self.tracking)"])
    let reset = try reset(
      lines + Self.activation(2, ["Connection[1] Session[2]: \(Self.tracking)"]))
    #expect((reset.outcome, reset.isAcknowledged) == (.endNotSeen, false))
    #expect((reset.actualMode, reset.action) == (.recover, .clientReset))
    #expect(reset.recordedMicroseconds == 1_772_435_730_250_000)
    let later = try self.reset(
      lines + Self.activation(2) + ["Connection[1] Session[2]: Sending: MARK(request_ident=1)"])
    #expect(later.isAcknowledged == true)
  }

  @Test func `A later launch and the acknowledgement are noted in either order`() throws {
    let record =
      [LogLines.client] + Self.activation(1, ["Connection[1] Session[1]: \(Self.tracking)"])
    let next = Self.activation(2) + ["Connection[1] Session[2]: Sending: MARK(request_ident=1)"]
    let launch = [LogLines.client] + Self.activation(1) + ["Connection[1] Disconnected"]
    for lines in [record + launch, record + next + launch] {
      let reset = try self.reset(lines)
      #expect((reset.isAcknowledged, reset.hasLaterLaunch) == (true, true))
    }
  }

  @Test func `A record that launches show again is of one reset, also where no file is named`()
    throws
  {
    // Realm Core 13.3 to 13.9.2 name no file at info.
    let launches = [1, 2, 4].flatMap { session in
      [LogLines.client, "Connection[1] Session[\(session)]: \(Self.tracking)"]
    }
    #expect(try reset(launches).outcome == .endNotSeen)
    let carriedOut = [LogLines.client, LogLines.done, "Connection[1] Session[3]: \(Self.tracking)"]
    #expect(try reset(carriedOut + launches).outcome == .carriedOut)
  }

  @Test func `A log that ends before the record could be told says nothing`() throws {
    #expect(try reset(Self.done + Self.activation(4)).isAcknowledged == false)
    #expect(try reset(Self.done).isAcknowledged == false)
  }

  @Test func `Where the log does not tell of the record its absence says nothing`() throws {
    let silent = LogLines.session + LogLines.reset() + [LogLines.done]
    let reset = try reset(silent + Self.activation(4) + ["Connection[1] Disconnected"])
    #expect(reset.isAcknowledged == nil)
  }

  @Test func `A session of an earlier time says nothing`() throws {
    let earlier = Self.activation(4) + ["Connection[1] Disconnected"]
    let reset = try reset(
      Self.done.map { "2026-03-02T07:15:31Z \($0)" }
        + earlier.map { "2026-03-02T07:15:25Z \($0)" })
    #expect(reset.isAcknowledged == false)
  }

  @Test(arguments: [("14.14.0", true), ("14.13.0", false)])
  func `Another launch counts if it has the same version`(_ version: String, _ isTold: Bool) throws
  {
    let reset = try reset(
      [LogLines.client] + Self.done + ["Realm sync client ([realm-core-\(version)])"]
        + Self.activation(1) + ["Connection[1] Disconnected"])
    #expect(reset.isAcknowledged == isTold)
  }

  @Test(arguments: [
    "Server has acknowledged pending client reset of type: 'Recover' at: 2026-03-02 07:15:30.250000000 for error: SyncClientResetRequired: x",
    // Realm Core 13.3 to 14.8
    #"Client reset of type "Recover" from 2026-03-02 07:15:30 has been acknowledged by the server. Removing cycle detection tracker."#,
  ])
  func `At debug the log says it itself`(line: String) throws {
    let reset = try reset(
      Self.done + [
        "Connection[1] Session[3]: Sending: MARK(request_ident=1)",
        "Connection[1] Session[3]: \(line)",
      ])
    #expect(reset.isAcknowledged == true)
    #expect(reset.isAcknowledgementInferred == nil)
  }

  @Test func `The mode that a reset shows is that of the client's later sessions`() {
    let log = ImportedLog(
      Self.done + Self.activation(4) + ["Connection[1] Session[4]: Sending: MARK(request_ident=1)"])
    let modes = log.starts.sorted { ($0.wireSession ?? 0) < ($1.wireSession ?? 0) }
      .map(\.configuredResetMode)
    #expect(modes == [nil, nil, .recover, .recover])
  }

  @Test func `Another launch may have another mode`() {
    let log = ImportedLog(
      Self.done + [LogLines.client] + Self.activation(1)
        + ["Connection[1] Session[1]: Sending: MARK(request_ident=1)"])
    #expect(log.starts.last?.configuredResetMode == nil)
  }
}
