public import Analyzer
internal import RealmModel
internal import Replayer
public import TraceFormat

extension ModeComparison {
  /// The comparison for programs: the whole report of each mode, and the modes in numbers
  /// (`docs/report.md`, "Modes side by side").
  public var json: JSONText { outline.whole }

  /// The same, with each mode's report as an outline.
  var outline: JSONOutline {
    let matrix = matrix
    let modes = JSONOutline.array(reports.map(\.outline))
    let compared = JSONOutline.made([
      "differingWrites": .array(differingWrites.map { .integer($0) }),
      "matrix": matrix.json,
      "keepsMost": .array(matrix.keepsMost.map { .string($0.rawValue) }),
      "recommendation": .members([
        "modes": .array(choice.recommended.map { .string($0.rawValue) }),
        "text": .string(headLines.joined(separator: " ")),
      ]),
    ])
    return .members([("modes", modes)] + compared)
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
      ] + harm.members)
  }
}
