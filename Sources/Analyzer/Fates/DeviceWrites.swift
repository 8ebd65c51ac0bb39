internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The unsynced writes as the device and the last sync tell of them, whatever a reset makes of them: the
/// part of judging that all outcomes of one situation have in common.
struct DeviceWrites: Sendable {
  /// Something that writes act on, and what is known of it without the server.
  struct Place {
    /// The first write to it.
    var write: Int
    var before: ObservedValue?
    var device: ObservedValue
  }

  struct Object {
    /// The first write to it.
    var write: Int
    /// Whether the last sync had it.
    var wasThere: Bool
  }

  private let (base, local, unsynced): (RealmState?, RealmState, [UnsyncedChangeset])
  /// In order; while they are listed, in ``listed``.
  private(set) var writes: [Boxed<DeviceWrite>] = []
  private var listed: [DeviceWrite] = []
  /// The net changes that the writes make, with outcomes that are not known yet.
  private(set) var changes: [Change] = []

  /// Each once.
  private(set) var places: [Place] = []
  private(set) var objects: [Object] = []
  let elements: DeviceElements

  init(_ situation: ResetSituation) {
    (base, local, unsynced) = (situation.base, situation.local, situation.unsynced)
    elements = DeviceElements(situation)
    list()
    noteImplied()
    for (number, element) in elements.elements {
      listed[number].effect.elementMadeBy = element.trail.outermostMaker(before: number)
    }
    changes = netChanges(of: listed, IntegratedTransactions())
    writes = listed.map { Boxed($0) }
    listed = []
  }

  /// Takes note of what the server took unheard: to take that back is a change, because the server has it.
  mutating func note(_ taken: IntegratedTransactions) {
    guard taken.lastIntegrated != nil else { return }
    var listed = writes.map(\.value)
    for (index, write) in listed.enumerated() {
      guard let maker = write.effect.removes, taken.has(listed[maker], without: write) else {
        continue
      }
      listed[index].effect.isCancellation = false
      writes[index] = Boxed(listed[index])
    }
    changes = netChanges(of: listed, taken)
  }

  private func netChanges(
    of writes: [DeviceWrite], _ taken: IntegratedTransactions
  ) -> [Change] {
    ChangeSearch.changes(of: writes, to: objects, at: places, taken).map {
      var change = $0
      change.address.path = path(of: change, writes)
      return change
    }
  }

  /// Where a change is: an element that was inserted and moved is no longer where it was inserted.
  private func path(of change: Change, _ writes: [DeviceWrite]) -> [PathStep] {
    let first = change.writes[0]
    guard writes[first].kind == .arrayInsert, let element = elements.elements[first],
      change.writes.contains(where: { writes[$0].kind == .arrayMove }),
      case .at(let path) = elements.presence(of: element.trail)
    else { return change.address.path }
    return path
  }

  /// Whether another situation has the same to say, as far as its memory shows.
  func isOf(_ situation: ResetSituation) -> Bool {
    local.isIdentical(to: situation.local) && base.isIdentical(to: situation.base)
      && unsynced.areSame(as: situation.unsynced)
  }
}

// What is known of each write
extension DeviceWrites {
  private mutating func list() {
    var supersession = Supersession()
    let count = unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
    var known = KnownPlaces(countMax: count)
    var made: Set<Int> = []
    listed.reserveCapacity(count)
    for (transaction, unsynced) in unsynced.enumerated() {
      for (index, instruction) in unsynced.changeset.instructions.enumerated() {
        let address = Address(instruction, in: unsynced.changeset)
        var write = DeviceWrite(
          transactionIndex: transaction, instructionIndex: index, kind: instruction.kind,
          address: address, operation: WriteOperation(instruction, in: unsynced.changeset),
          isUploadOnly: local.kind(of: address.className) == .asymmetric,
          endsAtProperty: isOfObject(address))
        supersession.add(
          instruction, at: address, in: unsynced.changeset,
          isEntry: write.operation.payload == .objectValue && isEntry(address))
        if let object = object(of: address, &known) {
          (write.object, write.isOnOwnObject) = (object, made.contains(object))
          if write.kind == .createObject { made.insert(object) }
        }
        write.place = place(of: address, in: write.object, &known)
        listed.append(write)
      }
    }
    for index in listed.indices { listed[index].effect = supersession.effects[index] }
  }

  private struct KnownPlaces {
    struct Place: Hashable {
      var object: Int?
      /// Of a place in the schema alone.
      var className: RealmString?
      var property: RealmString?
      var path: [PathStep]
    }

    var objects: [ObjectName: Int]
    var places: [Place: Int]

    init(countMax: Int) {
      (objects, places) = (.init(minimumCapacity: countMax), .init(minimumCapacity: countMax))
    }
  }

  private mutating func place(
    of address: Address, in object: Int?, _ known: inout KnownPlaces
  ) -> Int {
    let place = address.comparable
    let key = KnownPlaces.Place(
      object: object, className: object == nil ? place.className : nil, property: place.property,
      path: place.path)
    let number = known.places.number(of: key)
    if number == places.count {
      places.append(
        Place(
          write: listed.count, before: base.map { ObservedValue($0, at: place) },
          device: ObservedValue(local, at: place)))
    }
    return number
  }

  private mutating func object(of address: Address, _ known: inout KnownPlaces) -> Int? {
    guard let key = address.object else { return nil }
    let name = ObjectName(className: address.className, key: key)
    let number = known.objects.number(of: name)
    if number == objects.count {
      let wasThere = base?.has(address.wholeObject) ?? false
      objects.append(Object(write: listed.count, wasThere: wasThere))
    }
    return number
  }

  /// Whether an address ends at an entry of a dictionary on the device.
  private func isEntry(_ address: Address) -> Bool {
    guard let property = address.property, case .key? = address.path.last,
      let holder = address.holder
    else { return false }
    if address.path.count == 1 {
      let schema = local.schema(of: address.className)?.property(property)
      return schema?.collection == .dictionary
    }
    return local.holder(at: holder) == .dictionary
  }

  private func isOfObject(_ address: Address) -> Bool {
    guard address.object != nil, address.property != nil else { return false }
    guard !address.path.isEmpty else { return true }
    guard case .key? = address.path.last, !address.leadsThroughList, let holder = address.holder
    else { return false }
    return local.holder(at: holder) == .embeddedObject
  }

  /// Notes which writes Realm recorded on its own for a deletion. Where the device has the object again, there is no
  /// deletion that could stand for them.
  private mutating func noteImplied() {
    let changesets = unsynced.map(\.changeset)
    guard changesets.contains(where: DeletionEdits.mayBeIn) else { return }
    var edits = DeletionEdits(base: base)
    var start = 0
    for changeset in changesets {
      let kinds = changeset.instructions.map(\.kind)
      for edit in edits.find(in: changeset).sorted() {
        guard let deletion = kinds[edit...].firstIndex(of: .eraseObject),
          !local.has(listed[start + deletion].address)
        else { continue }
        listed[start + edit].impliedBy = start + deletion
      }
      start += kinds.count
    }
  }
}

extension ElementTrail {
  /// The write before a number that made the outermost element that the trail leads through, if one did.
  fileprivate func outermostMaker(before number: Int) -> Int? {
    steps.lazy.compactMap { step in
      if case .element(.made(let maker)) = step, maker < number { maker } else { nil }
    }.first
  }
}
