package import Replayer
package import TraceFormat

// The points of a horizon as they stand in a report's JSON (`docs/report.md`).
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
