internal import Analyzer
internal import RealmModel
internal import TraceFormat

extension Breakdown {
  /// The numbers for programs (`docs/report.md`, "In numbers").
  var json: JSONText {
    .members([
      "classes": .array(classes.map(\.json)),
      "causes": .array(
        causes.map {
          .members(["cause": .string($0.cause.rawValue), "writes": .integer($0.writes)])
        }),
    ])
  }
}

extension Breakdown.ClassLine {
  fileprivate var json: JSONText {
    .object(
      [.init("class", name.json)] + counts.members
        + [.init("properties", .array(properties.map(\.json)))])
  }
}

extension Breakdown.PropertyLine {
  fileprivate var json: JSONText {
    .object(
      [.init("scope", .string(scope.rawValue))]
        + (name.map { [.init("property", $0.json)] } ?? []) + counts.members)
  }
}

extension Breakdown.Counts {
  fileprivate var members: [JSONText.Member] {
    let counts = Fate.allCases.compactMap { fate in
      fates[fate].map { JSONText.Member(fate.rawValue, .integer($0)) }
    }
    return [
      .init("writes", .integer(writes)), .init("objects", .integer(objects)),
      .init("fates", .object(counts)),
    ]
  }
}

extension HarmAccount {
  /// The account for programs (`docs/report.md`, "Harm").
  var json: JSONText {
    .members([
      "lost": .array(lost.map { .integer($0) }),
      "stranded": .array(stranded.map { .integer($0) }),
      "overwritten": .array(overwritten.map(Self.json)),
      "doubled": .array(doubled.map(Self.json)),
      "acknowledgedLost": .array(acknowledgedLost.map(Self.json)),
      "syncedInFileOnly": syncedInFileOnly.isEmpty
        ? nil : .array(syncedInFileOnly.map(Self.json)),
      "merged": .array(merged.map(\.json)),
      "deviceWon": .array(deviceWon.map(\.json)),
      "serverWon": .array(serverWon.map(\.json)),
    ])
  }

  private static func json(_ loss: AcknowledgedLoss) -> JSONText {
    .members([
      "address": loss.address.json, "value": loss.value.map(\.json), "after": loss.after.json,
    ])
  }

  private static func json(_ place: Place) -> JSONText {
    .members([
      "address": place.address.json,
      "collateral": .array(place.collateral.map { .integer($0) }),
    ])
  }
}

extension HarmCounts {
  /// The numbers, by the names of the classes of harm.
  var members: [JSONText.Member] {
    [
      .init("lost", .integer(lost)), .init("stranded", .integer(stranded)),
      .init("overwritten", .integer(overwritten)), .init("doubled", .integer(doubled)),
      .init("acknowledgedLost", .integer(acknowledgedLost)), .init("merged", .integer(merged)),
      .init("deviceWon", .integer(deviceWon)), .init("serverWon", .integer(serverWon)),
    ]
  }
}
