internal import RealmModel
internal import TraceFormat

/// What the states show at a place, and what many writes to it would ask of that again.
package struct ObservedPlace: Hashable, Sendable {
  package let observed: ObservedValues
  /// Whether the server has changed the place since the last sync; not where that is not known.
  package let hasServerChanged: Bool
  /// Whether the server has what the device has there.
  package let isServerAsDevice: Bool
  /// Whether the reset leaves what the device had there.
  package let isAfterAsDevice: Bool
  /// Whether the reset leaves what the server has there.
  package let isAfterAsServer: Bool
  /// Whether any of the states has so much there that a report in JSON has it once only.
  let isLarge: Bool

  /// The most values that a report in JSON has again and again for all writes to one place.
  static let repeatedMax = 100

  /// - Complexity: That of comparing the values with each other, once for a place.
  package init(_ observed: ObservedValues) {
    self.observed = observed
    isLarge = [observed.before, observed.device, observed.server, observed.after].contains {
      var left = Self.repeatedMax
      return $0?.value?.fits(into: &left) == false
    }
    hasServerChanged = observed.before.map { !observed.server.looksLike($0) } ?? false
    isServerAsDevice = observed.server.looksLike(observed.device)
    isAfterAsDevice = observed.after.looksLike(observed.device)
    isAfterAsServer = observed.after.looksLike(observed.server)
  }

  /// Whether the device has a value there, and the server the same.
  var isSameOnServer: Bool { observed.device?.value != nil && isServerAsDevice }
}

extension Value {
  /// Whether a collection or object holds no more than so many values, those of what is inside of it included.
  ///
  /// - Complexity: That number.
  fileprivate func fits(into left: inout Int) -> Bool {
    switch self {
    case .list(let elements), .set(let elements): Self.fit(elements, \.self, into: &left)
    case .dictionary(let entries): Self.fit(entries, \.value, into: &left)
    case .embedded(let object): Self.fit(object.properties, \.value, into: &left)
    default: true
    }
  }

  private static func fit<Part>(
    _ parts: [Part], _ value: (Part) -> Value, into left: inout Int
  ) -> Bool {
    left -= parts.count
    guard left >= 0 else { return false }
    for part in parts {
      guard value(part).fits(into: &left) else { return false }
    }
    return true
  }
}

extension Address {
  func property(_ name: RealmString) -> Address {
    Address(className: className, object: object, property: name)
  }

  /// What the last step of the path leads out of, as a place; nil for what is not of a property.
  var holder: LocationValue? {
    guard let object, let property else { return nil }
    return LocationValue(className, object, property, Array(path.dropLast()))
  }
}
