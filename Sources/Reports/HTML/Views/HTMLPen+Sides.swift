internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the four states have at the places that writes changed.
extension HTMLPen {
  static var valueColumns: Int { 400 }

  /// The places that writes changed, each once.
  func places(of writes: [JudgedWrite]) -> [HTMLView] {
    var seen: Set<String> = []
    return writes.compactMap { write in
      let name = write.comparableText
      guard seen.insert(name).inserted else { return nil }
      let sides = write.sightings
      return [
        "place": name, "before": sides.before.map { view($0) }.orNothing,
        "device": view(sides.device, note: changed(sides.device, since: sides.before)),
        "server": view(sides.server, note: changed(sides.server, since: sides.before)),
        "after": view(sides.after, note: Self.owner(of: sides)),
      ]
    }
  }

  private func changed(_ sighting: Sighting, since before: Sighting?) -> String? {
    guard let before, !sighting.looksLike(before) else { return nil }
    return "changed"
  }

  /// Whose value stands after the reset; nil where both sides had it.
  private static func owner(of sides: Sightings) -> String? {
    switch (sides.after.looksLike(sides.device), sides.after.looksLike(sides.server)) {
    case (true, true): nil
    case (true, false): "the device's"
    case (false, true): "the server's"
    case (false, false): "neither side's"
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
  func view(_ element: ElementSightings) -> HTMLView {
    let sides = [
      ("Last sync", element.before), ("Device", element.device), ("Server", element.server),
      ("After the reset", element.after),
    ]
    return [
      "sides": sides.compactMap { name, sighting -> HTMLView? in
        sighting.map { view($0).merging(["side": name]) { $1 } }
      }
    ]
  }
}

extension Sighting {
  fileprivate var isValue: Bool {
    if case .value = self { true } else { false }
  }
}

extension JudgedWrite {
  /// The place whose value is compared between the states, such as `notes` or `meta.color`.
  fileprivate var comparableText: String {
    guard let place = address.comparablePlace else { return propertyName }
    return Address(
      className: address.className, object: address.object, property: address.property,
      path: place.path
    ).propertyText
  }
}
