internal import Analyzer
internal import TraceFormat

extension ModeComparison {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let modes = try members.require("modes")
    var (nodes, reports): ([JSONNode], [Report]) = ([], [])
    for mode in try modes.elements() {
      nodes.append(try mode.completed(from: nodes))
      reports.append(try Report(nodes[nodes.endIndex - 1]))
    }
    guard !reports.isEmpty, Set(reports.map(\.session)).count == 1,
      Set(reports.map(\.writes.count)).count == 1
    else { throw modes.failure(expected: "reports on one reset in several modes", found: "others") }
    self.init(reports, unanswered: try members.take("unanswered")?.fact() ?? [])
    members.skip("differingWrites", "matrix", "keepsMost", "recommendation")
    try members.finish()
  }

  /// The report of each mode, without what an earlier one has, and the modes in numbers (`docs/report.md`, "Modes side by
  /// side").
  ///
  /// - Parameter width: how many reports are worked on at once at most.
  func outline(width: Int) -> JSONOutline {
    let matrix = matrix
    let modes = JSONOutline.array(
      ConcurrentMap.map(count: reports.count, width: width) {
        reports[$0].outline(after: Array(reports[..<$0]))
      })
    let compared = JSONOutline.made([
      "differingWrites": JSONText(fact: differingWrites),
      "matrix": matrix.json,
      "keepsMost": JSONText(fact: matrix.keepsMost),
      "recommendation": JSONText(facts: [
        "modes": choice.recommended, "text": headLines.joined(separator: " "),
      ]),
    ])
    let notKnown = JSONOutline.made([
      "unanswered": unanswered.isEmpty ? nil : JSONText(fact: unanswered)
    ])
    return .members([.init("modes", modes)] + notKnown + compared)
  }
}

extension ModeMatrix {
  fileprivate var json: JSONText {
    JSONText(facts: [
      "total": total.map(\.json),
      "classes": classes.map { row in
        JSONText(facts: ["class": row.name.json, "columns": row.columns.map(\.json)])
      },
    ])
  }
}

extension ModeMatrix.Column {
  fileprivate var json: JSONText {
    .object(
      [
        .init("mode", .string(mode.rawValue)), .init("counted", .integer(counted)),
        .init("kept", .integer(kept)), .init("unknown", .integer(unknown)),
        .init("conflicted", .integer(conflicted)),
      ] + JSONText(fact: harm).members)
  }
}

extension Breakdown {
  var json: JSONText {
    JSONText(facts: ["classes": classes.map(\.json), "causes": causes])
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
