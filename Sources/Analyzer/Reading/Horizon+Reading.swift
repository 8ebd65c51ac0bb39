internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Horizon {
  /// - Parameters:
  ///   - range: the writes of the report.
  ///   - mode: the report's.
  ///   - engine: the report's.
  init(
    _ node: JSONNode, _ range: IndexRange, mode: ResetMode, engine: Engine?
  ) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let points = try members.list("points", Point.init(reading:))
    guard !points.isEmpty else {
      throw node.failure(expected: "a point at least, which is the reset", found: "none")
    }
    let places = IndexRange(of: "a point", points.count)
    self.init(
      mode: mode, engine: engine, points: points,
      unknownPointCount: try members.require("unknownPoints").count(),
      losses: try members.list("losses") { node throws(JSONShapeFailure) in
        try Loss(node, range, places)
      })
    try members.finish()
  }
}

extension Horizon.Loss {
  fileprivate init(
    _ node: JSONNode, _ range: IndexRange, _ points: IndexRange
  ) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      fate: try members.require("fate").choice(),
      writes: try range.indexes(members.require("writes")),
      point: try members.take("point").map(points.index),
      rule: try members.take("rule").map(RuleIdentifier.init),
      reason: try members.require("fact").fact())
    members.skip("reason")
    try members.finish()
  }
}

extension Horizon.Point {
  fileprivate init(reading node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      sequence: try members.require("sequence").wide(),
      timeMicroseconds: try members.require("timeMicroseconds").wide(),
      change: try SessionTimeline.Change(reading: members.require("change")),
      isRecorded: try members.require("recorded").bool(),
      result: try members.require("result").choice(), counts: [:],
      collateralCount: try members.require("collateral").count())
    var fates = try JSONMembers(members.require("fates"))
    for fate in Fate.allCases { counts[fate] = try fates.take(fate.rawValue)?.count() }
    try fates.finish()
    members.skip("unsynced", "atRisk")
    try members.finish()
  }
}

extension SessionTimeline.Change {
  /// The kinds of changes, with their names in JSON.
  private enum Kind: String, CaseIterable {
    case snapshot, localCommit, serverCommit, upload, download, error, reset, resetObserved
  }

  fileprivate init(reading node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self =
      switch try members.require("kind").choice(Kind.self) {
      case .snapshot: .snapshot(try members.require("role").choice())
      case .localCommit: .localCommit(clientVersion: try members.require("clientVersion").wide())
      case .serverCommit: .serverCommit(serverVersion: try members.require("serverVersion").wide())
      case .upload: .upload(lastClientVersion: try members.require("clientVersion").wide())
      case .download:
        .download(
          changeCount: try members.require("changes").count(),
          acknowledgedClientVersion: try members.require("acknowledgedClientVersion").wide())
      case .error: .error(asksForReset: try members.require("asksForReset").bool())
      case .reset: .reset
      case .resetObserved: .resetObserved
      }
    try members.finish()
  }
}
