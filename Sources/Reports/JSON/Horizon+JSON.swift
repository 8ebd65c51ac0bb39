package import Analyzer
internal import Phrasebook
internal import RealmModel
package import Replayer
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

extension Horizon.Point: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      sequence: try fields("sequence", \.sequence),
      timeMicroseconds: try fields("timeMicroseconds", \.timeMicroseconds),
      change: try fields("change", \.change), isRecorded: try fields("recorded", \.isRecorded),
      result: try fields("result", \.result), counts: [:])
    fields.written("unsynced") { $0.unsyncedCount.json }
    fields.written("atRisk") { $0.atRiskCount.json }
    collateralCount = try fields("collateral", \.collateralCount)
    counts = try fields.group("fates") { fields throws(JSONShapeFailure) in
      var counts: [Fate: Int] = [:]
      for fate in Fate.allCases {
        counts[fate] = try fields.optional(fate.rawValue) { $0.counts[fate] }
      }
      return counts
    }
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

extension SessionTimeline.Change: JSONCoded {
  /// The kinds of changes, with their names in JSON.
  private enum Kind: String, CaseIterable {
    case snapshot, localCommit, serverCommit, upload, download, error, reset, resetObserved
  }

  package var json: JSONText {
    func members(_ kind: Kind, _ others: JSONText.Member...) -> JSONText {
      .object([.init("kind", .string(kind.rawValue))] + others)
    }
    return switch self {
    case .snapshot(let role): members(.snapshot, .init("role", .string(role.rawValue)))
    case .localCommit(let version): members(.localCommit, .init("clientVersion", .wide(version)))
    case .serverCommit(let version): members(.serverCommit, .init("serverVersion", .wide(version)))
    case .upload(let version): members(.upload, .init("clientVersion", .wide(version)))
    case .download(let count, let version):
      members(
        .download, .init("changes", .integer(count)),
        .init("acknowledgedClientVersion", .wide(version)))
    case .error(let asksForReset): members(.error, .init("asksForReset", .bool(asksForReset)))
    case .reset: members(.reset)
    case .resetObserved: members(.resetObserved)
    }
  }

  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self =
      switch try members.require("kind").choice(Kind.self) {
      case .snapshot: .snapshot(try members.require("role").choice())
      case .localCommit: .localCommit(clientVersion: try members.require("clientVersion").wide())
      case .serverCommit: .serverCommit(serverVersion: try members.require("serverVersion").wide())
      case .upload: .upload(lastClientVersion: try members.require("clientVersion").wide())
      case .download:
        .download(
          changeCount: try Int(members.require("changes")),
          acknowledgedClientVersion: try members.require("acknowledgedClientVersion").wide())
      case .error: .error(asksForReset: try members.require("asksForReset").bool())
      case .reset: .reset
      case .resetObserved: .resetObserved
      }
    try members.finish()
  }
}
