internal import RealmModel
internal import Replayer
public import TraceFormat

extension ReplayReport {
  /// The most bytes of a report that are read.
  public static let sizeMaxBytes = 1 << 28

  /// Reads the text of what `replay --format json` prints.
  ///
  /// - Throws: where in it something else was expected, and what was found; what is larger than
  ///   ``sizeMaxBytes``.
  public init(parsing bytes: [UInt8]) throws(JSONShapeFailure) {
    self = try JSONNode.reading(bytes, sizeMax: Self.sizeMaxBytes) {
      node throws(JSONShapeFailure) in try ReplayReport(node)
    }
  }

  /// Reads what `replay --format json` prints, of one mode or of several.
  ///
  /// - Throws: where in it something else was expected, and what was found; as ``Report/init(json:)``.
  public init(json: JSONText) throws(JSONShapeFailure) { try self.init(JSONNode(json)) }

  private init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    if let comparisons = members.take("comparisons") {
      resets = []
      for comparison in try comparisons.elements() {
        resets.append(try ModeComparison(comparison))
      }
    } else {
      let reports = try members.require("reports")
      resets = []
      for report in try reports.elements() {
        resets.append(ModeComparison([try Report(report)]))
      }
    }
    unanswered = try members.list("unanswered", UnansweredSession.init)
    logged = try members.list("logged", RecordedLoggedReset.init)
    loggedSessions = try members.take("loggedSessions").map(LoggedSessions.init)
    try Report.checkVersion(members.require("version"))
    trace = try members.require("trace").string()
    try members.finish()
  }
}

extension UnansweredSession {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      session: try members.require("session").integer(),
      action: try members.take("action")?.choice(), reason: try members.require("fact").fact())
    members.skip("text")
    try members.finish()
  }
}

extension ModeComparison {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let modes = try members.require("modes")
    var reports: [Report] = []
    for mode in try modes.elements() { reports.append(try Report(mode)) }
    guard !reports.isEmpty, Set(reports.map(\.session)).count == 1,
      Set(reports.map(\.writes.count)).count == 1
    else { throw modes.failure(expected: "reports on one reset in several modes", found: "others") }
    self.init(reports)
    members.skip("differingWrites", "matrix", "keepsMost", "recommendation")
    try members.finish()
  }
}

extension RecordedLoggedReset {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      session: try members.require("session").integer(),
      sequence: try members.require("sequence").wide(),
      timeMicroseconds: try members.require("timeMicroseconds").wide(),
      facts: try members.require("facts").fact())
    members.skip("headline", "sentences", "notKnown", "steps")
    try members.finish()
  }
}

extension LoggedSessions {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self = try members.require("facts").fact()
    members.skip("headline", "sentences", "notKnown", "steps")
    try members.finish()
  }
}
