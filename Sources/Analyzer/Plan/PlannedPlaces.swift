internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Sorts stranded writes by the places that they are about.
struct PlannedPlaces {
  private let outcome: Outcome
  private let writes: [JudgedWrite]
  private let taken: IntegratedTransactions
  /// In the order of their first write.
  private(set) var places: [PlannedPlace] = []
  private(set) var settled: [Int] = []
  private var indexes: [Key: Int] = [:]

  private struct Key: Hashable {
    var kind: PlannedPlace.Kind
    var address: Address
  }

  /// - Parameter restored: the places at which a restored server lacks what this device had synced.
  init(_ outcome: Outcome, _ judged: JudgedOutcome, _ restored: [Address]) {
    (self.outcome, writes, taken) = (outcome, judged.writes, judged.taken)
    for (index, write) in writes.enumerated() where write.address.object == nil {
      addSchema(index, write)
    }
    let toObjects = writes.indices.filter { writes[$0].address.object != nil }
    for (_, own) in toObjects.groupedInOrder(by: { writes[$0].own.value.object }) {
      addObject(writes[own[0]].address.wholeObject, own)
    }
    for index in places.indices { places[index] = summed(places[index]) }
    if !restored.isEmpty { addRestored(restored) }
    indexes = [:]
  }

  /// Puts back what a restored server lacks, the objects as a whole, or the properties: with all that the device has
  /// there, and so instead of what it did to a part of that, such as an addition or a member.
  private mutating func addRestored(_ restored: [Address]) {
    let objects = Set(restored.map(\.wholeObject).filter { !isOnServer($0) })
    // What the device made anew is carried over whole as it is.
    let made = Set(places.filter { $0.kind == .wholeObject }.map(\.address)).subtracting(objects)
    let wholes = restored.filter { !made.contains($0.wholeObject) }.map {
      objects.contains($0.wholeObject) ? $0.wholeObject : $0
    }
    let wanted = Set(wholes)
    let changed = places
    (places, indexes) = ([], [:])
    for place in changed {
      let whole = place.address.andAbove.last(where: wanted.contains)
      add(whole.map(Self.kind(ofRestored:)) ?? place.kind, whole ?? place.address, place.writes)
    }
    for whole in wholes { add(Self.kind(ofRestored: whole), whole, []) }
    for index in places.indices where wanted.contains(places[index].address) {
      places[index].isRestored = true
    }
  }

  private static func kind(ofRestored place: Address) -> PlannedPlace.Kind {
    place.property == nil ? .wholeObject : .value
  }

  private mutating func add(_ kind: PlannedPlace.Kind, _ address: Address, _ writes: [Int]) {
    let index = indexes.number(of: Key(kind: kind, address: address))
    if index == places.count {
      places.append(PlannedPlace(kind: kind, address: address, writes: writes))
    } else {
      places[index].writes += writes
    }
  }
}

// Schema and objects
extension PlannedPlaces {
  private mutating func addSchema(_ index: Int, _ write: JudgedWrite) {
    let isThere = isOnDevice(write.address)
    switch (isThere, write.address.property) {
    case _ where isThere == isOnServer(write.address): settled.append(index)
    case (true, nil): add(.addedClass, write.address, [index])
    case (true, _?): add(.addedProperty, write.address, [index])
    case (false, _): add(.removedSchema, write.address, [index])
    }
  }

  private mutating func addObject(_ address: Address, _ indexes: [Int]) {
    let kinds = Set(indexes.map { writes[$0].kind })
    switch (isOnDevice(address), isOnServer(address)) {
    case _ where indexes.contains { writes[$0].isUploadOnly }: add(.upload, address, indexes)
    case (false, false): settled += indexes
    case (false, true): add(.deletedObject, address, indexes)
    case (true, true) where kinds.contains(.eraseObject): add(.wholeObject, address, indexes)
    case (true, true): addValues(indexes)
    case (true, false) where isNew(address, kinds):
      add(.newObject, address, indexes.filter { writes[$0].kind == .createObject })
      addValues(indexes)
    case (true, false): add(.wholeObject, address, indexes)
    }
  }

  /// Whether the device made the object, and no one else has had it.
  private func isNew(_ address: Address, _ kinds: Set<InstructionKind>) -> Bool {
    guard kinds.contains(.createObject), !kinds.contains(.eraseObject) else { return false }
    return outcome.situation.base.map { ObservedValue($0, at: address) == .absent } ?? true
  }

  private mutating func addValues(_ indexes: [Int]) {
    var toValues: [(write: Int, address: Address)] = []
    for index in indexes {
      if let deletion = writes[index].impliedBy {
        addImplied(index, by: writes[deletion].address)
      } else if let address = writes[index].valueAddress {
        toValues.append((index, address))
      } else if isOnServer(writes[index].address) {
        settled.append(index)
      }
    }
    let values = toValues.groupedInOrder(by: \.address)
    let covers = Set(
      values.filter { $0.elements.contains { !writes[$0.write].isMembership } }.map(\.key))
    for (address, own) in values {
      let cover = values.count > 1 ? address.andAbove.last(where: covers.contains) : nil
      add(own.map(\.write), at: cover ?? address)
    }
  }

  /// What a deletion did to links on the device, it does on the server too.
  private mutating func addImplied(_ index: Int, by deleted: Address) {
    if isOnServer(deleted) {
      add(.deletedObject, deleted, [index])
    } else {
      settled.append(index)
    }
  }

  private func isOnDevice(_ address: Address) -> Bool {
    ObservedValue(outcome.situation.local, at: address) == .present
  }

  private func isOnServer(_ address: Address) -> Bool {
    ObservedValue(outcome.situation.fresh, at: address) == .present
  }

  /// The place, as a sum where all that was done there is additions to one number: those that the server has not taken.
  private mutating func summed(_ place: PlannedPlace) -> PlannedPlace {
    guard case .value = place.kind else { return place }
    var (sum, left, onServer): (Int64, [Int], [Int]) = (0, [], [])
    for index in place.writes {
      guard case .add(let number) = writes[index].operation,
        writes[index].address == place.address
      else { return place }
      guard !taken.isTaken(writes[index].transactionIndex, in: outcome.situation) else {
        onServer.append(index)
        continue
      }
      sum &+= number
      left.append(index)
    }
    settled += onServer
    var place = place
    (place.kind, place.writes) = (.sum(sum), left)
    return place
  }

  private mutating func add(_ indexes: [Int], at address: Address) {
    let isWhole = indexes.contains { !writes[$0].isMembership }
    guard !isWhole else { return add(.value, address, indexes) }
    for index in indexes {
      guard let member = writes[index].carried else { continue }
      add(.member(member), address, [index])
    }
  }
}

extension JudgedWrite {
  fileprivate var isMembership: Bool { kind == .setInsert || kind == .setErase }

  /// The value that the write has a part in: the property or entry, or the list that its path leads through.
  fileprivate var valueAddress: Address? { address.comparablePlace.map(Address.init) }
}
