import RealmModel
import TraceFormat

// Faults of messages, in sessions that only the wire was recorded of (`docs/faults.md`,
// "Transport"; the client's checks: Realm Core, `sync/noinst/client_impl_base.cpp`).
extension FaultedSteps {
  /// What goes wrong with an upload.
  mutating func disturb(
    upload: [Decoded<Upload.Entry>], _ fault: TransportFault, _ moment: FaultMoment,
    at sequence: UInt64
  ) throws(FaultRefusal) -> Change {
    switch fault {
    case .disconnect:
      goOffline(from: moment.relation == .after ? sequence + 1 : sequence)
      return Change(message: "the connection broke, and the device stayed offline")
    case .truncateMessage, .corruptMessage:
      goOffline(from: sequence)
      return Change(
        message: "the server could not read the upload and closed the connection; the device "
          + "stayed offline")
    case .duplicateMessage:
      return Change(message: "the server had the upload already and ignored the second one")
    case .reorderMessages: return try reorder(upload, at: sequence)
    case .corruptChangeset:
      return Change(
        message: "the server could not read a changeset of the upload and took none of it",
        error: (.ordering(212), sequence))
    case .messageTooLarge:
      return Change(
        message: "the server closed the connection because the upload was too large",
        error: (.messageTooLarge, sequence))
    case .lostAcknowledgement: return try loseAcknowledgement(of: upload, at: sequence)
    }
  }

  private mutating func loseAcknowledgement(of upload: [Decoded<Upload.Entry>], at sequence: UInt64)
    throws(FaultRefusal) -> Change
  {
    guard let first = upload.map(\.recorded.clientVersion).min() else {
      throw FaultRefusal("the upload has no changesets")
    }
    let integrated = silenceAcknowledgements(
      from: sequence, beyond: first - 1, arrival: sequence)
    return Change(effects: [Self.unacknowledged(integrated)])
  }

  /// The next upload overtakes this one; the server takes it, refuses the late one and, since its
  /// view of the client's versions is then broken, orders a reset.
  private mutating func reorder(_ upload: [Decoded<Upload.Entry>], at sequence: UInt64)
    throws(FaultRefusal)
    -> Change
  {
    let next = steps.first { step in
      guard step.sequence > sequence, case .upload(let other) = step.content else { return false }
      return !other.isEmpty
    }
    guard let next, let first = upload.map(\.recorded.clientVersion).min() else {
      throw FaultRefusal("no upload follows this one")
    }
    _ = silenceAcknowledgements(
      from: sequence, beyond: first - 1, arrival: next.sequence,
      refused: Set(upload.map(\.recorded.clientVersion)))
    freshIsObsolete = true
    return Change(
      message: "the next upload arrived first; the server took it and refused this one",
      error: (.ordering(210), next.sequence))
  }

  /// What goes wrong with a download.
  ///
  /// - Parameter state: the client's state before the message.
  mutating func disturb(
    download: DecodedDownload, _ fault: TransportFault, _ moment: FaultMoment, at sequence: UInt64,
    _ state: RealmState?
  ) throws(FaultRefusal) -> Change {
    switch fault {
    case .disconnect:
      goOffline(from: moment.relation == .after ? sequence + 1 : sequence)
      return Change(message: "the connection broke, and the device stayed offline")
    case .truncateMessage, .corruptMessage:
      goOffline(from: sequence)
      return Change(
        message: "the client could not read the message, closed the connection and stopped")
    case .duplicateMessage: return try duplicate(download, at: sequence, state)
    case .reorderMessages: return try reorder(download, at: sequence, state)
    case .corruptChangeset:
      return try keepFromClient(
        download, at: sequence, "the client could not read a changeset and said so to the server")
    case .lostAcknowledgement: return try loseAcknowledgement(in: download, at: sequence)
    case .messageTooLarge: throw FaultRefusal("a download is never too large for the server")
    }
  }

  private mutating func loseAcknowledgement(in download: DecodedDownload, at sequence: UInt64)
    throws(FaultRefusal) -> Change
  {
    let before = steps.prefix { $0.sequence < sequence }.reduce(UInt64(0)) { version, step in
      guard case .download(let earlier) = step.content else { return version }
      return max(version, earlier.uploadClientVersion)
    }
    guard download.uploadClientVersion > before else {
      throw FaultRefusal("the message acknowledges nothing new")
    }
    let integrated = silenceAcknowledgements(from: sequence, beyond: before)
    return Change(effects: [Self.unacknowledged(integrated)])
  }

  /// The client reports error 212 and integrates nothing more; the server orders a reset.
  private mutating func keepFromClient(
    _ download: DecodedDownload, at sequence: UInt64, _ text: String
  )
    throws(FaultRefusal) -> Change
  {
    guard let index = index(of: sequence) else { throw FaultRefusal("the message is gone") }
    replace(index..<index + 1, by: steps[index].keptByServer(download))
    return Change(message: text, error: (.ordering(212), sequence))
  }

  /// Partition sync wants each server version once; flexible sync integrates the message again.
  private mutating func duplicate(
    _ download: DecodedDownload, at sequence: UInt64, _ state: RealmState?
  )
    throws(FaultRefusal) -> Change
  {
    guard !download.entries.isEmpty else {
      return Change(message: "a message without changes may come twice")
    }
    guard download.isFlexible else {
      goOffline(from: sequence + 1)
      return Change(
        message: "the client took the second one for a violation of the protocol and stopped")
    }
    guard let index = index(of: sequence), let state else {
      throw FaultRefusal("the client's state is not known there")
    }
    guard state.takes(download.entries + download.entries) else {
      return Change(
        message: "the client could not integrate the second one and said so to the server",
        error: (.ordering(212), sequence))
    }
    replace(index..<index, by: [steps[index]])
    return Change(message: "the client integrated the second one on top of the first")
  }

  /// The client takes the later message, if its changes fit without those of the earlier one, and
  /// then takes that one for a violation of the protocol: progress may not go back.
  private mutating func reorder(
    _ download: DecodedDownload, at sequence: UInt64, _ state: RealmState?
  )
    throws(FaultRefusal) -> Change
  {
    let next = steps.first { step in
      if step.sequence > sequence, case .download = step.content { true } else { false }
    }
    guard let next, case .download(let later) = next.content, let index = index(of: sequence) else {
      throw FaultRefusal("no download follows this one")
    }
    guard let state, state.takes(later.entries) else {
      goOffline(from: sequence)
      return Change(
        message: "the later message did not fit without this one, and the client stopped")
    }
    goOffline(from: next.sequence + 1)
    replace(index..<index + 1, by: steps[index].keptByServer(download))
    return Change(
      message: "the client took the later message, and this one for a violation of the protocol")
  }
}

extension RealmState {
  /// Whether changes apply, one after the other.
  fileprivate func takes(_ entries: [Decoded<Download.Entry>]) -> Bool {
    var state = self
    return entries.allSatisfy { entry in entry.changeset.map { state.takes($0) } ?? false }
  }
}

extension FaultedSteps.Change {
  init(message: String, error: (error: SyncError, after: UInt64)? = nil) {
    self.init(effects: [FaultEffect(.message, message)], error: error)
  }
}
