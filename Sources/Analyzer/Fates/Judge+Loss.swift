internal import RealmModel
internal import Replayer
internal import TraceFormat

// Writes whose effect is not in the final state, or that were dropped at once.
extension Judge {
  func isInEffect(_ write: JudgedWrite, _ ruling: Ruling) -> Bool {
    switch ruling.rule {
    case .updateLinkTargetGone: false
    // The deletion does it, to the links that the server has.
    case .erasedWithObject: true
    // Equal numbers of different types are one element to Realm, and two to a look at the state.
    case .setInsertPresent, .setEraseMissing: true
    default: write.showsAfterwards ?? write.mayShowAfterwards(ruling.effect)
    }
  }

  func loss(
    of write: JudgedWrite, _ index: Int, _ ruling: Ruling
  ) -> FateReason.Loss {
    if ruling.rule == .updateLinkTargetGone { return .nullWrittenForLink }
    if ruling.landing != nil { return .hitAnotherElement }
    if let other = elements.lastTouch(ofElementMadeBy: index), rulings[other]?.landing != nil {
      return .hitByAnotherWrite
    }
    if let link = write.link, !outcome.result.after.contains(link.key, of: link.className) {
      return .linkTargetGone
    }
    return ruling.effect == .copiedWhole ? .notInCopy : .notInFinalState
  }

  func judgeDropped(_ write: inout JudgedWrite, _ ruling: Ruling) {
    let isErasure = write.kind == .arrayErase && ruling.rule == .listElementGone
    if Self.nothingToDo.contains(ruling.rule) {
      settleRedundant(&write)
    } else if isErasure || write.localEffect.isCancellation {
      write.settle(.needless(.madeOnDevice))
    } else if write.impliedBy != nil, Self.placeGone.contains(ruling.rule) {
      write.settle(.needless(.linkHolderGone))
    } else if write.kind == .arrayInsert, write.showsAfterwards == true {
      if outcome.isFailedByHandlerAfter { return write.settle(.untouched(.handlerFailed)) }
      write.settle(.recovered(.broughtBackByCopy))
    } else if write.hasEffectOnServer {
      settleRedundant(&write)
    } else if isUndoneSinceTaken(write) {
      write.settle(.needless(.integrated))
    } else {
      write.settle(.lost(loss(byRule: ruling.rule, of: write)))
    }
  }

  /// Whether the server took the write, and others have undone it since: a discard has the same end.
  func isUndoneSinceTaken(_ write: JudgedWrite) -> Bool {
    taken.has(write.transactionIndex) == true && !write.hasEffectOnServer
  }

  private static let nothingToDo: Set<RuleIdentifier> = [
    .eraseMissingObject, .dictionaryEraseMissing,
  ]

  private static let placeGone: Set<RuleIdentifier> = [
    .objectGone, .embeddedObjectGone, .dictionaryKeyGone, .collectionGone,
  ]

  private func loss(byRule rule: RuleIdentifier, of write: JudgedWrite) -> FateReason.Loss {
    switch rule {
    case .objectGone: lossOfObject(write)
    case .fileDeleted: .fileDeleted
    case .embeddedObjectGone: .embeddedObjectGone
    case .dictionaryKeyGone: .dictionaryEntryGone
    case .collectionGone: .collectionGone
    case .addIntegerNotAnInteger: .notAnInteger
    case .listLinkTargetGone, .setLinkTargetGone: .linkTargetGone
    case .listElementGone: .elementTargetGone
    case .listCopyNotResolved: .listNotFound
    case .eraseMissingObject, .dictionaryEraseMissing, .setEraseMissing, .setInsertPresent,
      .createExistingObject, .updateLinkTargetGone, .embeddedObjectKept, .collectionKept,
      .listAlreadyCopied, .erasedWithObject, .alreadyIntegrated, .notReached:
      .dropped(serverSide(of: write))
    // By these an instruction is carried out, or the reset does or ends something as a whole.
    case .addTable, .addColumn, .createObject, .eraseObject, .update, .addInteger, .listInsert,
      .listTracked, .listCopiedWhole, .clear, .setInsert, .setErase, .unrecoverable, .badChangeset,
      .rejectedByStorage, .aborts, .discardedByMode, .resetFailed, .manualMode, .nothingToReset,
      .noReset, .syncStopped, .serverSilent, .undoneByServer, .refusedByServer, .handlerFailed,
      .unknown:
      .dropped(serverSide(of: write))
    }
  }

  /// What the server has in place of a write's effect. A restored one has not deleted what it forgot.
  func serverSide(of write: JudgedWrite) -> FateReason.ServerSide {
    let side = write.serverSide
    return side == .objectDeleted && lossOfObject(write) == .restoredBackup ? .restoredBackup : side
  }

  private func lossOfObject(_ write: JudgedWrite) -> FateReason.Loss {
    let object = write.address.wholeObject
    if faulted.hasLost(object) { return .restoredBackup }
    if faulted.hasHidden(object) || outcome.hidesObjects { return .objectHidden }
    guard write.missingObject == .deleted else { return .objectMissing }
    let isRolledBack =
      !server.deleted.contains(object) && server.isKnown && outcome.showsChangesSinceRestore
    return isRolledBack ? .restoredBackup : .objectDeleted
  }
}

extension JudgedWrite {
  fileprivate var link: Value.Link? {
    if case .link(let link)? = carried { return link }
    if case .value(.link(let link))? = thing.device { return link }
    return nil
  }

  /// Whether the list of the final state allows that the effect is in it, where the element can't be followed.
  fileprivate func mayShowAfterwards(_ effect: Ruling.Effect) -> Bool {
    guard case .value(.list(let device))? = observed.device,
      case .value(.list(let after))? = observed.after
    else { return observed.after.looksLike(observed.device) }
    guard kind == .arrayInsert, let value = carried else {
      return effect == .applied || Value.isPart(after, of: device)
    }
    let isOnDevice = device.contains { $0.looksLike(value) }
    return !isOnDevice || after.contains { $0.looksLike(value) }
  }
}
