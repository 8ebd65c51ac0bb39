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
    let properties = properties.map { part, counts in
      let name = part.name.map { [JSONText.Member("property", $0.json)] } ?? []
      return JSONText.object(
        [.init("scope", .string(part.scope.rawValue))] + name + counts.members)
    }
    return .object(
      [.init("class", name.json)] + counts.members + [.init("properties", .array(properties))])
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
