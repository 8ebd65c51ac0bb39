internal import Analyzer
internal import Campaigns
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension FleetTrend {
  /// The trend for programs.
  ///
  /// - Parameter older: how the older run is called.
  func json(since older: String) -> JSONText {
    .members([
      "since": .string(older), "modes": JSONText(fact: extents),
      "otherModes": JSONText(fact: otherModes),
      "clusters": .array(entries.map(\.json)), "rates": .array(rates.map(\.json)),
    ])
  }
}

extension FleetTrend.Entry {
  fileprivate var json: JSONText {
    .object(
      [.init("direction", .string(direction.rawValue))] + (shown?.keyJSON ?? []) + [
        .init("olderTraces", JSONText(fact: olderTraces)),
        .init("newerTraces", JSONText(fact: newerTraces)),
        .init("olderUsers", JSONText(fact: olderUsers)),
        .init("newerUsers", JSONText(fact: newerUsers)),
      ])
  }
}

extension FleetTrend.Rate {
  fileprivate var json: JSONText {
    .members([
      "mode": .string(mode.rawValue), "harm": .string(harmClass.rawValue),
      "older": JSONText(fact: older),
      "newer": JSONText(fact: newer), "worse": .bool(isWorse),
    ])
  }
}

extension FleetBreach {
  /// The breach for programs.
  var json: JSONText {
    .members([
      "measure": .string(measure.rawValue), "limit": .string(limit.text),
      "mode": mode.map { .string($0.rawValue) }, "cluster": cluster.map { .string($0.identifier) },
      "harm": harmClass.map { .string($0.rawValue) }, "text": .string(sentence),
    ])
  }
}
