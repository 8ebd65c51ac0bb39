internal import RealmModel
internal import Replayer
internal import TraceFormat

// Fates in recover mode. The rulings say what was done with each instruction; what is left to judge is whether its
// effect shows in the final state, and whether the server had changed the same thing.
extension Judge {
  func judgeRecovered(
    _ write: inout JudgedWrite, _ index: Int, _ ruling: Ruling
  ) {
    if ruling.rule == .alreadyIntegrated {
      write.settle(.needless(.integrated))
    } else if ruling.rule == .erasedWithObject, write.missingObject != nil {
      write.settle(.needless(.linkHolderGone))
    } else if ruling.effect == .discarded {
      judgeDropped(&write, ruling)
    } else if write.isUploadOnly {
      // No state holds its object: it is uploaded, or it isn't.
      write.settle(ruling.emitted.isEmpty ? .lost(.notUploaded) : .recovered(.toBeUploaded))
    } else if !isInEffect(write, ruling) {
      let isUndone = ruling.landing == nil && isUndoneSinceTaken(write)
      write.settle(isUndone ? .needless(.integrated) : .lost(loss(of: write, index, ruling)))
    } else if ruling.landing != nil {
      write.settle(.conflict(.hitAnotherElement))
    } else if write.localEffect.isCancellation {
      write.settle(.needless(.madeOnDevice))
    } else {
      judgeStanding(&write, ruling)
    }
  }

  /// A write whose effect is in the final state.
  private func judgeStanding(_ write: inout JudgedWrite, _ ruling: Ruling) {
    let wasIntegrated = taken.has(write.transactionIndex) ?? false
    let conflict =
      ruling.rule == .erasedWithObject || isOnlyRestored(write) || keepsServersNews(write)
      ? nil : write.conflict(wasIntegrated: wasIntegrated)
    if conflict == .createdOnBothSides {
      settle(&write, .createdOnBothSides)
    } else if write.hasEffectOnServer, !isDoneAgain(write) {
      if write.kind == .addInteger, mayBeCoincidence(write) {
        write.settle(.unknown(.sameNumber))
      } else {
        settleRedundant(&write)
      }
    } else if server.hasReplacedObject(of: write, since: outcome.situation.base) {
      settle(&write, .onNewObject)
    } else if ruling.effect != .copiedWhole, mayBeCoincidence(write), !showsServerChange(of: write)
    {
      // Without a change of the server's own, this addition may be in what it has, and be there twice now.
      write.settle(.unknown(.sameNumber))
    } else if let conflict {
      settle(&write, conflict)
    } else if mayBeDropped(write) {
      write.settle(.unknown(.downloadNotShown))
    } else {
      write.isDoneAgain = wasIntegrated && write.addsToServers(emptied: emptied)
      write.settle(.recovered(way(of: write, ruling)))
    }
  }

  /// Whether this addition may be in what the server has, and nothing shows whether it is.
  func mayBeCoincidence(_ write: JudgedWrite) -> Bool {
    let isInList = write.kind == .arrayInsert && !listNews.isEmpty
    let place = write.address.comparable
    return write.mayBeCoincidence(isInList ? listNews[place] : nil)
      && taken.has(write.transactionIndex) == nil && (!isRestored || write.hasEffectOnServer)
      && placesSinceRestore?.touches(place) ?? true
  }

  /// Whether the server's changes show that it has changed the place of an addition that may be a coincidence.
  func showsServerChange(of write: JudgedWrite) -> Bool {
    !serverPlaces.isDisjoint(with: write.address.comparable.andAbove)
  }

  /// Whether the object of a write may be gone from a download that the trace does not show, and the write with it.
  private func mayBeDropped(_ write: JudgedWrite) -> Bool {
    guard evidence.hidesDownload, write.address.object != nil, !write.isOnOwnObject else {
      return false
    }
    return write.kind != .createObject && write.kind != .eraseObject
  }

  private func settle(_ write: inout JudgedWrite, _ conflict: FateReason.Conflict) {
    write.settle(evidence.isApproximate ? .unknown(.seemsChangedOnServer) : .conflict(conflict))
  }

  /// Whether an object that the device made anew has, in the end, all that the server had put into it.
  private func keepsServersNews(_ write: JudgedWrite) -> Bool {
    let (object, fresh) = (write.address.wholeObject, outcome.situation.fresh)
    guard write.kind == .createObject, write.observed.before == .present, fresh.has(object) else {
      return false
    }
    // Of an object that others made anew, all is theirs.
    let base = server.replaced.contains(object) ? nil : baseWithTaken ?? outcome.situation.base
    return fresh.differences(of: object, since: base).allSatisfy { change in
      let after = ObservedValues(outcome, at: object.property(change.name)).after
      return change.server.looksLike(after)
        || !change.server.hasNews(since: change.before, goneFrom: after)
    }
  }

  /// Whether the server's state had the effect, and the recovery did it once more: added as much
  /// again, or made another object in place of the one that was there.
  private func isDoneAgain(_ write: JudgedWrite) -> Bool {
    switch write.kind {
    case .addInteger, .arrayInsert:
      write.addsToServers(emptied: emptied)
        && !write.observed.after.looksLike(write.observed.device)
    case .createObject:
      write.rule == .createObject
        && !outcome.situation.fresh.differences(
          of: write.address.wholeObject, since: outcome.result.after
        ).isEmpty
    // What is set in an element of the device's own is there as often as that.
    case .update, .setInsert:
      write.element?.server == .absent && write.payload != .erased
        ? !write.seen.value.isAfterAsDevice
        : write.payload == .objectValue && write.rule == .update
          && !write.seen.value.isAfterAsServer
    default: false
    }
  }

  private func way(of write: JudgedWrite, _ ruling: Ruling) -> FateReason.Recovery {
    if write.isDoneAgain { return write.kind == .addInteger ? .countsTwice : .isThereTwice }
    let isUnknown = write.threeWay == .unknown && outcome.situation.base == nil
    return .carriedOut(
      way: ruling.effect == .copiedWhole
        ? .copiedWhole : ruling.rule == .erasedWithObject ? .leftToDeletion : .applied,
      isEarlierValueUnknown: isUnknown && write.address.object != nil)
  }
}
