internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Works out what would carry stranded writes over to the server's state.
///
/// Each operation is carried out on the server's state as it is planned, so that what is said of it is
/// what it does. One that something stands against leaves no trace there: those that nothing stands
/// against fit each other, whatever is decided about the rest.
struct MergePlanner {
  private let outcome: Outcome
  private let judged: JudgedOutcome
  private var writes: [JudgedWrite] { judged.writes }
  /// The server's state with the operations so far that nothing stands against.
  private var state: RealmState
  private var builder = ChangesetBuilder()
  private var operations: [MergePlan.Operation] = []
  private var settled: [Int]
  private let places: PlannedPlaces
  private let placesSinceRestore: PlaceSet?

  /// The plan for an outcome that left its writes stranded.
  ///
  /// - Parameters:
  ///   - outcome: with the base that both sides have in common, what the server took unheard included.
  ///   - restored: the places at which a restored server lacks what this device had synced.
  static func plan(
    for outcome: Outcome, _ judged: JudgedOutcome, _ restored: [Address]
  ) -> MergePlan {
    var planner = MergePlanner(outcome, judged, restored)
    planner.run()
    return MergePlan(
      operations: planner.operations, settled: planner.settled.sorted(),
      changeset: planner.builder.changeset.encoded())
  }

  private init(_ outcome: Outcome, _ judged: JudgedOutcome, _ restored: [Address]) {
    (self.outcome, self.judged) = (outcome, judged)
    state = outcome.situation.fresh
    places = PlannedPlaces(outcome, judged, restored)
    settled = places.settled
    placesSinceRestore = judged.server.placesSinceRestore(in: outcome)
  }

  private mutating func run() {
    operations.reserveCapacity(places.places.count)
    for place in places.places.sortedStably(by: \.phase) { plan(place) }
  }

  private mutating func plan(_ place: PlannedPlace) {
    let view = PlanView(place, outcome, judged, placesSinceRestore)
    let edits = view.isSettled ? [] : listEdits(for: place, view)
    guard edits?.isEmpty != true else {
      settled += place.writes
      return
    }
    let changeset = instructions(for: view, edits)
    var next = state
    var conflict = view.conflict
    do throws(ApplyFailure) {
      try next.apply(changeset)
      if conflict == nil, !view.isCarriedOver(by: next) { conflict = .lacksLinks }
    } catch {
      // That a value does not fit says more than that the server has another one.
      if case .valueChanged? = conflict { conflict = nil }
      conflict = conflict ?? misfit(place, error)
      next = state
    }
    if changeset.instructions.isEmpty, conflict == nil {
      settled += place.writes
      return
    }
    operations.append(
      MergePlan.Operation(
        writes: place.writes.sorted(), address: place.address, member: place.member,
        action: edits.map { .edit($0) } ?? view.action,
        instructions: changeset, server: view.server, after: view.after(in: next),
        conflict: conflict))
    guard conflict == nil else { return }
    state = next
    for instruction in changeset.instructions { builder.append(instruction, from: changeset) }
  }
}

// Instructions
extension MergePlanner {
  private func misfit(_ place: PlannedPlace, _ failure: ApplyFailure) -> MergePlan.Conflict {
    guard let schema = state.schema(of: place.address.className) else { return .classMissing }
    if let property = place.address.property, schema.property(property) == nil {
      return .propertyMissing
    }
    return .misfit(failure)
  }

  private func instructions(for view: PlanView, _ edits: [ListEdit]?) -> Changeset {
    let place = view.place
    return switch place.kind {
    case .removedSchema: Changeset()
    case .addedClass, .addedProperty: recorded(place.writes.suffix(1))
    case .upload: recorded(place.writes[...])
    case .newObject: building(place) { $0.createObject(place.address.className, $1) }
    case .deletedObject: building(place) { $0.eraseObject(place.address.className, $1) }
    case .wholeObject: wholeObject(place)
    case .value, .sum, .member: value(view, edits)
    }
  }

  /// The steps that do to a list of the server's what the device did to its own; nil where there is no
  /// list on both sides, or where only replacing it would have the device's effect.
  private func listEdits(for place: PlannedPlace, _ view: PlanView) -> [ListEdit]? {
    guard case .value = place.kind, let location = place.address.comparablePlace,
      case .value(.list(let wanted)) = view.device,
      case .list(let present)? = state.value(at: location), !present.isEmpty
    else { return nil }
    guard view.conflict != nil else { return ListEdits(from: present, to: wanted.visible).edits }
    guard case .list(let base)? = outcome.situation.base?.value(at: location) else { return nil }
    let isAsSynced = Value.list(base.visible).looksLike(.list(wanted.visible))
    guard !isAsSynced || !place.writes.contains(where: stands) else { return nil }
    return ListEdits(of: wanted.visible, since: base.visible, to: present)?.edits
  }

  /// Whether a write counts also where it left what the last sync has: nothing has taken it back, as a move back does,
  /// and the server lacks it.
  private func stands(_ index: Int) -> Bool {
    let (write, situation) = (writes[index], outcome.situation)
    return write.kind != .arrayMove && write.localEffect.replacedBy == nil
      && !write.localEffect.isCancellation
      && !write.hasEffectOnServer && !judged.taken.isTaken(write.transactionIndex, in: situation)
  }

  private func recorded(_ indexes: ArraySlice<Int>) -> Changeset {
    var builder = ChangesetBuilder()
    for index in indexes {
      let changeset = outcome.situation.unsynced[writes[index].transactionIndex].changeset
      builder.append(changeset.instructions[writes[index].instructionIndex], from: changeset)
    }
    return builder.changeset
  }

  private func building(
    _ place: PlannedPlace, _ body: (inout ChangesetBuilder, PrimaryKeyValue) -> Void
  ) -> Changeset {
    var builder = ChangesetBuilder()
    if let key = place.address.object { body(&builder, key) }
    return builder.changeset
  }

  private func value(_ view: PlanView, _ edits: [ListEdit]?) -> Changeset {
    let place = view.place
    guard let location = place.address.comparablePlace else { return Changeset() }
    var change = ValueChange(in: state)
    if let edits, case .list(let present)? = state.value(at: location) {
      change.edit(location, present.count, edits)
      return change.changeset
    }
    switch place.kind {
    case .sum(let operand): change.add(operand, to: location)
    case .member(let member):
      change.changeMembership(of: member, in: location, to: view.deviceHasMember)
    default:
      if let wanted = view.device.value {
        change.change(location, from: state.value(at: location), to: wanted)
      } else {
        change.remove(location)
      }
    }
    return change.changeset
  }

  /// All properties of an object, which is made if the server doesn't have it.
  private func wholeObject(_ place: PlannedPlace) -> Changeset {
    guard let key = place.address.object else { return Changeset() }
    let className = place.address.className
    var builder = ChangesetBuilder()
    var made = state
    if !state.contains(key, of: className) {
      builder.createObject(className, key)
      // The operation is tried as a whole afterwards, and fails for the same reason, which it keeps.
      guard (try? made.apply(builder.changeset)) != nil else { return builder.changeset }
    }
    let primaryKey = made.schema(of: className)?.primaryKey
    for entry in outcome.situation.local.object(key, of: className) ?? []
    where entry.key != primaryKey {
      var change = ValueChange(in: made)
      let location = LocationValue(className, key, entry.key)
      change.change(location, from: made.value(at: location), to: entry.value)
      let changeset = change.changeset
      for instruction in changeset.instructions { builder.append(instruction, from: changeset) }
    }
    return builder.changeset
  }
}
