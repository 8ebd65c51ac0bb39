internal import Replayer
internal import TraceFormat

/// Gives each unsynced write its fate, from the replay's rulings and the states around the reset.
struct Judge {
  private let outcome: Outcome
  private let evidence: Evidence
  private var rulings: [WritePosition: Ruling] = [:]
  // A server takes a client's transactions whole and in order. Whether an object that a transaction
  // made turns up in the server's history therefore tells whether the server took it: and with it
  // all earlier ones, or none of the later ones.
  /// The first transaction that the server certainly never took.
  private var firstNotTaken: Int?
  /// The last transaction that the server certainly took, though it never said so.
  private var lastTaken: Int?

  private struct WritePosition: Hashable {
    var changeset: Int
    var instruction: Int
  }

  init(_ outcome: Outcome) {
    self.outcome = outcome
    evidence = Evidence(outcome.gaps)
    for ruling in outcome.rulings {
      rulings[
        WritePosition(
          changeset: ruling.changesetIndex, instruction: ruling.instructionIndex)] = ruling
    }
  }

  /// One verdict for each write, in order.
  mutating func verdicts() -> [WriteVerdict] {
    var verdicts: [WriteVerdict] = []
    var supersession = Supersession()
    for (transaction, unsynced) in outcome.unsynced.enumerated() {
      for (index, instruction) in unsynced.changeset.instructions.enumerated() {
        let verdict = unjudged(instruction, index, transaction, unsynced.changeset)
        supersession.add(instruction, at: verdict.address, in: unsynced.changeset)
        verdicts.append(verdict)
      }
    }
    findTaken(verdicts)
    // Judged one by one into a new array: a write that changes in place while the others are looked
    // at would copy them all.
    return verdicts.indices.map { index in
      var verdict = verdicts[index]
      judge(
        &verdict, replacedBy: supersession.replacedBy[index],
        isCancellation: supersession.isCancellation[index], among: verdicts)
      return verdict
    }
  }

  private mutating func findTaken(_ verdicts: [WriteVerdict]) {
    guard let history = outcome.serverChanges else { return }
    let made = Set(
      history.flatMap { changeset in
        changeset.instructions.filter { $0.kind == .createObject }
          .map { WriteAddress($0, in: changeset) }
      })
    let creations = verdicts.filter {
      $0.kind == .createObject && $0.sightings.before == .absent
    }
    firstNotTaken = creations.first { !made.contains($0.address) }?.transactionIndex
    lastTaken = creations.last { made.contains($0.address) }?.transactionIndex
  }

  private func unjudged(
    _ instruction: Instruction, _ index: Int, _ transaction: Int, _ changeset: Changeset
  ) -> WriteVerdict {
    let address = WriteAddress(instruction, in: changeset)
    let states = outcome.states
    let seen = Sightings(states, at: address)
    return WriteVerdict(
      transactionIndex: transaction, instructionIndex: index, kind: instruction.kind,
      address: address, operation: changeset.words(for: instruction),
      instruction: changeset.json(of: instruction), fate: .unknown,
      rule: rulings[WritePosition(changeset: transaction, instruction: index)]?.rule,
      reason: "the replay made no ruling on it", cause: .noRuling,
      threeWay: ThreeWay(before: seen.before, device: seen.device, server: seen.server),
      sightings: seen,
      carried: instruction.value.map { Value(changeset.value($0)) } ?? nil,
      missingObject: missingObject(address),
      isUploadOnly: states.local.schema(of: address.className)?.kind == .asymmetric)
  }

  private func missingObject(_ address: WriteAddress) -> WriteVerdict.MissingObject? {
    guard let object = address.object,
      !outcome.states.fresh.contains(object, of: address.className)
    else { return nil }
    let wasThere = outcome.states.base?.contains(object, of: address.className) ?? false
    return wasThere ? .deleted : .neverThere
  }

  /// What the states show of each property that writes reach into, as a whole.
  func propertySightings(of verdicts: [WriteVerdict]) -> [WriteAddress: Sightings] {
    var sightings: [WriteAddress: Sightings] = [:]
    for verdict in verdicts where !verdict.address.path.isEmpty {
      let property = verdict.address.wholeProperty
      guard sightings[property] == nil else { continue }
      sightings[property] = Sightings(outcome.states, at: property)
    }
    return sightings
  }

  // MARK: The fate

  private func judge(
    _ verdict: inout WriteVerdict, replacedBy: Int?, isCancellation: Bool,
    among verdicts: [WriteVerdict]
  ) {
    let position = WritePosition(
      changeset: verdict.transactionIndex, instruction: verdict.instructionIndex)
    guard let ruling = rulings[position] else { return }
    switch ruling.effect {
    case .failed:
      verdict.settle(
        .stranded, .resetFailed,
        because: "the reset failed, so the write stays in the device's file and is not synced")
    case .stranded:
      if ruling.rule == .handlerFailed {
        verdict.settle(
          .stranded, .handlerFailed,
          because:
            "the app's handler failed the reset; the write is in the file, which is set aside")
      } else {
        verdict.settle(
          .stranded, .manualMode,
          because: "no reset is attempted; the write stays in the device's file")
      }
    case .applied, .copiedWhole:
      judgeRecovered(&verdict, ruling, replacedBy, among: verdicts)
    case .kept:
      verdict.settle(
        .recovered,
        because: "nothing was reset, so the write stays on the device and is to be uploaded")
    case .discarded where ruling.rule != .discardedByMode:
      judgeDropped(&verdict, ruling, replacedBy, among: verdicts)
    case .discarded:
      judgeDiscarded(&verdict, replacedBy, isCancellation, among: verdicts)
    }
  }

  private func judgeDiscarded(
    _ verdict: inout WriteVerdict, _ replacedBy: Int?, _ isCancellation: Bool,
    among verdicts: [WriteVerdict]
  ) {
    if let replacedBy {
      supersede(&verdict, by: replacedBy, among: verdicts)
    } else if evidence.isIncomplete {
      verdict.settle(
        .unknown, .missingRecords,
        because: "records are missing that could have replaced or synced it")
    } else if isCancellation {
      verdict.settle(
        .redundant,
        because: "the element was made by an unsynced write, so the server never had it")
    } else if verdict.mayBeCoincidence {
      judgeCoincidence(&verdict)
    } else if verdict.hasEffectOnServer, evidence.isApproximate {
      verdict.settle(
        .unknown, .approximateState,
        because: "the server seems to have it, but its state at the reset is not fully known")
    } else if verdict.hasEffectOnServer {
      verdict.settle(.redundant, because: verdict.redundancy)
    } else {
      verdict.settle(
        .lost, .discardedByMode, because: "unsynced changes are discarded; \(verdict.serverSide)")
    }
  }

  /// The server's number is the device's, but that proves nothing: see ``firstNotTaken``.
  private func judgeCoincidence(_ verdict: inout WriteVerdict) {
    let isNotTaken = firstNotTaken.map { verdict.transactionIndex >= $0 } ?? false
    let isTaken = lastTaken.map { verdict.transactionIndex <= $0 } ?? false
    switch (isTaken, isNotTaken) {
    case (true, false):
      verdict.settle(
        .redundant,
        because: "the server took this transaction, as an object that it made shows")
    case (false, true):
      verdict.settle(
        .lost, .discardedByMode,
        because: "unsynced changes are discarded; the server has the same number by its own changes"
      )
    default:
      verdict.settle(
        .unknown, .sameNumber,
        because:
          "the server has the same number, but the trace does not show whether this addition is in it"
      )
    }
  }

  func supersede(_ verdict: inout WriteVerdict, by index: Int, among verdicts: [WriteVerdict]) {
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
