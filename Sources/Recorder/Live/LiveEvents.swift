internal import TraceFormat

/// What the calls of an app mean as events, told from the calls before them.
struct LiveEvents {
  private struct Session {
    var start: SessionStart?
    /// The error that asked for a reset which is not over.
    var resetError: SyncError?
    /// The newest version of the server that the app has reported.
    var serverVersion: UInt64 = 0

    var syncKind: SyncKind { start?.syncKind ?? .flexible }
  }

  private var sessions: [UInt32: Session] = [:]
  private let onMisuse: @Sendable (RecordingMisuse) -> Void

  init(onMisuse: @escaping @Sendable (RecordingMisuse) -> Void) { self.onMisuse = onMisuse }

  mutating func contents(of call: LiveCall) -> [Event.Content] {
    switch call.content {
    case .event(let content):
      observe(content, call.session)
      return [content]
    case .transaction(let version, let transaction, let schema):
      return recorded { () throws(RecordingMisuse) in
        let changeset = try TransactionEncoder.encoded(
          transaction, schema, session: call.session, clientVersion: version)
        return .localCommit(LocalCommit(clientVersion: version, changeset: changeset))
      }
    case .state(let role, let state): return snapshot(role, state, call.session)
    case .message(let message, let direction): return [contents(message, direction, call.session)]
    case .acknowledged(let version):
      let download = acknowledgement(upTo: version, call.session)
      return [contents(.download(download), .serverToClient, call.session)]
    case .logLine(let level, let category, let text):
      let place = category.isEmpty ? "" : " \(category)"
      return [.note(Note(text: "log [\(level)]\(place): \(text)"))]
    case .resetBegan(let path):
      return begin(call.session)
        + note(path.map { "the file was copied before the reset, to \($0)" })
    case .resetEnded(let reset): return end(call.session, reset)
    }
  }

  /// What an app wrote, or the loss of it.
  private func recorded(
    _ content: () throws(RecordingMisuse) -> Event.Content
  ) -> [Event.Content] {
    do throws(RecordingMisuse) {
      return [try content()]
    } catch {
      onMisuse(error)
      let reason = "what the app wrote does not fit its schema: \(error)"
      return [.loss(Loss(firstSequence: nil, recordCount: 1, reason: reason))]
    }
  }

  private func snapshot(
    _ role: Snapshot.Role, _ state: LiveState, _ session: UInt32
  ) -> [Event.Content] {
    recorded { () throws(RecordingMisuse) in
      switch state {
      case .changesets(let changesets): .snapshot(Snapshot(role: role, changesets: changesets))
      case .objects(let objects, let schema):
        .snapshot(
          Snapshot(
            role: role,
            changesets: [
              try TransactionEncoder.encoded(objects, schema, session: session, clientVersion: nil)
            ]))
      }
    }
  }

  private mutating func observe(_ content: Event.Content, _ session: UInt32) {
    switch content {
    case .sessionStart(let start): sessions[session, default: Session()].start = start
    case .syncError(let error) where error.asksForReset:
      sessions[session, default: Session()].resetError = error
    case .serverCommit(let commit):
      let known = sessions[session]?.serverVersion ?? 0
      sessions[session, default: Session()].serverVersion = max(known, commit.serverVersion)
    case .resetObserved: sessions[session]?.resetError = nil
    default: break
    }
  }

  private func contents(
    _ message: ProtocolMessage, _ direction: WireMessage.Direction, _ session: UInt32
  ) -> Event.Content {
    let known = sessions[session]
    do throws(MessageEncodingFailure) {
      return .message(
        try WireMessage(
          encoding: message, direction: direction, connection: known?.start?.connection ?? "",
          syncKind: known?.syncKind ?? .flexible))
    } catch {
      let reason = "a message of the app cannot be written as one: \(error)"
      return .loss(Loss(firstSequence: nil, recordCount: 1, reason: reason))
    }
  }

  /// The message by which a server acknowledges uploads and sends nothing, as far as an app knows it.
  private func acknowledgement(upTo version: UInt64, _ session: UInt32) -> Download {
    let known = sessions[session] ?? Session()
    let scope: Download.Scope =
      switch known.syncKind {
      case .flexible: .flexible(queryVersion: 0, batchState: .steadyState, progressEstimate: 1)
      case .partition: .partition(downloadableBytes: 0)
      }
    return Download(
      sessionIdent: known.start?.wireSession ?? 0, downloadServerVersion: known.serverVersion,
      downloadClientVersion: 0, latestServerVersion: known.serverVersion,
      latestServerVersionSalt: 0, uploadClientVersion: version, uploadServerVersion: 0,
      scope: scope, bodySize: .plain(0), entries: [])
  }

  /// The error behind a reset that the app heard of by the reset alone.
  private mutating func begin(_ session: UInt32) -> [Event.Content] {
    guard sessions[session]?.resetError == nil else { return [] }
    let error = SyncError.hiddenFromApp
    sessions[session, default: Session()].resetError = error
    return [.syncError(error)]
  }

  private mutating func end(_ session: UInt32, _ reset: ReportedReset) -> [Event.Content] {
    var contents = begin(session)
    let known = sessions[session] ?? Session()
    // One that asks for a reset by its code alone has no action to carry out.
    let action = known.resetError?.action ?? .clientReset
    sessions[session]?.resetError = nil
    if let fresh = reset.fresh { contents += snapshot(.fresh, fresh, session) }
    let observed = ResetObserved(
      mode: reset.mode(configured: known.start?.configuredResetMode),
      action: action.startsClientReset ? action : .clientReset, result: reset.result,
      failure: reset.failure, message: reset.message, stateDigest: reset.stateDigest)
    contents.append(.resetObserved(observed))
    if let after = reset.after { contents += snapshot(.afterReset, after, session) }
    return contents + note(reset.backup.map { "the file is to be set aside, to \($0)" })
  }

  private func note(_ text: String?) -> [Event.Content] {
    text.map { [.note(Note(text: $0))] } ?? []
  }
}

extension ReportedReset {
  /// The mode that was used: what is configured, where that fits how the reset ended.
  fileprivate func mode(configured: ResetMode?) -> ResetMode {
    switch result {
    case .manual: .manual
    case .recovered: configured == .recoverOrDiscard ? .recoverOrDiscard : .recover
    case .discarded: configured == .recoverOrDiscard ? .recoverOrDiscard : .discardLocal
    default: configured ?? .recover
    }
  }
}
