internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the four states have at the places that writes changed.
extension HTMLPen {
  static var valueColumns: Int { 400 }

  /// The places that writes changed, each once.
  func places(of entries: [ReportSection.WriteEntry]) -> [HTMLView] {
    var seen: Set<TextBytes> = []
    return entries.compactMap { entry in
      guard seen.insert(TextBytes(entry.comparedPlace)).inserted else { return nil }
      let sides = entry.sightings
      return [
        "place": entry.comparedPlace, "before": sides.before.map { view($0) }.orNothing,
        "device": view(sides.device, note: sides.deviceNote),
        "server": view(sides.server, note: sides.serverNote),
        "after": view(sides.after, note: sides.owner),
      ]
    }
  }

  /// One side of one place: for the template `value`.
  func view(_ sighting: Sighting, note: String? = nil) -> HTMLView {
    [
      "text": sighting.text(columns: Self.valueColumns), "isNone": !sighting.isValue,
      "note": note.orNothing,
    ]
  }

  /// What the states have of one element of a list or set, as far as it can be followed.
  func view(_ sides: [ReportSection.WriteEntry.Side]) -> HTMLView {
    [
      "sides": sides.compactMap { side, sighting -> HTMLView? in
        sighting.map { view($0).merging(["side": side.heading]) { $1 } }
      }
    ]
  }
}

extension PropertyLine.Side {
  /// The side as the heading of a column.
  fileprivate var heading: String {
    self == .now ? "After the reset" : rawValue.capitalizedFirst
  }
}

extension Sighting {
  fileprivate var isValue: Bool {
    if case .value = self { true } else { false }
  }
}
