package import Analyzer

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
