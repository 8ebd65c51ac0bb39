package import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
package import TraceFormat

// Since when the loss was certain (`docs/report.md`, "JSON"). A horizon is of its report's mode and engine,
// which the report has to give it.
extension Horizon: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      mode: .manual,
      points: try fields("points", \.points, write: \.json) { node throws(JSONShapeFailure) in
        let points = try [Point](node)
        guard !points.isEmpty else {
          throw node.failure(expected: "a point at least, which is the reset", found: "none")
        }
        return points
      }, unknownPointCount: try fields("unknownPoints", \.unknownPointCount),
      losses: try fields.list("losses", \.losses))
  }
}

extension Horizon.Loss: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let (fate, writes) = (try fields("fate", \.fate), try fields("writes", \.writes))
    let point = try fields.optional("point", \.point)
    let rule = try fields.optional("rule", \.rule)
    fields.words("reason", \.reasonWords)
    self.init(
      fate: fate, writes: writes, point: point, rule: rule,
      reason: try fields.fact("fact", \.reason))
  }
}
