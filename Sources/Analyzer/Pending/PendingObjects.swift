internal import RealmModel

/// Gathers unsynced writes by what they are about.
struct PendingObjects {
  private let (base, device): (RealmState?, RealmState?)
  private(set) var all: [PendingObject] = []
  private var known: [Address: Int] = [:]
  private var knownProperties: [Address: Int] = [:]
  /// By object: whether the first write that says so finds it there.
  private var wasThere: [Bool?] = []
  /// By object: whether it is there after the writes so far.
  private var isThere: [Bool?] = []
  /// By object: whether an object that was there at the last sync has been deleted.
  private var wasDeleted: [Bool] = []

  init(_ writes: [PendingWrite], base: RealmState?, device: RealmState?) {
    (self.base, self.device) = (base, device)
    for (index, write) in writes.enumerated() { add(write, index) }
    for index in all.indices {
      all[index].change = change(of: index)
      complete(index)
    }
  }

  private mutating func add(_ write: PendingWrite, _ index: Int) {
    let object = number(of: write)
    all[object].writes.append(index)
    note(write.operation, of: object)
    let key = write.address.wholeProperty
    if let property = knownProperties[key] {
      all[object].properties[property].writes.append(index)
    } else {
      knownProperties[key] = all[object].properties.count
      all[object].properties.append(
        PendingProperty(name: write.address.property, writes: [index]))
    }
  }

  private mutating func number(of write: PendingWrite) -> Int {
    let key = write.address.wholeObject
    let number = known.number(of: key)
    guard number == all.count else { return number }
    wasThere.append(
      base.flatMap { base in key.object.map { base.contains($0, of: key.className) } })
    isThere.append(wasThere.last ?? nil)
    wasDeleted.append(false)
    all.append(
      PendingObject(
        className: key.className, key: key.object, change: .schema, writes: [], properties: []))
    return number
  }

  /// Notes what a write tells of whether its object is there. Realm records the creation of an object only
  /// where there is none of that key.
  private mutating func note(_ operation: WriteOperation, of object: Int) {
    switch operation {
    case .create:
      if wasThere[object] == nil { wasThere[object] = false }
      isThere[object] = true
    case .delete:
      if wasThere[object] == nil { wasThere[object] = true }
      if wasThere[object] == true { wasDeleted[object] = true }
      isThere[object] = false
    default:
      if wasThere[object] == nil { wasThere[object] = true }
      isThere[object] = isThere[object] ?? true
    }
  }

  private func change(of object: Int) -> PendingObject.Change {
    guard all[object].key != nil else { return .schema }
    let isThere = isThere[object] ?? true
    guard wasThere[object] == true else { return isThere ? .created : .createdAndDeleted }
    guard isThere else { return .deleted }
    return wasDeleted[object] ? .replaced : .changed
  }

  /// Adds what the states show. What the device itself has made was not there before, known base or not.
  private mutating func complete(_ index: Int) {
    let object = all[index]
    for property in object.properties.indices {
      let address = Address(
        className: object.className, object: object.key,
        property: object.properties[property].name)
      let isNew = object.key != nil && wasThere[index] == false
      all[index].properties[property].before =
        isNew ? .absent : base.map { ObservedValue($0, at: address) }
      all[index].properties[property].now = device.map { ObservedValue($0, at: address) }
    }
  }
}
