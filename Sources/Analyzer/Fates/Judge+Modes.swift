internal import RealmModel
internal import Replayer
internal import TraceFormat

// Which way a ruling sends a write, and what needs no look at the server.
extension Judge {
  func judge(_ write: inout JudgedWrite, _ index: Int) {
    guard let ruling = rulings[index] else { return }
    if ruling.notes.contains(.hangsOnInternalKeys) { return write.settle(.unknown(.internalKeys)) }
    // Whether a later write replaced it or not.
    if let refusal = FateReason(refusalBy: ruling) { return write.settle(refusal) }
    if evidence.hasUnaskedReset { return write.settle(.unknown(.recordsMissing)) }
    if let reason = FateReason.Untouched(ruling, outcome.ending) {
      return write.settle(.untouched(reason))
    }
    if evidence.leavesEndingOpen {
      write.settle(.unknown(.recordsMissing))
    } else if let later = write.localEffect.replacedBy {
      supersede(&write, by: later)
    } else if evidence.isIncomplete {
      write.settle(.unknown(.recordsMissing))
    } else if ruling.rule == .discardedByMode {
      judgeDiscarded(&write) { .discarded(cause: discardCause, server: $0) }
    } else if ruling.rule == .fileDeleted {
      judgeDiscarded(&write) { _ in .lost(.fileDeleted) }
    } else {
      judgeRecovered(&write, index, ruling)
    }
  }

  private func supersede(_ write: inout JudgedWrite, by index: Int) {
    let later = device.writes[index].value
    let isInSameTransaction = later.transactionIndex == write.transactionIndex
    write.supersededBy = index
    write.settle(
      .replaced(
        by: FateReason.Replacement(
          write: index,
          clientVersion: isInSameTransaction
            ? nil : outcome.situation.unsynced[later.transactionIndex].clientVersion,
          address: later.address == write.address ? nil : later.address,
          operation: later.operation)))
  }

  /// - Parameter loss: what it is if it is lost, by what the server's state shows.
  private func judgeDiscarded(
    _ write: inout JudgedWrite, _ loss: (FateReason.ServerSide) -> FateReason
  ) {
    let wasIntegrated = taken.has(write.transactionIndex)
    if write.localEffect.isCancellation {
      write.settle(.needless(.madeOnDevice))
    } else if write.hasEffectOnServer, write.kind != .addInteger || !write.mayBeCoincidence(nil) {
      settleRedundant(&write)
    } else if write.hasEffectOnServer, wasIntegrated == false {
      // The server's number is the device's, but that proves nothing.
      write.settle(loss(.sameNumber))
    } else if mayBeCoincidence(write), write.hasEffectOnServer || !showsServerChange(of: write) {
      write.settle(.unknown(.sameNumber))
    } else if wasIntegrated == true {
      write.settle(.needless(.integrated))
    } else {
      write.settle(loss(serverSide(of: write)))
    }
  }

  /// The server's state has the effect.
  func settleRedundant(_ write: inout JudgedWrite) {
    write.settle(
      evidence.isApproximate
        ? .unknown(.seemsOnServer) : .needless(.onServer(write.redundancy)))
  }
}
