internal import Replayer
internal import TraceFormat

// Fates in recover mode. The rulings say what was done with each instruction; what is left to judge
// is whether its effect shows in the final state, and whether the server had changed the same
// thing.
extension Judge {
  func judgeRecovered(
    _ verdict: inout WriteVerdict, _ index: Int, _ ruling: Ruling
  ) {
    if ruling.rule == .alreadyIntegrated {
      verdict.settle(.redundant, because: Self.taken)
    } else if ruling.rule == .erasedWithObject, verdict.missingObject != nil {
      verdict.settle(.redundant, because: Self.linkGone)
    } else if ruling.effect == .discarded {
      judgeDropped(&verdict, ruling)
    } else if verdict.isUploadOnly {
      judgeUploaded(&verdict, ruling)
    } else if !isInEffect(verdict, ruling) {
      let loss = loss(of: verdict, index, ruling)
      verdict.settle(.lost, loss.cause, because: loss.reason)
    } else if ruling.hasLandedElsewhere {
      verdict.settle(.conflicted, .wrongElement, because: Self.landedElsewhere)
    } else if verdict.finding.isCancellation {
      verdict.settle(.redundant, because: Self.cancellation)
    } else {
      judgeStanding(&verdict, ruling)
    }
  }

  static let linkGone = "what held the link is gone from the server as well"
  private static let landedElsewhere =
    "it hit another element of the list than the one that it was made for"

  /// A write whose effect is in the final state.
  private func judgeStanding(_ verdict: inout WriteVerdict, _ ruling: Ruling) {
    let wasTaken = history.hasTaken(transaction: verdict.transactionIndex) ?? false
    let conflict = ruling.rule == .erasedWithObject ? nil : verdict.conflict(wasTaken: wasTaken)
    if let conflict, conflict.cause == .createdOnBothSides {
      settle(&verdict, conflict)
    } else if verdict.hasEffectOnServer, !isDoneAgain(verdict) {
      settleRedundant(&verdict)
    } else if landsOnNewObject(verdict) {
      settle(&verdict, .onNewObject)
    } else if let conflict {
      settle(&verdict, conflict)
    } else {
      verdict.isDoneAgain =
        wasTaken && (verdict.kind == .addInteger || verdict.kind == .arrayInsert)
      verdict.settle(.recovered, because: whyRecovered(verdict, ruling))
    }
  }

  private func settle(_ verdict: inout WriteVerdict, _ conflict: Conflict) {
    guard !evidence.isApproximate else {
      return verdict.settle(
        .unknown, .approximateState,
        because: "the server seems to have changed it too, but its state is not fully known")
    }
    verdict.settle(.conflicted, conflict.cause, conflict.winner, because: conflict.reason)
  }

  /// Whether the server's state had the effect, and the recovery did it once more: added as much
  /// again, or created an object in place of the one that was there.
  private func isDoneAgain(_ verdict: WriteVerdict) -> Bool {
    switch verdict.kind {
    case .addInteger, .arrayInsert:
      !verdict.sightings.after.looksLike(verdict.sightings.device)
    case .createObject: verdict.rule == .createObject
    case .update: verdict.payload == .objectValue && verdict.rule == .update
    default: false
    }
  }

  /// Whether the server has deleted the object that the write was made for and created another one
  /// with the same key.
  private func landsOnNewObject(_ verdict: WriteVerdict) -> Bool {
    guard let key = verdict.address.object, verdict.kind != .createObject,
      !verdict.isOnOwnObject,
      outcome.states.base?.contains(key, of: verdict.address.className) == true
    else { return false }
    let object = WriteAddress(className: verdict.address.className, object: key)
    return history.hasDeleted(object) && history.hasCreated(object)
  }

  private func whyRecovered(_ verdict: WriteVerdict, _ ruling: Ruling) -> String {
    if verdict.isDoneAgain {
      return (verdict.kind == .addInteger ? "it counts twice" : "it is there twice")
        + ": the server had taken this transaction, though it never said so"
    }
    let what =
      ruling.effect == .copiedWhole
      ? "the list was copied whole from the device"
      : ruling.rule == .erasedWithObject
        ? "left to the deletion, which takes away the links that the server has"
        : "applied to the server's state"
    let isUnknown = verdict.threeWay == .unknown && outcome.states.base == nil
    return isUnknown && verdict.address.object != nil
      ? what + "; the server's earlier value is not in this trace" : what
  }
}

extension Conflict {
  /// The write landed on another object than the one that it was made for.
  fileprivate static let onNewObject = Conflict(
    cause: .objectReplaced,
    reason:
      "the server had deleted the object and created another one with this key; the write is on that"
  )
}

extension Ruling {
  /// Whether it acted on another list element than the one it was made for.
  var hasLandedElsewhere: Bool {
    notes.contains { if case .landedElsewhere = $0 { true } else { false } }
  }
}
