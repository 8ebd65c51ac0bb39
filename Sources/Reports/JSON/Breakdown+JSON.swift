internal import Analyzer
internal import RealmModel
internal import TraceFormat

extension Breakdown {
  var json: JSONText {
    .members([
      "classes": .array(classes.map(\.json)),
      "causes": JSONText(fact: causes),
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
    [
      .init("writes", .integer(writes)), .init("objects", .integer(objects)),
      .init("fates", .object(fates.jsonMembers)),
    ]
  }
}
