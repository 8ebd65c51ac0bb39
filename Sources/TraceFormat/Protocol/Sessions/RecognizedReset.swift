/// A client reset as the wire shows it: a session that downloads a fresh copy under a new file
/// identifier, and a later session that continues with the original file under that identifier. Where the reset
/// fails, or the trace ends before, there is no such session.
package struct RecognizedReset: Hashable, Sendable {
  /// Which session the reset file had before. No message says it; it follows from what fits.
  package enum Original: Hashable, Sendable {
    case session(UInt32)
    /// Several fit equally well; in the order of their ends.
    case ambiguous([UInt32])
    /// None in the trace fits, as where it begins later.
    case notSeen
  }

  /// Why two sessions count as a reset, rather than for a new file that is opened again.
  package enum Evidence: String, Hashable, Sendable, CaseIterable {
    /// Flexible sync: both binds say that they belong to a reset.
    case sessionReason
    /// The original session ended with an error that asks for a reset.
    case resetError
    /// The new file downloaded everything and never reported its progress, which only the fresh copy of a reset omits.
    case silentDownload
  }

  package var original: Original
  /// The session that downloaded the fresh copy.
  package var freshSession: UInt32
  /// Those in which the fresh copy was opened again, after the process had ended during the reset.
  package var reopenedSessions: [UInt32] = []
  /// The session that continues with the original file; nil where none does.
  package var continuedSession: UInt32?
  /// The session in which the reset failed: begun without asking for an identifier, and ended without naming one.
  package var failedSession: UInt32?
  /// The identifier that the file has from now on.
  package var file: FileIdent
  package var freshServerVersion: UInt64
  /// Never empty.
  package var evidence: [Evidence]

  /// All sessions of the fresh copy, in their order.
  package var freshSessions: [UInt32] { [freshSession] + reopenedSessions }
}

extension SessionGraph {
  /// The client resets, in the order of the continuations, or of the downloads that nothing continues.
  ///
  /// Rule: a session obtains a file identifier and never uploads, not even its progress; the next session with that
  /// identifier asks for none, starts at the newest server version of that download and has had nothing of its own
  /// acknowledged (Realm Core: `sync/noinst/client_reset.cpp`, `sync/noinst/client_impl_base.cpp`). Because a new file
  /// that was closed early looks alike, at least one ``RecognizedReset/Evidence`` must come to it. A download that no
  /// session continues must be complete, and follow an error that asks for a reset.
  ///
  /// - Complexity: O(*n* · (*r* + 1)) for *n* sessions and *r* resets.
  package var resets: [RecognizedReset] {
    var recognized: [RecognizedReset] = []
    var usedOriginals: Set<FileIdent> = []
    for (copy, continued) in freshCopies() {
      let last = copy[copy.count - 1]
      let candidates = originals(of: last, continued, except: usedOriginals)
      guard var reset = RecognizedReset(copy[0], continued, candidates) else { continue }
      reset.reopenedSessions = copy.dropFirst().map(\.number)
      if continued == nil {
        reset.failedSession = sessions.first { $0.isFailedReset(to: last) }?.number
      }
      if case .session(let number) = reset.original, let original = self[number] {
        usedOriginals.insert(original.ownFile)
      }
      recognized.append(reset)
    }
    return recognized
  }

  /// The session that begins to download the fresh copy for the reset that another one is asked for, if an error ends it:
  /// the reset fails with it (Realm Core: `object-store/sync/sync_session.cpp`).
  package func failedDownload(for number: UInt32) -> WireSession? {
    guard let original = self[number], original.endedForReset, let end = original.endSequence,
      let next = sessions.first(where: {
        $0.startSequence > end && $0.asksForFileIdent && $0.isOnConnection(of: original)
          && $0.start.syncKind == original.start.syncKind && $0.hasFile(of: original)
          && $0.sessionReason != .sync
      })
    else { return nil }
    return next.uploadMessageCount == 0 && next.error?.isFatal == true ? next : nil
  }

  /// The sessions that were only made for the download of a reset, whether it is shown or failed.
  package var downloadSessions: Set<UInt32> {
    let failed = sessions.compactMap { failedDownload(for: $0.number)?.number }
    return Set(resets.flatMap(\.freshSessions) + failed)
  }

  /// Each session that may be a fresh download, behind it those that opened it again, and the next one of the same file,
  /// if there is one.
  private func freshCopies() -> [(copy: [WireSession], continued: WireSession?)] {
    var copies: [FileIdent: [WireSession]] = [:]
    var found: [(copy: [WireSession], continued: WireSession?)] = []
    let repeated = repeatedRequests
    for session in sessions {
      guard let file = session.file else { continue }
      if session.obtainedFileIdent {
        copies[file] = [session]
      } else if let copy = copies[file] {
        let last = copy[copy.count - 1]
        if session.reopens(copy[0]), repeated.contains(where: { $0.isBetween(last, session) }) {
          copies[file]?.append(session)
          continue
        }
        copies[file] = nil
        if session.continues(last) { found.append((copy, session)) }
      }
    }
    found += copies.values.filter { $0[$0.count - 1].isWholeDownload }.map { ($0, nil) }
    return found.sorted {
      ($0.continued ?? $0.copy[0]).startSequence < ($1.continued ?? $1.copy[0]).startSequence
    }
  }

  /// The sessions whose file was asked for a reset, and had been before: the process may have ended during the reset,
  /// and the file begins with it anew.
  private var repeatedRequests: [RepeatedRequest] {
    var firstByFile: [FileIdent?: UInt64] = [:]
    return sessions.filter(\.endedForReset).compactMap { session in
      guard let first = firstByFile[session.file] else {
        firstByFile[session.file] = session.startSequence
        return nil
      }
      return RepeatedRequest(firstSequence: first, again: session)
    }
  }

  /// The last sessions of the files that may have been reset, best ones only.
  private func originals(
    of fresh: WireSession, _ continued: WireSession?, except used: Set<FileIdent>
  ) -> [WireSession] {
    var lastByFile: [FileIdent: WireSession] = [:]
    var firstUpload: UInt64?
    for session in sessions where session.file != nil || session.endedForReset {
      let file = session.ownFile
      if file == fresh.file {
        firstUpload = [firstUpload, session.firstUploadedClientVersion].compactMap { $0 }.min()
      } else if !used.contains(file) {
        var session = session
        let earlier = lastByFile[file]?.acknowledgedClientVersion ?? 0
        session.acknowledgedClientVersion = max(session.acknowledgedClientVersion, earlier)
        lastByFile[file] = session
      }
    }
    let fitting = lastByFile.values.filter {
      $0.canBeOriginal(of: fresh, continued) && (continued != nil || $0.endedForReset)
        // What is uploaded after a reset was never acknowledged before it.
        && (firstUpload.map { [acknowledged = $0.acknowledgedClientVersion] in $0 > acknowledged }
          ?? true)
    }.sorted { ($0.endSequence ?? 0, $0.number) < ($1.endSequence ?? 0, $1.number) }
    return Self.preferred(fitting, fresh)
  }

  /// Those with an error that asks for a reset, if there are any; of these those of which the path is known; of these
  /// those on the same connection.
  private static func preferred(_ fitting: [WireSession], _ fresh: WireSession) -> [WireSession] {
    let signs: [(WireSession) -> Bool] = [
      { $0.endedForReset }, { $0.hasPath(of: fresh) }, { $0.isOnConnection(of: fresh) },
    ]
    return signs.reduce(fitting) { pool, sign in
      let best = pool.filter(sign)
      return best.isEmpty ? pool : best
    }
  }
}

private struct RepeatedRequest {
  /// The beginning of the session that was asked first.
  let firstSequence: UInt64
  let again: WireSession

  /// Whether the first one came before a download, and this one between that and another session.
  func isBetween(_ fresh: WireSession, _ next: WireSession) -> Bool {
    firstSequence < fresh.startSequence && fresh.startSequence < again.startSequence
      && again.endSequence.map { $0 < next.startSequence } == true && again.file != next.file
      && again.isOnConnection(of: next)
  }
}

extension RecognizedReset {
  fileprivate init?(
    _ fresh: WireSession, _ continued: WireSession?, _ candidates: [WireSession]
  ) {
    guard let file = fresh.file, continued != nil || !candidates.isEmpty else { return nil }
    let serverVersion = continued?.clientIdent?.latestServerVersion ?? fresh.latestServerVersion
    evidence = []
    if fresh.sessionReason == .clientReset, continued?.sessionReason ?? .clientReset == .clientReset
    {
      evidence.append(.sessionReason)
    }
    if !candidates.isEmpty, candidates.allSatisfy(\.endedForReset) { evidence.append(.resetError) }
    if fresh.isMarkAnswered, serverVersion ?? 0 > 0 { evidence.append(.silentDownload) }
    guard !evidence.isEmpty else { return nil }
    switch candidates.count {
    case 0: original = .notSeen
    case 1: original = .session(candidates[0].number)
    default: original = .ambiguous(candidates.map(\.number))
    }
    freshSession = fresh.number
    continuedSession = continued?.number
    self.file = file
    freshServerVersion = serverVersion ?? 0
  }
}

extension WireSession {
  /// Whether the session ended with an error after which the file cannot go on as it is: by its
  /// action or, for errors without one, by its number.
  package var endedForReset: Bool { error?.asksForReset ?? false }

  fileprivate func isOnConnection(of other: WireSession) -> Bool {
    start.connection.hasSameBytes(as: other.start.connection)
  }

  fileprivate func hasPath(of other: WireSession) -> Bool {
    start.clientFile.hasSameBytes(as: other.start.clientFile)
  }

  /// Whether it may be of the same file: a path that no BIND shows may be any.
  fileprivate func hasFile(of other: WireSession) -> Bool {
    hasPath(of: other) || start.clientFile.isEmpty || other.start.clientFile.isEmpty
  }

  /// Its file; of a session whose IDENT is not shown, a name that no other has.
  fileprivate var ownFile: FileIdent { file ?? FileIdent(ident: 0, salt: Int64(number)) }

  /// Whether the client may go on in it with the original file after `fresh` downloaded its copy.
  fileprivate func continues(_ fresh: WireSession) -> Bool {
    guard let ident = clientIdent, fresh.uploadMessageCount == 0,
      start.syncKind == fresh.start.syncKind, hasFile(of: fresh)
    else { return false }
    // In flexible sync the binds say it; one that speaks of ordinary sync is not part of a reset.
    if fresh.sessionReason == .sync || sessionReason == .sync { return false }
    if let end = fresh.endSequence {
      if end > startSequence { return false }
    } else if isOnConnection(of: fresh) {
      return false
    }
    return ident.downloadClientVersion == 0
      && ident.downloadServerVersion == ident.latestServerVersion
      && ident.latestServerVersion == fresh.latestServerVersion ?? ident.latestServerVersion
  }

  /// Whether the client may have opened in it the copy that `fresh` downloaded, and nothing else.
  fileprivate func reopens(_ fresh: WireSession) -> Bool {
    uploadMessageCount == 0 && endSequence != nil && clientIdent?.downloadClientVersion == 0
      && start.syncKind == fresh.start.syncKind && hasFile(of: fresh)
      && fresh.sessionReason != .sync && sessionReason != .sync
  }

  /// Whether it downloaded all, and ended without the report of its progress that every other file makes.
  fileprivate var isWholeDownload: Bool {
    uploadMessageCount == 0 && isMarkAnswered && latestServerVersion != nil && endSequence != nil
      && error == nil && sessionReason != .sync
  }

  /// Whether the client began it to continue with what `fresh` downloaded, and gave up.
  fileprivate func isFailedReset(to fresh: WireSession) -> Bool {
    startSequence > fresh.startSequence && file == nil && !asksForFileIdent && endSequence != nil
      && start.syncKind == fresh.start.syncKind && hasFile(of: fresh)
  }

  /// Whether it is the last session of a file that was reset to what `fresh` downloaded.
  ///
  /// The file's old identifier is never used again after a reset, so its last session must have begun before the
  /// download and ended before the continuation; with an error that asks for the reset, before the download.
  fileprivate func canBeOriginal(of fresh: WireSession, _ continued: WireSession?) -> Bool {
    guard startSequence < fresh.startSequence, let end = endSequence,
      end < (endedForReset ? fresh : continued ?? fresh).startSequence
    else { return false }
    switch error?.action {
    case .migrateToFLX: return start.syncKind == .partition && fresh.start.syncKind == .flexible
    case .revertToPBS: return start.syncKind == .flexible && fresh.start.syncKind == .partition
    default:
      return start.syncKind == fresh.start.syncKind
        && hasFile(of: fresh)
    }
  }
}
