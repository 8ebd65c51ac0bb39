internal import RealmModel
internal import Replayer
internal import TraceFormat

// What the server's state says about a write.
extension JudgedWrite {
  var hasEffectOnServer: Bool {
    guard !isUploadOnly else { return false }
    // The server can't have an element that the device made, but it can have the same list.
    if address.leadsThroughList, agreesWithDevice { return true }
    return switch kind {
    case .addTable, .addColumn, .createObject: observed.server == .present
    case .eraseTable, .eraseColumn, .eraseObject: observed.server == .absent
    case .setInsert: thing.server == .present
    case .setErase: isHeldOnServer && thing.server == .absent
    // The list is there, and the element isn't.
    case .arrayErase: observed.server != .absent && thing.server == .absent
    case .update: hasUpdateOnServer
    case .clear: observed.server.isEmptyCollection || agreesWithDevice
    case .addInteger, .arrayInsert, .arrayMove: agreesWithDevice
    }
  }

  private var hasUpdateOnServer: Bool {
    switch payload {
    case .erased: isHeldOnServer && thing.server == .absent
    case .objectValue, .list, .dictionary:
      // What the device made is another one than what was there at the last sync.
      hasValue(thing.server) && (wasNoneBefore || agreesWithDevice)
    default: hasValue(thing.server)
    }
  }

  private var isCollectionMade: Bool { payload == .list || payload == .dictionary }

  /// Whether there was no embedded object or collection at the last sync that the write replaced.
  private var wasNoneBefore: Bool {
    switch thing.before {
    case .absent, .value(.null): true
    default: rule == .embeddedObjectKept || rule == .collectionKept
    }
  }

  /// Whether the server has the same value, or where the path leads through a list the same list, as the device.
  var agreesWithDevice: Bool { seen.value.isSameOnServer || isInSameList }

  /// Whether this addition may be in what the server has, alone or with others': that it is another number, or that a
  /// list has more such elements, proves nothing, because somebody else may have added as much.
  ///
  /// - Parameter news: how many more of each element than at the last sync the server's list has.
  func mayBeCoincidence(_ news: [Value.Appearance: Int]?) -> Bool {
    switch kind {
    case .addInteger:
      // What the device had set and then added to is a value like any other.
      guard !localEffect.buildsOnUnsynced else { return false }
      guard case .value(let before)? = thing.before, case .value(.int(let server))? = thing.server
      else { return hasEffectOnServer }
      return !before.looksLike(.int(server))
    case .arrayInsert:
      guard observed.before != nil else { return hasEffectOnServer }
      return [thing.device?.value, carried].contains {
        $0.map { news?[$0.appearance] ?? 0 > 0 } ?? false
      }
    default: return false
    }
  }

  /// Whether carrying it out once more adds to what the server has: not to a number that the device had set before, nor
  /// inside of what the recovery empties or makes anew first.
  func addsToServers(emptied: Set<Address>) -> Bool {
    guard kind == .arrayInsert || kind == .addInteger && !localEffect.buildsOnUnsynced else {
      return false
    }
    return !address.comparable.andAbove.contains(where: emptied.contains)
  }

  var redundancy: FateReason.ServerMatch {
    switch kind {
    case .addTable: .hasClass
    case .addColumn: .hasProperty
    case .createObject: .hasObject
    case .eraseTable: .lacksClass
    case .eraseColumn: .lacksProperty
    case .eraseObject: .lacksObject
    case .setInsert: .setHasElement
    case .setErase: .setLacksElement
    case .arrayErase where thing.server == .absent: .lacksElement
    case .arrayInsert, .arrayMove, .arrayErase: .sameList
    case .clear where observed.server.isEmptyCollection: .emptyCollection
    case .update where payload == .erased: .lacksEntry
    case .update where element?.server == .absent: .sameList
    case .update where payload == .objectValue: .hasEmbeddedObject
    case .update where isCollectionMade && !thing.server.looksLike(thing.device): .hasCollection
    case .update, .addInteger, .clear: .sameValue
    }
  }

  package var serverSide: FateReason.ServerSide {
    guard !isUploadOnly else { return .uploadOnly }
    if let missingObject { return missingObject == .deleted ? .objectDeleted : .objectNeverThere }
    return switch (kind, observed.server) {
    case (.eraseObject, _): .hasObject
    case (.addTable, _): .lacksClass
    case (.addColumn, _): .lacksProperty
    case (.eraseTable, _): .hasClass
    case (.eraseColumn, _): .hasProperty
    case (.setErase, .value): .setHasElement
    case (.setInsert, .value): .setLacksElement
    case (_, .value(let value)): .value(value)
    default: .nothing
    }
  }
}

extension [JudgedWrite] {
  /// The lists and objects that the recovery empties, or makes anew.
  var emptiedPlaces: Set<Address> {
    Set(
      lazy.filter {
        $0.rule == .clear || $0.rule == .createObject
          || $0.rule == .update && ($0.payload == .list || $0.payload == .objectValue)
      }.map(\.address))
  }
}

extension ObservedValue? {
  var isEmptyCollection: Bool {
    switch self {
    case .value(.list(let elements))?, .value(.set(let elements))?: elements.isEmpty
    case .value(.dictionary(let entries))?: entries.isEmpty
    default: false
    }
  }
}
