internal import RealmModel
package import Replayer
internal import TraceFormat

/// Gives each unsynced write its fate, from the replay's rulings and the states around the reset.
package struct Judge {
  let outcome: Outcome
  let evidence: Evidence
  /// What the server changed since the last sync.
  package let server: ServerChanges
  let taken: IntegratedTransactions
  let faulted: FaultedObjects
  /// The cause of what is lost because everything is discarded.
  let discardCause: Cause
  private var elements: ElementEvidence
  /// By write; nil where the replay made none.
  private(set) var rulings: [Ruling?]
  /// What was seen at each place: many writes act on one.
  private var seen: [Address: Boxed<SeenPlace>] = [:]
  /// The members of each set that writes are about.
  private var sets: [Address: SetMembers] = [:]

  /// - Parameter taken: the transactions that the server took, where the outcome is of some of the
  ///   writes only.
  package init(_ outcome: Outcome, taken: IntegratedTransactions? = nil) {
    self.outcome = outcome
    evidence = Evidence(outcome.gaps)
    faulted = FaultedObjects(outcome.faults)
    server = ServerChanges(outcome)
    self.taken = taken ?? IntegratedTransactions(outcome, server)
    discardCause = outcome.discardCause
    elements = ElementEvidence(outcome, isApproximate: evidence.isApproximate)
    rulings = outcome.rulingsByWrite
  }

  /// Each write with its fate, in order.
  package mutating func writes() -> [JudgedWrite] {
    var writes = unjudged()
    noteImplied(in: &writes)
    // Judged in place: a write sees nothing of another but what replaced it.
    for index in writes.indices {
      let later = writes[index].localEffect.replacedBy.map { Replacing($0, writes[$0]) }
      judge(&writes[index], index, replacedBy: later)
    }
    return writes
  }

  /// What the states show of each property that writes reach into, as a whole.
  func propertySightings(of writes: [JudgedWrite]) -> [Address: Sightings] {
    var sightings: [Address: Sightings] = [:]
    for write in writes where !write.address.path.isEmpty {
      let property = write.address.wholeProperty
      guard sightings[property] == nil else { continue }
      sightings[property] = Sightings(outcome.states, at: property)
      // The object goes back to what the server has.
      if case .refused(.undone, _) = write.reason, let server = sightings[property]?.server {
        sightings[property]?.after = server
      }
    }
    return sightings
  }

  /// The write that removed or set the element that a write had made, in the recovery.
  func lastTouch(ofElementMadeBy write: Int) -> Int? {
    elements.lastTouch(ofElementMadeBy: write)
  }
}

extension Outcome {
  /// Why the last attempt discarded everything, if it did. It is the cause of these losses and of no others.
  package var discardCause: Cause {
    guard let attempt = attempts.last, attempt.requestedMode == .recoverOrDiscard else {
      return .discardedByMode
    }
    return attempt.action == .clientResetNoRecovery ? .recoveryForbidden : .recoveryGivenUp
  }

  /// The ruling on each write, in order; nil where the replay made none.
  fileprivate var rulingsByWrite: [Ruling?] {
    let starts = writeStarts
    var found = [Ruling?](repeating: nil, count: starts[starts.count - 1])
    for ruling in result.rulings {
      found[starts[ruling.changesetIndex] + ruling.instructionIndex] = ruling
    }
    return found
  }

  /// The number of the first write of each unsynced transaction; at the end the count of all.
  var writeStarts: [Int] {
    situation.unsynced.reduce(into: [0]) {
      $0.append($0[$0.count - 1] + $1.changeset.instructions.count)
    }
  }
}

// What is known of each write before it is judged
extension Judge {
  private mutating func unjudged() -> [JudgedWrite] {
    var writes: [JudgedWrite] = []
    var supersession = Supersession()
    for (transaction, unsynced) in outcome.situation.unsynced.enumerated() {
      for (index, instruction) in unsynced.changeset.instructions.enumerated() {
        var write = unjudged(instruction, index, transaction, unsynced.changeset)
        write.rule = rulings[writes.count]?.rule
        write.element = element(of: write, writes.count)
        supersession.add(
          instruction, at: write.address, in: unsynced.changeset,
          isEntry: write.payload == .objectValue && isEntry(write.address))
        writes.append(write)
      }
    }
    noteOwnObjects(in: &writes)
    for index in writes.indices {
      writes[index].localEffect = supersession.effects[index]
      writes[index].threeWay = threeWay(writes[index], index)
    }
    return writes
  }

  /// Notes which writes are to objects that the device itself has created before.
  private func noteOwnObjects(in writes: inout [JudgedWrite]) {
    guard writes.contains(where: { $0.kind == .createObject }) else { return }
    var own: Set<Address> = []
    for index in writes.indices {
      let address = writes[index].address
      let object = Address(className: address.className, object: address.object)
      writes[index].isOnOwnObject = own.contains(object)
      if writes[index].kind == .createObject { own.insert(object) }
    }
  }

  /// Notes which writes Realm recorded on its own for a deletion.
  private func noteImplied(in writes: inout [JudgedWrite]) {
    let changesets = outcome.situation.unsynced.map(\.changeset)
    guard changesets.contains(where: DeletionEdits.mayBeIn) else { return }
    var edits = DeletionEdits(base: outcome.situation.base)
    var start = 0
    for changeset in changesets {
      let kinds = changeset.instructions.map(\.kind)
      for edit in edits.find(in: changeset).sorted() {
        let deletion = kinds[edit...].firstIndex(of: .eraseObject)
        writes[start + edit].impliedBy = deletion.map { start + $0 }
      }
      start += kinds.count
    }
  }

  private mutating func unjudged(
    _ instruction: Instruction, _ index: Int, _ transaction: Int, _ changeset: Changeset
  ) -> JudgedWrite {
    let address = Address(instruction, in: changeset)
    return JudgedWrite(
      transactionIndex: transaction, instructionIndex: index, kind: instruction.kind,
      address: address, operation: WriteOperation(instruction, in: changeset), fate: .unknown,
      reason: .unknown(.noRuling), cause: .noRuling, threeWay: .unknown,
      seen: sightings(at: address),
      missingObject: missingObject(address),
      isUploadOnly: outcome.situation.local.kind(of: address.className) == .asymmetric,
      isHeldOnServer: isHeldOnServer(address))
  }

  /// What the states show at an address; one place is looked at once.
  private mutating func sightings(at address: Address) -> Boxed<SeenPlace> {
    var place = address
    if let index = address.path.firstIndex(where: \.isIndex) { place.path.removeSubrange(index...) }
    if let known = seen[place] { return known }
    let sightings = Boxed(SeenPlace(Sightings(outcome.states, at: place)))
    if place.property != nil { seen[place] = sightings }
    return sightings
  }

  private func missingObject(_ address: Address) -> JudgedWrite.MissingObject? {
    guard let object = address.object,
      !outcome.situation.fresh.contains(object, of: address.className)
    else { return nil }
    let wasThere = outcome.situation.base?.contains(object, of: address.className) ?? false
    return wasThere ? .deleted : .neverThere
  }

  /// Whether the server has what the thing at an address is part of.
  private func isHeldOnServer(_ address: Address) -> Bool {
    guard let object = address.object, let property = address.property else { return true }
    guard outcome.situation.fresh.contains(object, of: address.className) else { return false }
    guard address.path.contains(where: { !$0.isIndex }), !address.leadsThroughList else {
      return true
    }
    let holder = LocationValue(
      address.className, object, property, Array(address.path.dropLast()))
    let kind = outcome.situation.fresh.holder(at: holder)
    return kind == .dictionary || kind == .embeddedObject
  }

  /// What the states show of an element of a list or set.
  private mutating func element(of write: JudgedWrite, _ index: Int) -> ElementSightings? {
    let seen = elements.sightings(of: index)
    guard write.kind == .setInsert || write.kind == .setErase else { return seen }
    guard let value = write.carried else { return nil }
    if write.address.leadsThroughList {
      return seen.map { SetMembers(in: $0).membership(of: value) }
    }
    if sets[write.address] == nil { sets[write.address] = SetMembers(in: write.thing) }
    return sets[write.address]?.membership(of: value)
  }

  private func threeWay(_ write: JudgedWrite, _ index: Int) -> ThreeWay {
    let view = ThreeWay(
      write, isProperty: isOfObject(write.address), in: outcome.states)
    let isMoved = write.kind == .arrayMove && view == .deviceOnly
    return isMoved && elements.isMovedOnServer(index) ? .both : view
  }

  /// Whether an address ends at an entry of a dictionary on the device.
  private func isEntry(_ address: Address) -> Bool {
    guard let object = address.object, let property = address.property,
      case .key? = address.path.last
    else { return false }
    if address.path.count == 1 {
      let schema = outcome.situation.local.schema(of: address.className)?.property(property)
      return schema?.collection == .dictionary
    }
    let holder = LocationValue(
      address.className, object, property, Array(address.path.dropLast()))
    return outcome.situation.local.holder(at: holder) == .dictionary
  }

  /// Whether an address ends at a property of an object, embedded or not.
  private func isOfObject(_ address: Address) -> Bool {
    guard let object = address.object, let property = address.property else { return false }
    guard !address.path.isEmpty else { return true }
    guard case .key? = address.path.last, !address.leadsThroughList else { return false }
    let holder = LocationValue(
      address.className, object, property, Array(address.path.dropLast()))
    return outcome.situation.local.holder(at: holder) == .embeddedObject
  }
}

extension PathStep {
  fileprivate var isIndex: Bool { if case .index = self { true } else { false } }
}
