internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the states around a reset show at one place.
///
/// Where the path of a write leads through a list it is the list: an index names another element in
/// each state.
public struct Sightings: Hashable, Sendable {
  /// As last synced; nil where the trace doesn't show that state.
  public var before: Sighting?
  /// On the device, with all unsynced writes.
  public var device: Sighting
  /// On the server, as the reset downloaded it.
  public var server: Sighting
  /// On the device after the reset.
  public var after: Sighting
}

extension Sightings {
  init(_ states: Outcome.States, at address: Address) {
    before = states.base.map { Sighting($0, at: address) }
    device = Sighting(states.local, at: address)
    server = Sighting(states.fresh, at: address)
    after = Sighting(states.after, at: address)
  }
}

/// What the states around a reset show of one element of a list or set, or of a place inside it.
///
/// Each is nil where the element can't be followed into that state.
public struct ElementSightings: Hashable, Sendable {
  /// At the last sync; nil where it is not known or cannot be followed.
  public var before: Sighting?
  /// On the device before the reset; nil where it cannot be followed.
  public var device: Sighting?
  /// On the server, in what the reset downloaded; nil where it cannot be followed.
  public var server: Sighting?
  /// On the device after the reset; nil where it cannot be followed.
  public var after: Sighting?
}
