internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What a state has at a place.
extension HTMLPen {
  /// A page has room for values as they are, but for those that fill books.
  static var valueColumns: Int { 10_000 }

  /// What is said where a state has no value.
  static var noValueTexts: [String] {
    [Sighting.present, .absent].map { $0.text(columns: valueColumns) }
  }

  /// One side of one place: for the template `value`.
  func view(_ sighting: Sighting, note: String? = nil) -> HTMLView {
    [
      "text": sighting.text(columns: Self.valueColumns), "isNone": !sighting.isValue,
      "note": note.orNothing,
    ]
  }
}
