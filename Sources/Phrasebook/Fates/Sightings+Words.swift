package import Analyzer

extension Phrase {
  /// What stands for a value that the trace does not show.
  package static let unseen = "not in this trace"
  /// What stands for an element that can't be followed into a state.
  package static let unfollowed = "can't be followed"
  /// What the value of a single element stands behind.
  package static let thisElement = "this element"
  /// What the number of a write stands behind: the one that replaces another, and the one that
  /// another comes with.
  package static let replacedBy = "By write"
  package static let comesWith = "Comes with write"
}

extension Sightings {
  /// Whether the device's value is another one since the last sync; nil where it is not, or where
  /// that is not known.
  package var deviceNote: String? { note(on: device) }

  /// The same of the server's.
  package var serverNote: String? { note(on: server) }

  private func note(on sighting: Sighting) -> String? {
    guard let before, !sighting.looksLike(before) else { return nil }
    return "changed"
  }

  /// Whose value stands after the reset; nil where both sides had it.
  package var owner: String? {
    switch (after.looksLike(device), after.looksLike(server)) {
    case (true, true): nil
    case (true, false): "the device's"
    case (false, true): "the server's"
    case (false, false): "neither side's"
    }
  }
}
