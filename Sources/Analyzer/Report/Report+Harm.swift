internal import RealmModel
internal import TraceFormat

extension Report {
  /// The places of the server's data that were overwritten, and those at which something was done
  /// twice, each with all that was done there, in the order in which it was.
  package var harmedPlaces: [[Collateral]] {
    let places = Dictionary(
      (harm.overwritten + harm.doubled).map { ($0.address, $0.collateral) }, uniquingKeysWith: +)
    return places.values.map { $0.sorted() }.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
      .map { pieces in pieces.map { collateral[$0] } }
  }
}
