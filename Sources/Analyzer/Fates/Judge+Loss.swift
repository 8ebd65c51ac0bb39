internal import RealmModel
internal import Replayer
internal import TraceFormat

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
  ) -> FateReason.Loss {
    if ruling.rule == .updateLinkTargetGone { return .nullWrittenForLink }
    if ruling.hasLandedElsewhere { return .hitAnotherElement }
    if let other = lastTouch(ofElementMadeBy: index),
      rulings[other]?.hasLandedElsewhere == true
    {
      return .hitByAnotherWrite
    }
    if let link = verdict.link, !outcome.result.after.contains(link.key, of: link.className) {
      return .linkTargetGone
    }
    return ruling.effect == .copiedWhole ? .notInCopy : .notInFinalState
  }

  /// A write that the recovery dropped by a rule of its own.
  func judgeDropped(_ verdict: inout WriteVerdict, _ ruling: Ruling) {
    let isErasure = verdict.kind == .arrayErase && ruling.rule == .listElementGone
    if Self.nothingToDo.contains(ruling.rule) {
      settleRedundant(&verdict)
    } else if isErasure || verdict.finding.isCancellation {
      verdict.settle(.needless(.madeOnDevice))
    } else if verdict.impliedBy != nil, Self.placeGone.contains(ruling.rule) {
      verdict.settle(.needless(.linkHolderGone))
    } else if verdict.kind == .arrayInsert, verdict.showsAfterwards == true {
      if outcome.isFailedByHandlerAfter { return verdict.settle(.untouched(.handlerFailed)) }
      verdict.settle(.recovered(.broughtBackByCopy))
    } else if verdict.hasEffectOnServer {
      settleRedundant(&verdict)
    } else {
      verdict.settle(.lost(loss(byRule: ruling.rule, of: verdict)))
    }
  }

  /// A write to an object that no state holds: it is uploaded, or it isn't.
  func judgeUploaded(_ verdict: inout WriteVerdict, _ ruling: Ruling) {
    verdict.settle(ruling.emitted.isEmpty ? .lost(.notUploaded) : .recovered(.toBeUploaded))
  }

  /// Rules by which an instruction has nothing left to do (`docs/rules.md`).
  private static let nothingToDo: Set<RuleIdentifier> = [
    .eraseMissingObject, .dictionaryEraseMissing,
  ]

  /// Rules by which an instruction is dropped because its place is gone.
  private static let placeGone: Set<RuleIdentifier> = [
    .objectGone, .embeddedObjectGone, .dictionaryKeyGone, .collectionGone,
  ]

  private func loss(byRule rule: RuleIdentifier, of verdict: WriteVerdict) -> FateReason.Loss {
    switch rule {
    case .objectGone: lossOfObject(verdict)
    case .fileDeleted: .fileDeleted
    case .embeddedObjectGone: .embeddedObjectGone
    case .dictionaryKeyGone: .dictionaryEntryGone
    case .collectionGone: .collectionGone
    case .addIntegerNotAnInteger: .notAnInteger
    case .listLinkTargetGone, .setLinkTargetGone: .linkTargetGone
    case .listElementGone: .elementTargetGone
    case .listCopyNotResolved: .listNotFound
    default: .dropped(verdict.serverSide)
    }
  }

  private func lossOfObject(_ verdict: WriteVerdict) -> FateReason.Loss {
    let object = Address(
      className: verdict.address.className, object: verdict.address.object)
    if faulted.hasLost(object) { return .restoredBackup }
    if faulted.hasHidden(object) { return .objectHidden }
    guard verdict.missingObject == .deleted else { return .objectMissing }
    let isRolledBack =
      !server.deleted.contains(object) && server.isKnown && outcome.tellsOfRestoredBackup
    return isRolledBack ? .restoredBackup : .objectDeleted
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
