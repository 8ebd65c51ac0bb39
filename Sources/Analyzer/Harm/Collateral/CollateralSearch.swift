package import RealmModel
package import Replayer
internal import TraceFormat

/// Finds what a recovery did to the server's data (`docs/report.md`, "Collateral").
///
/// A recovery records all that it does to the server's data, to upload it. So only the places that
/// it recorded are compared, however large the Realm is.
package struct CollateralSearch {
  let outcome: Outcome
  /// The unsynced writes, one for each ruling.
  let writes: [JudgedWrite]
  let places: TouchedPlaces
  let server: ServerChanges
  private let baseWithTaken: RealmState?
  let placesSinceRestore: PlaceSet?
  /// Objects that the device made since the last sync: whatever the server has there is new.
  let made: Set<Address>
  let listWrites: [Address: [Int]]
  private let isCertain: Bool
  /// Whether the state of the last sync may be that of another file.
  private let isOfSomeFile: Bool
  private var found: [Collateral] = []
  /// Places that are listed, which is enough for what is inside of them.
  private var told: Set<Address> = []

  private init(
    _ outcome: Outcome, _ writes: [JudgedWrite], _ server: ServerChanges,
    _ baseWithTaken: RealmState?
  ) {
    (self.outcome, self.writes, self.baseWithTaken) = (outcome, writes, baseWithTaken)
    places = TouchedPlaces(outcome)
    self.server = server
    placesSinceRestore = server.placesSinceRestore(in: outcome)
    made = Self.objectsMade(by: writes)
    listWrites = outcome.writesToCopiedLists(writes)
    isOfSomeFile = outcome.gaps.contains { $0.kind == .ambiguousSession }
    let evidence = Evidence(outcome.gaps)
    isCertain =
      !evidence.isIncomplete && !evidence.isApproximate && !evidence.leavesEndingOpen
  }

  /// Everything that was done, in the order in which it was.
  ///
  /// - Parameters:
  ///   - server: what the server changed, as the judge of the writes has it.
  ///   - baseWithTaken: the last sync with what it took unheard, as the judge has it, too.
  package static func find(
    in outcome: Outcome, writes: [JudgedWrite], _ server: ServerChanges,
    _ baseWithTaken: RealmState?
  ) -> [Collateral] {
    guard outcome.ending == .recovered, outcome.result.rulings.count == writes.count else {
      return []
    }
    var search = CollateralSearch(outcome, writes, server, baseWithTaken)
    search.findAll()
    return search.found
  }

  private mutating func findAll() {
    // Objects before their properties, collections before their entries.
    let depths = places.places.map(\.address.depth)
    let deepest = depths.max() ?? 0
    for index in depths.indices.sortedStably(by: { depths[$0] }) {
      let place = places.places[index]
      guard told.isEmpty || !place.address.andAbove.contains(where: told.contains) else { continue }
      let countBefore = found.count
      if place.address.property == nil {
        found += objectCollateral(at: place)
      } else if let value = valueCollateral(at: place) {
        found.append(value)
      }
      if found.count > countBefore, depths[index] < deepest { told.insert(place.address) }
    }
    let known = Set(found.filter { $0.kind == .misapplied }.map(\.address))
    found += repeated() + misapplied(besides: known)
    found = found.sortedStably { places.position(of: $0.address) ?? .max }
  }

  /// Objects whose first unsynced write creates them.
  private static func objectsMade(by writes: [JudgedWrite]) -> Set<Address> {
    guard writes.contains(where: { $0.kind == .createObject }) else { return [] }
    var (seen, made): (Set<Address>, Set<Address>) = ([], [])
    for write in writes where write.address.object != nil {
      let object = write.address.wholeObject
      if seen.insert(object).inserted, write.kind == .createObject { made.insert(object) }
    }
    return made
  }
}

// What is known of a place
extension CollateralSearch {
  /// What both sides last shared, as far as that is known, what the server took unheard included.
  var base: RealmState? { baseWithTaken ?? outcome.situation.base }

  /// What the server had at a place at the last sync, or has from the device: nil if that is not known. What was not there
  /// is taken for new, with nothing in it but initial values, and so is another object in the place of one. A restored
  /// server is taken for one that had what it has where it has changed nothing since.
  ///
  /// - Parameter before: what the last sync shows there, where it is known already.
  func reference(_ address: Address, _ before: ObservedValue? = nil) -> ObservedValue? {
    guard let object = address.object else { return nil }
    if let known = placesSinceRestore, !known.touches(address) {
      return ObservedValue(outcome.situation.fresh, at: address)
    }
    let base = isOfSomeFile ? nil : self.base
    if let base, base.contains(object, of: address.className),
      !server.replaced.contains(address.wholeObject)
    {
      let observed =
        (baseWithTaken == nil ? before : nil)
        ?? ObservedValue(base, at: address).completed(by: outcome.situation.fresh)
      return observed == .absent ? initial(address) : observed
    }
    guard base != nil || made.contains(address.wholeObject) else { return nil }
    return address.property == nil ? .absent : initial(address)
  }

  /// What the place has in an object that is new, if the server has the place.
  private func initial(_ address: Address) -> ObservedValue {
    let fresh = outcome.situation.fresh
    guard ObservedValue(fresh, at: address) != .absent else { return .absent }
    return address.comparablePlace.flatMap(fresh.initialValue).map(ObservedValue.value) ?? .absent
  }

  /// What the states show at a place. Mostly the judge has looked there, for the write that did it.
  func observedValues(at place: TouchedPlace) -> ObservedValues {
    if let first = place.rulings.first, writes[first].address.comparable == place.address {
      let observed = writes[first].observed
      if observed.device != nil, observed.after != nil { return observed }
    }
    return ObservedValues(outcome, at: place.address)
  }

  /// A finding with what the states show; gone, surplus and reason are the caller's.
  func collateral(
    _ kind: Collateral.Kind, _ place: TouchedPlace, at address: Address? = nil,
    because reason: Collateral.Reason
  ) -> Collateral {
    let observed = address.map { ObservedValues(outcome, at: $0) } ?? observedValues(at: place)
    return Collateral(
      kind: kind, address: address ?? place.address, server: observed.server ?? .absent,
      after: ObservedValue(outcome.result.after, at: address ?? place.address),
      before: observed.before, isCertain: isCertain, writes: authors(of: place),
      rule: rule(of: place), reason: reason)
  }

  /// The writes that did it: those that wrote there themselves, and those that a copy is due to.
  private func authors(of place: TouchedPlace) -> [Int] {
    let copied = place.copies.flatMap { outcome.result.listCopies[$0].rulings }
    let reasons = copied.filter { outcome.result.rulings[$0].needsCopy }
    return Set(place.rulings + (reasons.isEmpty ? copied : reasons)).sorted()
  }

  private func rule(of place: TouchedPlace) -> RuleIdentifier? {
    if !place.copies.isEmpty { return .listCopiedWhole }
    return place.rulings.last.map { outcome.result.rulings[$0].rule }
  }
}

extension Outcome {
  /// Whether a write is of a transaction that the server had taken before the reset. Where the trace has all of the
  /// server's changes, but not from which file they come, their bytes show it, which the replay notes; elsewhere an
  /// object may, which the judge does.
  func isRepeated(_ write: Int, in writes: [JudgedWrite]) -> Bool {
    if result.rulings[write].notes.contains(.isRepeated) { return true }
    guard writes[write].isDoneAgain else { return false }
    return !situation.showsChangesSinceRestore
      || situation.serverChanges?.contains { $0.originFileIdent != nil } == true
  }

  /// The indexes of the writes to each list that was copied, or should have been.
  func writesToCopiedLists(_ writes: [JudgedWrite]) -> [Address: [Int]] {
    let rules: Set<RuleIdentifier> = [.listCopiedWhole, .listAlreadyCopied, .listCopyNotResolved]
    let lists = Set(
      writes.indices.filter { rules.contains(result.rulings[$0].rule) }.map {
        writes[$0].address.comparable
      })
    guard !lists.isEmpty else { return [:] }
    let toLists = writes.indices.filter { writes[$0].address.object != nil }
    return Dictionary(grouping: toLists) { writes[$0].address.comparable }
      .filter { lists.contains($0.key) }
  }
}

extension Ruling {
  /// Whether a list had to be copied for this instruction, and not only with it.
  fileprivate var needsCopy: Bool {
    notes.contains { $0 == .touchesSyncedElement || $0.missedDrifts != nil }
  }
}

extension Address {
  /// How deep it is in its object.
  var depth: Int { property == nil ? 0 : 1 + path.count }
}
