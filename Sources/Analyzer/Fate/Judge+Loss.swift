internal import Replayer
internal import TraceFormat

/// Why a write lost its effect in a recovery.
struct Loss {
  var cause: Cause
  var reason: String
}

extension Loss {
  fileprivate static let restoredBackup = Loss(
    cause: .restoredBackup,
    reason: "the server was restored from a backup that does not have the object")
}

// Writes whose effect is not in the final state, or that were dropped at once.
extension Judge {
  /// Whether the effect of an instruction that was carried out is in the final state.
  func isInEffect(_ verdict: WriteVerdict, _ ruling: Ruling) -> Bool {
    switch ruling.rule {
    case .updateLinkTargetGone: false
    // The deletion does it, to the links that the server has.
    case .erasedWithObject: true
    // Equal numbers of different types are one element to Realm, and two to a look at the state.
    case .setInsertPresent, .setEraseMissing: true
    default: verdict.showsAfterwards ?? verdict.mayShowAfterwards(ruling.effect)
    }
  }

  func loss(
    of verdict: WriteVerdict, _ index: Int, _ ruling: Ruling
  ) -> Loss {
    if ruling.rule == .updateLinkTargetGone {
      return Loss(
        cause: .linkTargetGone,
        reason: "the target of the link is gone from the server; null was written instead")
    }
    if ruling.hasLandedElsewhere {
      return Loss(
        cause: .wrongElement,
        reason: "it hit another element of the list than the one that it was made for")
    }
    if let other = lastTouch(ofElementMadeBy: index),
      rulings[other]?.hasLandedElsewhere == true
    {
      return Loss(
        cause: .undoneByWrongElement,
        reason: "a write that was made for another element of the list hit this one")
    }
    if let link = verdict.link, !outcome.states.after.contains(link.key, of: link.className) {
      return Loss(
        cause: .linkTargetGone, reason: "the target of the link is gone from the server")
    }
    guard ruling.effect == .copiedWhole else {
      return Loss(cause: .overwritten, reason: "what it did is not in the final state")
    }
    return Loss(
      cause: .notInCopy,
      reason: "the list was copied whole, and what this write did is not in the copy")
  }

  /// A write that the recovery dropped by a rule of its own.
  func judgeDropped(_ verdict: inout WriteVerdict, _ ruling: Ruling) {
    let isErasure = verdict.kind == .arrayErase && ruling.rule == .listElementGone
    if Self.nothingToDo.contains(ruling.rule) {
      settleRedundant(&verdict)
    } else if isErasure || verdict.finding.isCancellation {
      verdict.settle(.redundant, because: Self.cancellation)
    } else if verdict.impliedBy != nil, Self.placeGone.contains(ruling.rule) {
      verdict.settle(.redundant, because: Self.linkGone)
    } else if verdict.kind == .arrayInsert, verdict.showsAfterwards == true {
      if outcome.isFailedByHandlerAfter { return verdict.settle(.handlerFailed) }
      verdict.settle(
        .recovered, because: "dropped at first, but the list was copied whole from the device")
    } else if verdict.hasEffectOnServer {
      settleRedundant(&verdict)
    } else {
      let loss = loss(byRule: ruling.rule, of: verdict)
      verdict.settle(.lost, loss.cause, because: loss.reason)
    }
  }

  /// A write to an object that no state holds: it is uploaded, or it isn't.
  func judgeUploaded(_ verdict: inout WriteVerdict, _ ruling: Ruling) {
    if ruling.emitted.isEmpty {
      verdict.settle(.lost, .overwritten, because: "it is not in what is uploaded")
    } else {
      verdict.settle(
        .recovered, because: "to be uploaded; objects of this class stay on no device")
    }
  }

  /// Rules by which an instruction has nothing left to do (`docs/rules.md`).
  private static let nothingToDo: Set<RuleIdentifier> = [
    .eraseMissingObject, .dictionaryEraseMissing,
  ]

  /// Rules by which an instruction is dropped because its place is gone.
  private static let placeGone: Set<RuleIdentifier> = [
    .objectGone, .embeddedObjectGone, .dictionaryKeyGone, .collectionGone,
  ]

  private func loss(byRule rule: RuleIdentifier, of verdict: WriteVerdict) -> Loss {
    switch rule {
    case .objectGone: lossOfObject(verdict)
    case .fileDeleted:
      Loss(cause: .fileDeleted, reason: "the server had the file deleted, without a backup")
    case .embeddedObjectGone:
      Loss(
        cause: .embeddedObjectGone, reason: "the server no longer has the embedded object")
    case .dictionaryKeyGone:
      Loss(
        cause: .dictionaryEntryGone, reason: "the server no longer has the dictionary entry")
    case .collectionGone:
      Loss(
        cause: .collectionGone,
        reason: "the server's value is no longer that kind of collection")
    case .addIntegerNotAnInteger:
      Loss(cause: .notAnInteger, reason: "the server's value is no integer")
    case .listLinkTargetGone, .setLinkTargetGone:
      Loss(cause: .linkTargetGone, reason: "the target of the link is gone from the server")
    case .listElementGone:
      Loss(
        cause: .linkTargetGone,
        reason: "the element linked to an object that is gone from the server")
    case .listCopyNotResolved:
      Loss(
        cause: .listNotCopied,
        reason: "the list could not be found on both sides, so it was not copied")
    default: Loss(cause: .overwritten, reason: verdict.serverSide)
    }
  }

  private func lossOfObject(_ verdict: WriteVerdict) -> Loss {
    let object = WriteAddress(
      className: verdict.address.className, object: verdict.address.object)
    if faulted.hasLost(object) { return .restoredBackup }
    if faulted.hasHidden(object) {
      return Loss(
        cause: .objectHidden, reason: "the object went out of the device's view")
    }
    guard verdict.missingObject == .deleted else {
      return Loss(cause: .objectMissing, reason: "the server does not have the object")
    }
    if !history.hasDeleted(object), history.isKnown, outcome.tellsOfRestoredBackup {
      return .restoredBackup
    }
    return Loss(cause: .objectDeleted, reason: "the server has deleted the object")
  }
}

extension WriteVerdict {
  /// The link that the write set, or that it moved.
  fileprivate var link: Value.Link? {
    if case .link(let link)? = carried { return link }
    if case .value(.link(let link))? = thing.device { return link }
    return nil
  }

  /// Whether the list of the final state allows that the effect is in it, where the element can't be
  /// followed.
  fileprivate func mayShowAfterwards(_ effect: Ruling.Effect) -> Bool {
    guard case .value(.list(let device)) = sightings.device,
      case .value(.list(let after)) = sightings.after
    else { return sightings.device.looksLike(sightings.after) }
    guard kind == .arrayInsert, let value = carried else {
      return effect == .applied || Value.isPart(after, of: device)
    }
    let isOnDevice = device.contains { $0.looksLike(value) }
    return !isOnDevice || after.contains { $0.looksLike(value) }
  }
}
