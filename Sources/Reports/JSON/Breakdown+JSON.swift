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
