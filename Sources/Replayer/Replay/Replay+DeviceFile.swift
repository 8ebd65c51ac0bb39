import RealmModel
import TraceFormat

extension Replay {
  /// One session out of what crossed the wire and the device's file.
  ///
  /// The file has what was never uploaded, and Realm's internal keys; the recording has what both sides had when the
  /// file last synced, what the server sent afterwards, the error, and what the reset downloaded. The file is taken
  /// for the device at the end of its sessions in the recording.
  /// - Throws: where the recording is not of this file, or of another time.
  package func session(of device: DeviceFile) throws(DeviceFileMismatch) -> DeviceSession {
    let join = try DeviceFileJoin(fold, device)
    return try join.session(continuing: join.lastSync())
  }
}

/// Finds the point of a recording at which a file is, and continues from there.
private struct DeviceFileJoin {
  private let fold: TraceFold
  private let device: DeviceFile
  private let sessions: [WireSession]
  private let last: WireSession
  private let events: [SessionEvent]

  init(_ fold: TraceFold, _ device: DeviceFile) throws(DeviceFileMismatch) {
    let known = fold.graph.sessions.filter { fold.recording(of: $0.number) == .wire }
    sessions = known.filter { $0.file.map(device.file.isStored) ?? false }
    guard let last = sessions.last else {
      let idents = Set(known.compactMap(\.file?.ident))
      throw .otherFile(ident: device.file.ident, recorded: idents.sorted())
    }
    (self.fold, self.device, self.last) = (fold, device, last)
    events = fold.fileEvents(of: last.number)
  }

  func lastSync() throws(DeviceFileMismatch) -> UInt64 {
    let downloads = events.compactMap { event in event.download.map { (event.sequence, $0) } }
    let found = downloads.last { _, download in
      download.downloadServerVersion == device.downloadServerVersion
        && download.uploadClientVersion == device.uploadClientVersion
        && download.batch?.state != .moreToCome
    }
    if let found { return found.0 }
    // A client's IDENT says where it stands, too, but not what was acknowledged.
    let begun = sessions.first {
      $0.clientIdent?.downloadServerVersion == device.downloadServerVersion
    }
    if let begun, downloads.isEmpty || device.downloadServerVersion == 0 {
      return begun.startSequence
    }
    throw .otherPoint(
      serverVersion: device.downloadServerVersion,
      acknowledgedVersion: device.uploadClientVersion,
      recorded: downloads.map(\.1.downloadServerVersion).sorted())
  }

  func session(continuing synced: UInt64) throws(DeviceFileMismatch) -> DeviceSession {
    let later = events.filter { $0.sequence > synced }
    try checkIsNewest(later, synced)
    let base = base(at: synced)
    let reset = recordedReset
    let due = reset.flatMap { try? $0.timeline().lastReset }
    var gaps = (due?.gaps ?? fold.gaps).filter { $0.sequence ?? 0 > synced }
    var contents = ownContents(base) + serversContents(later)
    let errors = later.compactMap { event in event.error.map { (event.timeMicroseconds, $0) } }
    if let due, let version = due.situation.integratedVersion {
      contents += acknowledgement(through: version, due.situation.session.resetTimeMicroseconds)
    }
    contents += errors.map { ($0, .syncError($1)) }
    if let reset, let due {
      let time = due.situation.session.resetTimeMicroseconds
      if !errors.contains(where: \.1.asksForReset) {
        var error = due.situation.error
        error.action = due.situation.action
        contents.append((time, .syncError(error)))
        gaps.append(Gap(.action))
      }
      contents += parts(of: due.situation.fresh, .fresh, time)
      if let observed = observed(after: reset, due) {
        contents.append((time, .resetObserved(observed)))
      }
    }
    let all = contents.enumerated().map { index, entry in
      Event(
        sequence: UInt64(index), timeMicroseconds: entry.time, session: 1, content: entry.content)
    }
    return DeviceSession(
      events: all, recordedSession: last.number, hasBase: base != nil, gaps: gaps)
  }

  /// A device that went on after its file was copied had other data at the reset.
  private func checkIsNewest(_ later: [SessionEvent], _ synced: UInt64) throws(DeviceFileMismatch) {
    let uploads = later.flatMap(\.uploads)
    let begun = sessions.filter { $0.startSequence > synced }.compactMap(\.clientIdent)
    let written = uploads.map(\.clientVersion).max() ?? 0
    let integrated = uploads.map(\.serverVersion) + begun.map(\.downloadServerVersion)
    let areServers = written <= device.version
    let (version, recorded) =
      areServers
      ? (device.downloadServerVersion, integrated.max() ?? 0) : (device.version, written)
    guard recorded <= version else {
      throw .copiedEarly(version: version, recordedVersion: recorded, isServers: areServers)
    }
  }

  /// What both sides had then, if the recording has that. It has to lead to what the file has.
  private func base(at synced: UInt64) -> RealmState? {
    guard let base = (try? fold.fold(of: last.number, through: synced))?.base else { return nil }
    var state = base
    for change in device.changes {
      if let changeset = try? Changeset(decoding: change.changeset) {
        state.applyIfItFits(changeset)
      }
    }
    return state.looksLike(device.state) ? base : nil
  }

  private typealias Contents = [(time: Int64, content: Event.Content)]

  /// What the file has, behind the base.
  private func ownContents(_ base: RealmState?) -> Contents {
    var contents: Contents = device.events.map { ($0.timeMicroseconds, $0.content) }
    guard case .sessionStart(var start)? = contents.first?.content else { return contents }
    let time = contents[0].time
    (start.sdk, start.syncKind) = (last.start.sdk, last.start.syncKind)
    start.configuredResetMode = last.start.configuredResetMode
    start.protocolVersion = last.start.protocolVersion
    contents[0].content = .sessionStart(start)
    contents.insert(contentsOf: base.map { parts(of: $0, .base, time) } ?? [], at: 1)
    return contents
  }

  private func parts(of state: RealmState, _ role: Snapshot.Role, _ time: Int64) -> Contents {
    StateListing.snapshot(of: state, role: role).parts().map { (time, .snapshot($0)) }
  }

  /// What the server sent that the file has not integrated: changes of others, and that it has transactions.
  private func serversContents(_ later: [SessionEvent]) -> Contents {
    var contents: Contents = []
    var acknowledged = device.uploadClientVersion
    var last = device.downloadServerVersion
    for event in later {
      guard let download = event.download else { continue }
      for entry in download.entries.map(\.recorded) where entry.serverVersion > last {
        last = entry.serverVersion
        contents.append((event.timeMicroseconds, .serverCommit(entry.commit)))
      }
      guard download.uploadClientVersion > acknowledged else { continue }
      acknowledged = download.uploadClientVersion
      contents += acknowledgement(through: acknowledged, event.timeMicroseconds)
    }
    return contents
  }

  /// That the server has the transactions up to a version of the wire's.
  private func acknowledgement(through version: UInt64, _ timeMicroseconds: Int64) -> Contents {
    let message = Download(
      sessionIdent: 0, downloadServerVersion: 0, downloadClientVersion: 0, latestServerVersion: 0,
      latestServerVersionSalt: 0, uploadClientVersion: version.asInFile,
      uploadServerVersion: 0, scope: .partition(downloadableBytes: 0), bodySize: .plain(0),
      entries: [])
    let encoded = try? WireMessage(
      encoding: .download(message), direction: .serverToClient, syncKind: .partition)
    return encoded.map { [(timeMicroseconds, .message($0))] } ?? []
  }

  /// The reset that the recording shows of the file, if it is certain that it is this file's.
  private var recordedReset: WireReset? {
    fold.wireResets().first { reset in
      guard case .session(let number)? = reset.recognized?.original else { return false }
      return sessions.contains { $0.number == number }
    }
  }

  /// What the device did then: the file knows which of the transactions that it uploaded are recovered ones.
  private func observed(after reset: WireReset, _ due: DueReset) -> ResetObserved? {
    let versions = Set(device.changes.map(\.clientVersion))
    let reupload = reset.uploadedAgain?.map {
      ResetObserved.Reupload(clientVersion: $0.clientVersion.asInFile, changeset: $0.changeset)
    }.filter { versions.contains($0.clientVersion) }
    guard let reupload, !reupload.isEmpty else { return nil }
    return ResetObserved(
      mode: .recover, action: due.situation.error.action, result: .recovered, reupload: reupload)
  }
}

extension DeviceFile {
  /// What the server is not known to have.
  fileprivate var changes: [LocalCommit] {
    events.compactMap { if case .localCommit(let commit) = $0.content { commit } else { nil } }
  }
}

extension FileIdent {
  /// Whether a file keeps another identifier as this one (Realm Core: `sync/noinst/client_history_impl.cpp`).
  fileprivate func isStored(_ other: FileIdent) -> Bool {
    ident == other.ident && salt & .max == other.salt & .max
  }
}

extension Download.Entry {
  /// The change as one that the device has not integrated.
  fileprivate var commit: ServerCommit {
    ServerCommit(
      serverVersion: serverVersion, changeset: changeset, originFileIdent: originFileIdent,
      originTimestampMilliseconds: originTimestampMilliseconds,
      lastIntegratedClientVersion: clientVersion.asInFile)
  }
}

extension RealmState {
  /// Whether apps see the same in another state. Linear in the objects, one of which is compared at a time.
  fileprivate func looksLike(_ other: RealmState) -> Bool {
    schema.changes(to: other.schema).isEmpty && objectCount == other.objectCount
      && objectNames.allSatisfy { name in
        // Sets of links have the order of internal keys.
        object(name.key, of: name.className) == other.object(name.key, of: name.className)
          || canonicalObject(name.key, of: name.className).map(CanonicalDifference.comparable)
            == other.canonicalObject(name.key, of: name.className)
            .map(CanonicalDifference.comparable)
      }
  }
}
