import FaultPlans
import RealmModel
import TraceFormat

extension FaultInjection {
  mutating func injectIntoReset(_ index: Int, _ resets: inout [DueReset]) {
    do throws(FaultRefusal) {
      guard plan.faults[index].isPossible(in: .replay) else { throw .notInReplay }
      for position in try positions(of: index, among: resets) {
        try resets[position].inject(plan.faults[index], index, injector.fold, cache)
      }
    } catch {
      refuse(index, error)
    }
  }

  private func positions(of index: Int, among resets: [DueReset]) throws(FaultRefusal) -> [Int] {
    if let sequences = atRecordedResets[index] {
      let positions = resets.indices.filter { sequences.contains(resets[$0].sequence) }
      guard !positions.isEmpty else { throw .sessionEndsBefore }
      return positions
    }
    let trigger = plan.faults[index].trigger
    let chosen = resets.indices.filter { resets[$0].meets(trigger.conditions) }
    let number = trigger.resetNumber
    guard number <= chosen.count else { throw .fewerResets(count: chosen.count, moment: trigger) }
    return [chosen[number - 1]]
  }
}

extension DueReset {
  fileprivate func meets(_ conditions: [FaultCondition]) -> Bool {
    conditions.allSatisfy {
      $0.holds(of: situation.error) && $0.holds(ofSession: session)
    }
  }

  /// Notes that what the server has changed since the last sync shows by its state alone, if it has changed anything.
  fileprivate mutating func noteUnseenServerChanges() {
    guard situation.base?.isEqual(to: situation.fresh) != true else { return }
    gaps.append(Gap(.mergeWithUnseen, sequence: situation.session.resetSequence))
  }

  fileprivate mutating func inject(
    _ fault: Fault, _ index: Int, _ fold: TraceFold, _ cache: ReplayCache
  ) throws(FaultRefusal) {
    switch fault.kind {
    case .server, .schema, .transport(.lostAcknowledgement):
      var injection = ResetInjection(
        reset: self, isNew: false, fold: fold, session: session,
        events: injected.events ?? fold.allEvents(of: session), cache: cache)
      var numbers = injected.plan.numbers(of: index)
      let effects = try injection.inject(fault.kind, &numbers)
      self = injection.reset
      injected.note(effects, of: index, at: sequence)
    case .client(let client): injected.stepFaults.append(client.stepFault(at: fault.trigger, index))
    case .wire: throw .notInReplay
    case .transport(let transport):
      injected.stepFaults.append(
        StepFault(kind: transport.stepFault(of: self), step: .downloadCompleted, faultIndex: index))
    }
  }
}

extension ClientFault {
  fileprivate func stepFault(at trigger: FaultTrigger, _ index: Int) -> StepFault {
    let step = trigger.event == .step ? ResetStep(rawValue: trigger.number) : nil
    // Behind the download the session reads the next error once the reset is done.
    let read = step.flatMap {
      $0.rawValue <= ResetStep.downloadCompleted.rawValue || $0 == .acknowledged ? $0 : nil
    }
    return switch self {
    case .crash:
      StepFault(
        kind: .crash, step: step ?? .errorArrives, relation: trigger.relation, faultIndex: index)
    case .beforeHandlerThrows(let message):
      StepFault(
        kind: .handlerThrows(message: message ?? "the handler before the reset failed"),
        step: .beforeHandler, faultIndex: index)
    case .afterHandlerThrows(let message):
      StepFault(
        kind: .handlerThrows(message: message ?? "the handler after the reset failed"),
        step: .afterHandler, faultIndex: index)
    case .secondReset(let error):
      StepFault(
        kind: .secondReset(error.error()), step: read ?? .sessionReloaded,
        relation: read == nil ? .after : trigger.relation, faultIndex: index)
    case .diskFull:
      StepFault(kind: .diskFull, step: step ?? .attemptRecorded, faultIndex: index)
    }
  }
}

extension TransportFault {
  fileprivate func stepFault(of reset: DueReset) -> StepFault.Kind {
    switch self {
    case .disconnect, .lostAcknowledgement:
      return .downloadDelayed(.connectionBroke)
    case .duplicateMessage:
      // Flexible sync applies a message of a bootstrap again, which a list in it does not survive.
      if reset.situation.session.start?.syncKind != .flexible {
        return .downloadFails(.protocolViolation("a server version came twice"))
      }
      if reset.situation.fresh.hasListElement { return .downloadFails(.ordering(212, .warning)) }
      return .downloadDelayed(.messageRepeated)
    case .reorderMessages:
      return .downloadFails(.protocolViolation("the download's progress went back"))
    case .truncateMessage: return .downloadFails(.protocolViolation("a message ended early"))
    case .corruptMessage: return .downloadFails(.protocolViolation("a message was none"))
    case .corruptChangeset: return .downloadFails(.ordering(212, .warning))
    case .messageTooLarge: return .downloadFails(.messageTooLarge)
    }
  }
}

extension FaultKind {
  /// Whether a reset downloads something else under the fault, so that what it downloads has to be known.
  fileprivate var changesServer: Bool {
    switch self {
    case .server(.terminateSync(let dataIsKept)): !dataIsKept
    case .server(.restoreBackup), .server(.roleChange), .schema, .transport: true
    case .server, .client, .wire: false
    }
  }
}

extension ResetInjection {
  mutating func inject(
    _ fault: FaultKind, _ numbers: inout SeededNumbers
  ) throws(FaultRefusal) -> [FaultEffect] {
    guard reset.showsDownload || !fault.changesServer else {
      throw .notReplayable(.noFreshState(session: reset.session))
    }
    return switch fault {
    case .server(let fault): try fault.inject(into: &self, &numbers)
    case .schema(let fault): try fault.inject(into: &self, numbers)
    case .transport(.lostAcknowledgement): [try integrateUnsynced()]
    case .client, .transport, .wire: throw .notInReplay
    }
  }

  /// The server takes each transaction once: those that it has, and what the device wrote before them, are not news.
  fileprivate mutating func integrateUnsynced() throws(FaultRefusal) -> FaultEffect {
    guard let last = reset.situation.unsynced.last else { throw .nothingUnsynced }
    let takenCount = reset.situation.integrated.max().map { $0 + 1 } ?? 0
    let news = reset.situation.unsynced[takenCount...]
    guard !news.isEmpty else { throw .integratedAlready(clientVersion: last.clientVersion) }
    let merged = try mergedUnsynced(from: takenCount)
    if reset.situation.serverChanges == nil { reset.noteUnseenServerChanges() }
    var fresh = reset.situation.fresh
    for (unsynced, changeset) in zip(news, merged) {
      guard fresh.applyIfItFits(changeset) == nil else {
        throw .transactionMisfit(clientVersion: unsynced.clientVersion)
      }
    }
    reset.situation.fresh = fresh
    let changes = zip(news, merged).map { unsynced, changeset in
      ServerChange(
        changeset, originTimestampMilliseconds: unsynced.originTimestampMilliseconds,
        clientVersion: unsynced.clientVersion)
    }
    if let known = reset.situation.serverChanges {
      reset.situation.replaceServerChanges(known + changes)
    } else {
      reset.situation.noteIntegrated(in: changes)
    }
    // Later faults of the reset find it in the server's history.
    let shown = events.prefix { $0.sequence <= reset.sequence }
    let versions = Set(news.map(\.clientVersion))
    reset.injected.events =
      shown + shown.suffix(1).map { $0.with(.silentIntegration(ofClientVersions: versions)) }
    return FaultEffect(
      .unacknowledged,
      changes: news.compactMap { FaultedChange(ofDevice: $0.clientVersion, $0.changeset) })
  }

  /// The unsynced transactions from an index on as the server stores them, merged with what others have changed since
  /// the last sync. Those before them that are among the server's changes are integrated again in their places.
  fileprivate func mergedUnsynced(from first: Int) throws(FaultRefusal) -> [Changeset] {
    let unsynced = reset.situation.unsynced
    let changes = reset.situation.serverChanges ?? []
    let taken = Dictionary(
      ServerChange.matches(Array(unsynced[..<first]), in: changes).map {
        ($0.change, $0.transaction)
      },
      uniquingKeysWith: min)
    let ident = reset.situation.session.start?.clientFileIdent ?? 0
    let uploads = unsynced.map {
      HistoryEntry(
        $0.changeset, version: $0.clientVersion,
        originTimestamp: $0.originTimestampMilliseconds, originFileIdent: ident)
    }
    var server = ReciprocalHistory(localFileIdent: ServerPeer.fileIdent)
    do throws(MergeFailure) {
      for (index, change) in changes.enumerated() {
        if let own = taken[index] {
          _ = try server.integrate([uploads[own]])
          continue
        }
        server.append(
          HistoryEntry(
            change.changeset, version: UInt64(index + 1),
            originTimestamp: change.originTimestampMilliseconds,
            originFileIdent: change.originFileIdent))
      }
      return try server.integrate(Array(uploads[first...])).changesets.map(\.changeset)
    } catch {
      throw .transactionMisfit(
        clientVersion: unsynced[first + error.theirs.changesetIndex].clientVersion)
    }
  }
}

extension RealmState {
  fileprivate var hasListElement: Bool {
    tables.contains { table in
      table.objectKeys.contains { key in
        table.cells(key).contains { $0.collectionKind == .list && !$0.elements.isEmpty }
      }
    }
  }
}
