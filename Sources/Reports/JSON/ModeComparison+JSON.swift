public import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
public import TraceFormat

extension ModeComparison: JSONObject {
  /// The comparison for programs: the whole report of each mode, and the modes in numbers
  /// (`docs/report.md`, "Modes side by side").
  public var json: JSONText { .object(jsonMembers) }

  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let reports = try fields.outlined("modes", \.reports) {
      .array($0.map(\.outline))
    } read: { node throws(JSONShapeFailure) in
      let reports = try [Report](node)
      guard !reports.isEmpty, Set(reports.map(\.session)).count == 1,
        Set(reports.map(\.writes.count)).count == 1
      else {
        throw node.failure(expected: "reports on one reset in several modes", found: "others")
      }
      return reports
    }
    guard let reports else { throw fields.missing("modes") }
    self.init(reports)
    fields.written(["differingWrites", "matrix", "keepsMost", "recommendation"]) {
      $0.comparedMembers
    }
  }

  private var comparedMembers: [JSONText.Member] {
    let matrix = matrix
    return .init(present: [
      "differingWrites": differingWrites.json, "matrix": matrix.json,
      "keepsMost": matrix.keepsMost.json,
      "recommendation": .members([
        "modes": choice.recommended.json, "text": .string(headLines.joined(separator: " ")),
      ]),
    ])
  }
}

extension ModeMatrix {
  fileprivate var json: JSONText {
    .members([
      "total": .array(total.map(\.json)),
      "classes": .array(
        classes.map { row in
          .members(["class": row.name.json, "columns": .array(row.columns.map(\.json))])
        }),
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
      ] + harm.jsonMembers)
  }
}
