internal import RealmModel
internal import Replayer
internal import TraceFormat

// Which way a ruling sends a write, and what needs no look at the server.
extension Judge {
  func judge(_ verdict: inout WriteVerdict, _ index: Int, among verdicts: [WriteVerdict]) {
    guard let ruling = rulings[index] else { return }
    if let reason = FateReason.Untouched(ruling, outcome.ending) {
      return verdict.settle(.untouched(reason))
    }
    if let later = verdict.finding.replacedBy {
      supersede(&verdict, by: later, among: verdicts)
    } else if evidence.isIncomplete {
      verdict.settle(.unknown(.recordsMissing))
    } else if ruling.rule == .discardedByMode {
      judgeDiscarded(&verdict)
    } else {
      judgeRecovered(&verdict, index, ruling)
    }
  }

  private func supersede(
    _ verdict: inout WriteVerdict, by index: Int, among verdicts: [WriteVerdict]
  ) {
    let later = verdicts[index]
    let isInSameTransaction = later.transactionIndex == verdict.transactionIndex
    verdict.supersededBy = index
    verdict.settle(
      .replaced(
        by: FateReason.Replacement(
          write: index,
          clientVersion: isInSameTransaction
            ? nil : outcome.situation.unsynced[later.transactionIndex].clientVersion,
          address: later.address == verdict.address ? nil : later.address,
          operation: later.operation)))
  }
}

// Everything was discarded
extension Judge {
  private func judgeDiscarded(_ verdict: inout WriteVerdict) {
    let wasTaken = taken.has(verdict.transactionIndex)
    if verdict.finding.isCancellation {
      verdict.settle(.needless(.madeOnDevice))
    } else if verdict.mayBeCoincidence, wasTaken != true {
      // The server's number is the device's, but that proves nothing.
      verdict.settle(
        wasTaken == false ? .discarded(discardCause, .sameNumber) : .unknown(.sameNumber))
    } else if verdict.hasEffectOnServer, !verdict.mayBeCoincidence {
      settleRedundant(&verdict)
    } else if wasTaken == true {
      verdict.settle(.needless(.integrated))
    } else {
      verdict.settle(.discarded(discardCause, verdict.serverSide))
    }
  }

  /// The server's state has the effect.
  func settleRedundant(_ verdict: inout WriteVerdict) {
    verdict.settle(
      evidence.isApproximate
        ? .unknown(.seemsOnServer) : .needless(.onServer(verdict.redundancy)))
  }
}
