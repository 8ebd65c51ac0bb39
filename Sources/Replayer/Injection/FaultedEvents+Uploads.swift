import FaultPlans
import TraceFormat

// Faults of the uploads of transactions, in sessions that were recorded from the inside. Which transactions a message
// carries is not in such a trace, so each stands for a message of its own (`docs/faults.md`, "Transport").
extension FaultedEvents {
  /// What goes wrong with the upload of transactions.
  ///
  /// - Parameter fits: whether the server could integrate a transaction of a version alone, right after the record of
  ///   another one; nil where its state is not known.
  mutating func disturb(
    uploadOf versions: ClosedRange<UInt64>, _ fault: TransportFault, _ trigger: FaultTrigger,
    at sequence: UInt64, _ fits: (_ version: UInt64, _ sequence: UInt64) -> Bool?
  ) throws(FaultRefusal) -> Change {
    let last = versions.lowerBound.previous
    switch fault {
    case .lostAcknowledgement:
      let change = try integrateCommits(through: versions.upperBound, at: sequence)
      holdAcknowledgements(from: sequence, after: last)
      return change
    case .disconnect:
      let isAfter = trigger.relation == .after
      holdAcknowledgements(from: sequence, after: isAfter ? versions.upperBound : last)
      try keepFromServer(sequence) {
        isAfter ? $0 > versions.upperBound : $0 >= versions.lowerBound
      }
      return Change(.connectionBroke)
    case .truncateMessage, .corruptMessage:
      holdAcknowledgements(from: sequence, after: last)
      try keepFromServer(sequence) { $0 >= versions.lowerBound }
      return Change(.uploadUnreadable)
    case .duplicateMessage:
      return Change(.uploadRepeated)
    case .reorderMessages:
      let change = try overtake(versions.upperBound, at: sequence, fits)
      holdAcknowledgements(from: sequence, after: last)
      return change
    case .corruptChangeset:
      return Change(.uploadedChangesetUnreadable, error: (.ordering(212), sequence))
    case .messageTooLarge:
      return Change(.uploadTooLarge, error: (.messageTooLarge, sequence))
    }
  }

  /// From a record on, and until the next recorded state or reset, the device hears of no acknowledgement
  /// beyond a version.
  private mutating func holdAcknowledgements(from sequence: UInt64, after last: UInt64) {
    for index in all.indices where all[index].sequence >= sequence {
      if all[index].settlesCommits { return }
      guard case .download(var download) = all[index].content,
        download.uploadClientVersion > last
      else { continue }
      download.uploadClientVersion = last
      download.downloadClientVersion = min(download.downloadClientVersion, last)
      all[index].content = .download(download)
    }
  }

  /// From a record on, the transactions of some versions never reach the server.
  private mutating func keepFromServer(
    _ sequence: UInt64, _ isKept: (UInt64) -> Bool
  ) throws(FaultRefusal) {
    let start = index(of: sequence) ?? all.startIndex
    let end = all[start...].firstIndex(where: \.settlesCommits) ?? all.endIndex
    let arrived = ownServerCommits(in: 0..<end)
      .filter { $0.index >= start && isKept($0.clientVersion) }.map(\.index).sorted()
    guard !arrived.isEmpty else { return }
    // A state that was recorded as a whole has what arrived, and cannot be had without it.
    if end < all.endIndex, case .snapshot(let snapshot) = all[end].content,
      snapshot.role == .fresh, snapshot.origin == .empty
    {
      throw .downloadHasIt
    }
    for index in arrived.reversed() { all.remove(at: index) }
  }

  /// The next transaction overtakes the one of a version. The server takes it, if it fits without that
  /// one, and refuses the late one; its view of the client's versions is then broken.
  private mutating func overtake(
    _ version: UInt64, at sequence: UInt64, _ fits: (_ version: UInt64, _ sequence: UInt64) -> Bool?
  ) throws(FaultRefusal) -> Change {
    let later = all.first { event in
      if event.sequence > sequence, case .localCommit = event.content { true } else { false }
    }
    guard let later, case .localCommit(let commit) = later.content,
      commit.recorded.clientVersion > version
    else { throw .noTransactionFollows }
    guard let isTaken = fits(commit.recorded.clientVersion, later.sequence) else {
      throw .serverStateUnknown
    }
    guard isTaken else {
      return Change(.overtakingUploadMisfit, error: (.ordering(212), later.sequence))
    }
    integrateCommits(at: later.sequence) {
      $0.recorded.clientVersion == commit.recorded.clientVersion
    }
    return Change(.uploadOvertaken, error: (.ordering(210), later.sequence))
  }
}

extension UInt64 {
  /// The version before it; a hostile one may be the first there can be.
  var previous: UInt64 { self == 0 ? 0 : self - 1 }
}
