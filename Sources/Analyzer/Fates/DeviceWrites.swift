internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The unsynced writes as the device and the last sync tell of them, whatever a reset makes of them: the
/// part of judging that all outcomes of one situation have in common.
struct DeviceWrites: Sendable {
  /// Something that writes act on, and what is known of it without the server.
  struct Place {
    /// As far as it is the same in all states: down to a list that the path leads through.
    var address: Address
    var before: ObservedValue?
    var device: ObservedValue
  }

  struct Object {
    var address: Address
    /// Whether the last sync had it.
    var wasThere: Bool
  }

  private let (base, local, unsynced): (RealmState?, RealmState, [UnsyncedChangeset])
  /// In order, without a fate and without what the server shows.
  private var writes: [JudgedWrite] = []

  /// Each once.
  private(set) var places: [Place] = []
  private(set) var objects: [Object] = []
  /// By write.
  private(set) var placeIndexes: [Int] = []
  /// By write; nil for writes to the schema.
  private(set) var objectIndexes: [Int?] = []
  /// By write: whether it acts on a property of an object, embedded or not, as a whole.
  private(set) var endsAtProperty: [Bool] = []
  let elements: DeviceElements

  init(_ situation: ResetSituation) {
    (base, local, unsynced) = (situation.base, situation.local, situation.unsynced)
    elements = DeviceElements(situation)
    list()
    noteOwnObjects()
    noteImplied()
    for (number, element) in elements.elements {
      writes[number].localEffect.elementMadeBy = element.trail.outermostMaker(before: number)
    }
  }

  /// Whether another situation has the same to say, as far as its memory shows.
  func isOf(_ situation: ResetSituation) -> Bool {
    local.isIdentical(to: situation.local) && base.isIdentical(to: situation.base)
      && unsynced.areSame(as: situation.unsynced)
  }

  mutating func takeWrites() -> [JudgedWrite] {
    defer { writes = [] }
    return writes
  }
}

// What is known of each write
extension DeviceWrites {
  private mutating func list() {
    var supersession = Supersession()
    var known = KnownPlaces()
    let count = unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
    writes.reserveCapacity(count)
    placeIndexes.reserveCapacity(count)
    objectIndexes.reserveCapacity(count)
    endsAtProperty.reserveCapacity(count)
    let nothing = Boxed(
      ObservedPlace(ObservedValues(before: nil, device: .absent, server: .absent, after: .absent)))
    for (transaction, unsynced) in unsynced.enumerated() {
      for (index, instruction) in unsynced.changeset.instructions.enumerated() {
        let address = Address(instruction, in: unsynced.changeset)
        let write = JudgedWrite(
          transactionIndex: transaction, instructionIndex: index, kind: instruction.kind,
          address: address, operation: WriteOperation(instruction, in: unsynced.changeset),
          fate: .unknown, reason: .unknown(.noRuling), cause: .noRuling, threeWay: .unknown,
          isUploadOnly: local.kind(of: address.className) == .asymmetric, seen: nothing)
        supersession.add(
          instruction, at: address, in: unsynced.changeset,
          isEntry: write.payload == .objectValue && isEntry(address))
        writes.append(write)
        let object = object(of: address, &known)
        objectIndexes.append(object)
        placeIndexes.append(place(of: address, in: object, &known))
        endsAtProperty.append(isOfObject(address))
      }
    }
    for index in writes.indices { writes[index].localEffect = supersession.effects[index] }
  }

  private struct KnownPlaces {
    struct Place: Hashable {
      var object: Int
      var property: RealmString?
      var path: [PathStep]
    }

    var objects: [ObjectName: Int] = [:]
    var places: [Place: Int] = [:]
    var schema: [Address: Int] = [:]
  }

  private mutating func place(
    of address: Address, in object: Int?, _ known: inout KnownPlaces
  ) -> Int {
    let place = address.outerPlace
    guard let object else { return Self.number(of: place, in: &known.schema) { add(place) } }
    let key = KnownPlaces.Place(object: object, property: place.property, path: place.path)
    return Self.number(of: key, in: &known.places) { add(place) }
  }

  private mutating func add(_ place: Address) -> Int {
    places.append(
      Place(
        address: place, before: base.map { ObservedValue($0, at: place) },
        device: ObservedValue(local, at: place)))
    return places.count - 1
  }

  private mutating func object(of address: Address, _ known: inout KnownPlaces) -> Int? {
    guard let key = address.object else { return nil }
    let name = ObjectName(className: address.className, key: key)
    return Self.number(of: name, in: &known.objects) {
      let object = address.wholeObject
      objects.append(Object(address: object, wasThere: base?.has(object) ?? false))
      return objects.count - 1
    }
  }

  private static func number<Key: Hashable>(
    of key: Key, in known: inout [Key: Int], _ add: () -> Int
  ) -> Int {
    if let number = known[key] { return number }
    let number = add()
    known[key] = number
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

  /// Notes which writes are to objects that the device itself has created before.
  private mutating func noteOwnObjects() {
    guard writes.contains(where: { $0.kind == .createObject }) else { return }
    var own: Set<Int> = []
    for (index, object) in objectIndexes.enumerated() {
      guard let object else { continue }
      writes[index].isOnOwnObject = own.contains(object)
      if writes[index].kind == .createObject { own.insert(object) }
    }
  }

  /// Notes which writes Realm recorded on its own for a deletion.
  private mutating func noteImplied() {
    let changesets = unsynced.map(\.changeset)
    guard changesets.contains(where: DeletionEdits.mayBeIn) else { return }
    var edits = DeletionEdits(base: base)
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
}

extension ElementTrail {
  /// The write before a number that made the outermost element that the trail leads through, if one did.
  fileprivate func outermostMaker(before number: Int) -> Int? {
    steps.lazy.compactMap { step in
      if case .element(.made(let maker)) = step, maker < number { maker } else { nil }
    }.first
  }
}
