import RealmModel
import TraceFormat

// Faults of resets
extension FaultInjection {
  /// Lets a fault befall the reset that its moment names.
  mutating func injectIntoReset(_ index: Int, _ resets: inout [FaultedReset]) {
    do throws(FaultRefusal) {
      let position = try position(of: index, among: resets)
      try resets[position].befall(index, plan.faults[index])
    } catch {
      refuse(index, error.reason)
    }
  }

  private func position(of index: Int, among resets: [FaultedReset]) throws(FaultRefusal) -> Int {
    if let sequence = atResetErrors[index] {
      let position = resets.firstIndex { $0.reset.summary.resetSequence == sequence }
      guard let position else {
        throw FaultRefusal("the session ends before that, with a reset that a fault made due")
      }
      return position
    }
    let moment = plan.faults[index].moment
    let chosen = resets.indices.filter { resets[$0].reset.meets(moment.conditions) }
    let number = moment.event == .step ? moment.reset : moment.number
    guard number <= chosen.count else {
      throw FaultRefusal(FaultEvents.tooFew(chosen.count, moment, "there is"))
    }
    return chosen[number - 1]
  }
}

extension DueReset {
  fileprivate func meets(_ conditions: [FaultCondition]) -> Bool {
    conditions.allSatisfy { $0.holds(of: error) && $0.holds(ofSession: summary.session) }
  }
}

extension FaultedReset {
  fileprivate mutating func befall(_ index: Int, _ fault: Fault) throws(FaultRefusal) {
    switch fault.kind {
    case .server(let server):
      try inject(index) { (situation, numbers) throws(FaultRefusal) in
        try server.inject(into: &situation, &numbers)
      }
    case .schema(let schema):
      try inject(index) { (situation, numbers) throws(FaultRefusal) in
        try schema.inject(into: &situation, &numbers)
      }
    case .client(let client): add(client.mishap(at: fault.moment, index))
    case .transport(.lostAcknowledgement):
      try inject(index) { (situation, _) throws(FaultRefusal) in
        [try situation.integrateUnsynced()]
      }
    case .transport(let transport):
      add(
        Mishap(
          kind: transport.mishap(of: reset), step: .downloadCompleted, faultIndex: index))
    }
  }
}

extension ClientFault {
  /// What goes wrong at which step.
  fileprivate func mishap(at moment: FaultMoment, _ index: Int) -> Mishap {
    let step = moment.event == .step ? ResetStep(rawValue: moment.number) : nil
    return switch self {
    case .crash:
      Mishap(
        kind: .crash, step: step ?? .errorArrives, relation: moment.relation, faultIndex: index)
    case .beforeHandlerThrows(let message):
      Mishap(
        kind: .handlerThrows(message: message ?? "the handler before the reset failed"),
        step: .beforeHandler, faultIndex: index)
    case .afterHandlerThrows(let message):
      Mishap(
        kind: .handlerThrows(message: message ?? "the handler after the reset failed"),
        step: .afterHandler, faultIndex: index)
    case .secondReset(let error):
      Mishap(
        kind: .secondReset(error.error()), step: step ?? .sessionReloaded,
        relation: step == nil ? .after : moment.relation, faultIndex: index)
    case .diskFull:
      Mishap(kind: .diskFull, step: step ?? .attemptRecorded, faultIndex: index)
    }
  }
}

extension TransportFault {
  /// What befalls the download of the fresh state.
  fileprivate func mishap(of reset: DueReset) -> Mishap.Kind {
    switch self {
    case .disconnect, .lostAcknowledgement:
      return .downloadDelayed(
        "the connection broke during the download, which went on once it was back")
    case .duplicateMessage:
      // Flexible sync applies a message of a bootstrap again, which a list in it does not survive.
      if reset.summary.start?.syncKind != .flexible {
        return .downloadFails(.protocolViolation("a server version came twice"))
      }
      if reset.fresh.hasListElement { return .downloadFails(.ordering(212, .warning)) }
      return .downloadDelayed("a message of the bootstrap came twice, to no effect")
    case .reorderMessages:
      return .downloadFails(.protocolViolation("the download's progress went back"))
    case .truncateMessage: return .downloadFails(.protocolViolation("a message ended early"))
    case .corruptMessage: return .downloadFails(.protocolViolation("a message was none"))
    case .corruptChangeset: return .downloadFails(.ordering(212, .warning))
    case .messageTooLarge: return .downloadFails(.messageTooLarge)
    }
  }
}

extension ResetSituation {
  /// The server has everything that the device thinks unsynced.
  fileprivate mutating func integrateUnsynced() throws(FaultRefusal) -> FaultEffect {
    guard !reset.unsynced.isEmpty else { throw FaultRefusal("nothing is unsynced") }
    var fresh = reset.fresh
    for unsynced in reset.unsynced {
      guard (try? fresh.apply(unsynced.changeset)) != nil else {
        throw FaultRefusal(
          "the server's state does not take transaction \(unsynced.clientVersion)")
      }
    }
    reset.fresh = fresh
    reset.serverChanges?.append(
      contentsOf: reset.unsynced.map {
        ServerChange(
          $0.changeset, originTimestampMilliseconds: $0.originTimestampMilliseconds)
      })
    return FaultedSteps.unacknowledged(
      reset.unsynced.map {
        FaultedChange(
          serverVersion: nil, clientVersion: $0.clientVersion, isOnDevice: true,
          changeset: $0.changeset)
      })
  }
}

extension RealmState {
  /// Whether any list has an element.
  fileprivate var hasListElement: Bool {
    tables.contains { table in
      var isFound = false
      table.forEachKeyWhile { key in
        isFound = table.cells(key).contains { $0.collectionKind == .list && !$0.elements.isEmpty }
        return !isFound
      }
      return isFound
    }
  }
}
