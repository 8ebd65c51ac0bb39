internal import RealmModel

extension PendingObject {
  /// Unsynced writes by what they are about, in the order of the first of each.
  static func all(
    _ writes: [PendingWrite], base: RealmState?, device: RealmState?
  ) -> [PendingObject] {
    writes.indices.groupedInOrder { writes[$0].address.wholeObject }.map { address, own in
      let presence = PendingPresence(
        of: own.map { writes[$0].operation }, isInBase: base.map { $0.has(address) })
      // What the device itself has made was not there before, known base or not.
      let isNew = address.object != nil && presence.wasThere == false
      let isHidden = address.object != nil && presence.isHidden
      return PendingObject(
        className: address.className, key: address.object,
        change: address.object == nil ? .schema : presence.change, writes: own,
        properties: own.groupedInOrder { writes[$0].address.property }.map { property, own in
          var place = address
          place.property = property
          return PendingProperty(
            name: property, writes: own,
            before: isNew
              ? .absent : isHidden ? nil : base.map { ObservedValue($0, at: place) },
            now: device.flatMap { device in
              isHidden && !device.has(address) ? nil : ObservedValue(device, at: place)
            })
        })
    }
  }
}

/// Whether an object is there, as the writes to it tell one after the other. Realm records the creation of an object
/// only where there is none of that key.
private struct PendingPresence {
  /// Whether the first write that says so finds it there.
  private(set) var wasThere: Bool?
  /// Whether the device wrote to an object that the base lacks and these writes did not make: what it was at the last
  /// sync is not shown then.
  let isHidden: Bool
  private var isThere: Bool?
  /// Whether an object that was there at the last sync has been deleted.
  private var wasDeleted = false

  init(of operations: [WriteOperation], isInBase: Bool?) {
    isHidden = isInBase == false && operations.first != .create
    (wasThere, isThere) = isHidden ? (nil, nil) : (isInBase, isInBase)
    for operation in operations {
      if wasThere == nil { wasThere = operation != .create }
      switch operation {
      case .create: isThere = true
      case .delete:
        if wasThere == true { wasDeleted = true }
        isThere = false
      default: isThere = isThere ?? true
      }
    }
  }

  var change: PendingObject.Change {
    let isThere = isThere ?? true
    guard wasThere == true else { return isThere ? .created : .createdAndDeleted }
    guard isThere else { return .deleted }
    return wasDeleted ? .replaced : .changed
  }
}
