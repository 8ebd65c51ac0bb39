internal import Analyzer
internal import RealmModel
internal import TraceFormat

extension HarmAccount {
  /// The account for programs (`docs/report.md`, "Harm").
  var json: JSONText {
    .members([
      "lost": .array(lost.map { .integer($0) }),
      "stranded": .array(stranded.map { .integer($0) }),
      "overwritten": .array(overwritten.map(Self.json)),
      "doubled": .array(doubled.map(Self.json)),
      "acknowledgedLost": .array(
        acknowledgedLost.map {
          .members([
            "address": $0.address.json, "value": $0.value.map(\.json), "after": $0.after.json,
          ])
        }),
      "merged": .array(merged.map(\.json)),
      "deviceWon": .array(deviceWon.map(\.json)),
      "serverWon": .array(serverWon.map(\.json)),
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
