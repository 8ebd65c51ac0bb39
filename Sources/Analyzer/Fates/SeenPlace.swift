/// What the states show at a place, and what many writes to it would ask of that again.
struct SeenPlace: Hashable, Sendable {
  let sightings: Sightings
  /// Whether the device has a value there, and the server the same.
  let isSameOnServer: Bool

  /// - Complexity: That of comparing the device's value with the server's, once for a place.
  init(_ sightings: Sightings) {
    self.sightings = sightings
    if case .value = sightings.device {
      isSameOnServer = sightings.device.looksLike(sightings.server)
    } else {
      isSameOnServer = false
    }
  }
}
