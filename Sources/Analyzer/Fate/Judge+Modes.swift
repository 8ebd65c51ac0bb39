internal import Replayer
internal import TraceFormat

// Which judgement a ruling asks for, and what needs no look at the server.
extension Judge {
  func judge(_ verdict: inout WriteVerdict, _ index: Int, among verdicts: [WriteVerdict]) {
    guard let ruling = rulings[index] else { return }
    if let judgement = Judgement(of: ruling, outcome.result) { return verdict.settle(judgement) }
    if let later = verdict.finding.replacedBy {
      supersede(&verdict, by: later, among: verdicts)
    } else if evidence.isIncomplete {
      verdict.settle(
        .unknown, .missingRecords,
        because: "records are missing that could have replaced or synced it")
    } else if ruling.rule == .discardedByMode {
      judgeDiscarded(&verdict)
    } else {
      judgeRecovered(&verdict, index, ruling)
    }
  }

  private func supersede(
    _ verdict: inout WriteVerdict, by index: Int, among verdicts: [WriteVerdict]
  ) {
    verdict.supersededBy = index
    verdict.settle(.superseded, because: reason(replacedBy: verdicts[index], after: verdict))
  }

  private func reason(replacedBy later: WriteVerdict, after earlier: WriteVerdict) -> String {
    let what =
      later.address == earlier.address
      ? later.operation : "\(later.address.text) \(later.operation)"
    guard later.transactionIndex != earlier.transactionIndex else {
      return "replaced in the same transaction: \(what)"
    }
    return "replaced in version \(outcome.unsynced[later.transactionIndex].clientVersion): \(what)"
  }
}

// Everything was discarded
extension Judge {
  private func judgeDiscarded(_ verdict: inout WriteVerdict) {
    let wasTaken = history.hasTaken(transaction: verdict.transactionIndex)
    if verdict.finding.isCancellation {
      verdict.settle(.redundant, because: Self.cancellation)
    } else if verdict.mayBeCoincidence, wasTaken != true {
      judgeCoincidence(&verdict, isOwn: wasTaken == false)
    } else if verdict.hasEffectOnServer, !verdict.mayBeCoincidence {
      settleRedundant(&verdict)
    } else if wasTaken == true {
      verdict.settle(.redundant, because: Self.taken)
    } else {
      let reason = hasWords ? "\(whyDiscarded); \(verdict.serverSide)" : whyDiscarded
      verdict.settle(.lost, discardCause, because: reason)
    }
  }

  static let cancellation = "the element was made by an unsynced write, so the server never had it"
  static let taken = "the server took this transaction, though it never said so"

  private var whyDiscarded: String {
    switch discardCause {
    case .recoveryForbidden:
      "the server does not permit recovery, so unsynced changes are discarded"
    case .recoveryGivenUp:
      "an earlier recovery was not completed, so unsynced changes are discarded"
    default: "unsynced changes are discarded"
    }
  }

  /// The server's number is the device's, but that proves nothing.
  private func judgeCoincidence(_ verdict: inout WriteVerdict, isOwn: Bool) {
    guard isOwn else {
      return verdict.settle(
        .unknown, .sameNumber,
        because:
          "the server has the same number, but the trace does not show whether this addition is in it"
      )
    }
    verdict.settle(
      .lost, discardCause,
      because: "\(whyDiscarded); the server has the same number by its own changes")
  }

  /// The server's state has the effect.
  func settleRedundant(_ verdict: inout WriteVerdict) {
    guard !evidence.isApproximate else {
      return verdict.settle(
        .unknown, .approximateState,
        because: "the server seems to have it, but its state at the reset is not fully known")
    }
    verdict.settle(.redundant, because: verdict.redundancy)
  }
}
