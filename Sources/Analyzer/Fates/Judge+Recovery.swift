internal import RealmModel
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
      verdict.settle(.needless(.integrated))
    } else if ruling.rule == .erasedWithObject, verdict.missingObject != nil {
      verdict.settle(.needless(.linkHolderGone))
    } else if ruling.effect == .discarded {
      judgeDropped(&verdict, ruling)
    } else if verdict.isUploadOnly {
      judgeUploaded(&verdict, ruling)
    } else if !isInEffect(verdict, ruling) {
      verdict.settle(.lost(loss(of: verdict, index, ruling)))
    } else if ruling.hasLandedElsewhere {
      verdict.settle(.conflict(.hitAnotherElement))
    } else if verdict.finding.isCancellation {
      verdict.settle(.needless(.madeOnDevice))
    } else {
      judgeStanding(&verdict, ruling)
    }
  }

  /// A write whose effect is in the final state.
  private func judgeStanding(_ verdict: inout WriteVerdict, _ ruling: Ruling) {
    let wasTaken = taken.has(verdict.transactionIndex) ?? false
    let conflict = ruling.rule == .erasedWithObject ? nil : verdict.conflict(wasTaken: wasTaken)
    if conflict == .createdOnBothSides {
      settle(&verdict, .createdOnBothSides)
    } else if verdict.hasEffectOnServer, !isDoneAgain(verdict) {
      settleRedundant(&verdict)
    } else if landsOnNewObject(verdict) {
      settle(&verdict, .onNewObject)
    } else if let conflict {
      settle(&verdict, conflict)
    } else {
      verdict.isDoneAgain =
        wasTaken && (verdict.kind == .addInteger || verdict.kind == .arrayInsert)
      verdict.settle(.recovered(way(of: verdict, ruling)))
    }
  }

  private func settle(_ verdict: inout WriteVerdict, _ conflict: FateReason.Conflict) {
    verdict.settle(evidence.isApproximate ? .unknown(.seemsChangedOnServer) : .conflict(conflict))
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
      outcome.situation.base?.contains(key, of: verdict.address.className) == true
    else { return false }
    let object = Address(className: verdict.address.className, object: key)
    return server.deleted.contains(object) && server.created.contains(object)
  }

  private func way(of verdict: WriteVerdict, _ ruling: Ruling) -> FateReason.Recovery {
    if verdict.isDoneAgain { return verdict.kind == .addInteger ? .countsTwice : .isThereTwice }
    let isUnknown = verdict.threeWay == .unknown && outcome.situation.base == nil
    return .carriedOut(
      ruling.effect == .copiedWhole
        ? .copiedWhole : ruling.rule == .erasedWithObject ? .leftToDeletion : .applied,
      isEarlierValueUnknown: isUnknown && verdict.address.object != nil)
  }
}

extension Ruling {
  /// Whether it acted on another list element than the one it was made for.
  var hasLandedElsewhere: Bool {
    notes.contains { if case .landedElsewhere = $0 { true } else { false } }
  }
}
