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
      "since": .string(older), "modes": .array(extents.map(\.json)),
      "otherModes": .array(otherModes.map { .string($0.rawValue) }),
      "clusters": .array(entries.map(\.json)), "rates": .array(rates.map(\.json)),
    ])
  }
}

extension FleetTrend.Extent {
  fileprivate var json: JSONText {
    .members([
      "mode": .string(mode.rawValue), "olderTraces": .integer(olderTraceCount),
      "newerTraces": .integer(newerTraceCount), "olderUsers": .integer(olderUserCount),
      "newerUsers": .integer(newerUserCount),
    ])
  }
}

extension FleetTrend.Entry {
  fileprivate var json: JSONText {
    .object(
      [.init("direction", .string(direction.rawValue))] + (shown?.keyJSON ?? []) + [
        .init("olderTraces", olderTraces.json), .init("newerTraces", newerTraces.json),
        .init("olderUsers", olderUsers.json), .init("newerUsers", newerUsers.json),
      ])
  }
}

extension FleetTrend.Rate {
  fileprivate var json: JSONText {
    .members([
      "mode": .string(mode.rawValue), "harm": .string(harmClass.rawValue), "older": older.json,
      "newer": newer.json, "worse": .bool(isWorse),
    ])
  }
}

extension FleetShare {
  /// Both numbers: a share has no exact form in JSON.
  fileprivate var json: JSONText {
    .members(["part": .integer(part), "whole": .integer(whole)])
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
