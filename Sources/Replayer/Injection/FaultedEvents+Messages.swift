import FaultPlans
import TraceFormat

// Faults of messages, in sessions that only the wire was recorded of (`docs/faults.md`,
// "Transport"; the client's checks: Realm Core, `sync/noinst/client_impl_base.cpp`).
extension FaultedEvents {
  mutating func disturb(
    upload: [Decoded<Upload.Entry>], _ fault: TransportFault, _ trigger: FaultTrigger,
    at sequence: UInt64
  ) throws(FaultRefusal) -> Change {
    switch fault {
    case .disconnect:
      goOffline(from: trigger.relation == .after ? sequence + 1 : sequence)
      return Change(.connectionBroke)
    case .truncateMessage, .corruptMessage:
      goOffline(from: sequence)
      return Change(.uploadUnreadable)
    case .duplicateMessage:
      return Change(.uploadRepeated)
    case .reorderMessages: return try reorder(upload, at: sequence)
    case .corruptChangeset:
      return Change(.uploadedChangesetUnreadable, error: (.ordering(212), sequence))
    case .messageTooLarge:
      return Change(.uploadTooLarge, error: (.messageTooLarge, sequence))
    case .lostAcknowledgement: return try loseAcknowledgement(of: upload, at: sequence)
    }
  }

  private mutating func loseAcknowledgement(of upload: [Decoded<Upload.Entry>], at sequence: UInt64)
    throws(FaultRefusal) -> Change
  {
    guard let first = upload.map(\.recorded.clientVersion).min() else { throw .emptyUpload }
    let integrated = silenceAcknowledgements(
      from: sequence, beyond: first.previous, arrival: sequence)
    return Change(effects: [FaultEffect(.unacknowledged, changes: integrated)])
  }

  /// The next upload overtakes this one; the server takes it, refuses the late one and, since its
  /// view of the client's versions is then broken, orders a reset.
  private mutating func reorder(_ upload: [Decoded<Upload.Entry>], at sequence: UInt64)
    throws(FaultRefusal) -> Change
  {
    let next = all.first { $0.sequence > sequence && !$0.uploads.isEmpty }
    guard let next, let first = upload.map(\.recorded.clientVersion).min() else {
      throw .noUploadFollows
    }
    _ = silenceAcknowledgements(
      from: sequence, beyond: first.previous, arrival: next.sequence,
      refused: Set(upload.map(\.recorded.clientVersion)))
    freshIsObsolete = true
    return Change(.uploadOvertaken, error: (.ordering(210), next.sequence))
  }

  /// What goes wrong with a download; `fits` says whether the client could integrate these instead of the message.
  mutating func disturb(
    download: DecodedDownload, _ fault: TransportFault, _ trigger: FaultTrigger,
    at sequence: UInt64,
    _ fits: ([SessionEvent]) -> Bool
  ) throws(FaultRefusal) -> Change {
    switch fault {
    case .disconnect:
      goOffline(from: trigger.relation == .after ? sequence + 1 : sequence)
      return Change(.connectionBroke)
    case .truncateMessage, .corruptMessage:
      goOffline(from: sequence)
      return Change(.downloadUnreadable)
    case .duplicateMessage: return try duplicate(download, at: sequence, fits)
    case .reorderMessages: return try reorder(download, at: sequence, fits)
    case .corruptChangeset:
      return try keepFromClient(download, at: sequence)
    case .lostAcknowledgement: return try loseAcknowledgement(in: download, at: sequence)
    case .messageTooLarge: throw .downloadNeverTooLarge
    }
  }

  private mutating func loseAcknowledgement(in download: DecodedDownload, at sequence: UInt64)
    throws(FaultRefusal) -> Change
  {
    let before =
      all.prefix { $0.sequence < sequence }.compactMap { $0.download?.uploadClientVersion }.max()
      ?? 0
    guard download.uploadClientVersion > before else { throw .acknowledgesNothing }
    let integrated = silenceAcknowledgements(from: sequence, beyond: before)
    return Change(effects: [FaultEffect(.unacknowledged, changes: integrated)])
  }

  /// The client reports error 212 and integrates nothing more; the server orders a reset.
  private mutating func keepFromClient(_ download: DecodedDownload, at sequence: UInt64)
    throws(FaultRefusal) -> Change
  {
    guard let index = index(of: sequence) else { throw .messageGone }
    all[index] = all[index].with(.lostDownload(download))
    return Change(.downloadedChangesetUnreadable, error: (.ordering(212), sequence))
  }

  /// Partition sync wants each server version once. Flexible sync takes a version again that the client has got
  /// to and not beyond, and so integrates a message with one version twice.
  private mutating func duplicate(
    _ download: DecodedDownload, at sequence: UInt64, _ fits: ([SessionEvent]) -> Bool
  )
    throws(FaultRefusal) -> Change
  {
    guard !download.entries.isEmpty else { return Change(.emptyDownloadRepeated) }
    let isTaken = download.entries.allSatisfy {
      $0.recorded.serverVersion >= download.downloadServerVersion
    }
    guard download.batch != nil, isTaken else {
      goOffline(from: sequence + 1)
      return Change(.repetitionRefused)
    }
    guard let index = index(of: sequence) else { throw .messageGone }
    guard fits([all[index], all[index]]) else {
      return Change(.repetitionMisfit, error: (.ordering(212), sequence))
    }
    all.insert(all[index], at: index)
    return Change(.repetitionIntegrated)
  }

  /// The client takes the later message, if its changes fit without those of the earlier one, and
  /// then takes that one for a violation of the protocol: progress may not go back.
  private mutating func reorder(
    _ download: DecodedDownload, at sequence: UInt64, _ fits: ([SessionEvent]) -> Bool
  )
    throws(FaultRefusal) -> Change
  {
    let next = all.first { $0.sequence > sequence && $0.download != nil }
    guard let next, let index = index(of: sequence) else { throw .noDownloadFollows }
    guard fits([next]) else {
      goOffline(from: sequence)
      return Change(.overtakingDownloadMisfit)
    }
    goOffline(from: next.sequence + 1)
    all[index] = all[index].with(.lostDownload(download))
    return Change(.overtakenDownloadRefused)
  }
}

extension FaultedEvents.Change {
  init(_ effect: MessageEffect, error: (error: SyncError, after: UInt64)? = nil) {
    self.init(effects: [FaultEffect(.message(effect))], error: error)
  }
}
