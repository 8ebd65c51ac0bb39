internal import Analyzer
internal import Replayer
internal import TraceFormat

// A report may leave out what that on the same reset in an earlier mode has (`docs/report.md`, "JSON"): a member, or one
// of all elements of a list, such as `writes.class`.
extension Report {
  private static let sharedMembers = [
    "transactions", "changes", "writes", "properties", "defects", "collateral", "harm", "traps",
    "mergePlan", "undoneByCopy",
  ]
  private static let changeParts = ["address", "kind", "writes"].map { "changes.\($0)" }
  private static let writeParts = [
    "class", "object", "property", "path", "operation", "instruction",
  ].map { "writes.\($0)" }
  private static let valueParts = ["before", "device", "server"].map { "writes.values.\($0)" }
  fileprivate static let shareable = sharedMembers + changeParts + writeParts + valueParts

  /// The report, without what one on the same reset in an earlier mode has.
  func outline(after earlier: [Report]) -> JSONOutline {
    guard let first = earlier.first, !earlier.contains(where: { $0.mode == mode }) else {
      return outline
    }
    let base = earlier.first { JSONField.writes().isSame(in: self, as: $0) } ?? first
    let same = Self.fields().filter {
      Self.sharedMembers.contains($0.name) && $0.isSame(in: self, as: base)
    }.map(\.name)
    let parts = sharedParts(with: base, besides: same)
    let reference = JSONField<Report>.derived("sameAs") { _ in
      .members(["mode": JSONText(fact: base.mode), "members": JSONText(fact: same + parts)])
    }
    let left = Self.fields(without: Set(parts)).filter { !same.contains($0.name) }
    return (same.isEmpty && parts.isEmpty ? left : [reference] + left).outline(of: self)
  }

  /// What all elements of lists that are not the same whole have alike; a link without target counts as null.
  private func sharedParts(with base: Report, besides same: [String]) -> [String] {
    var parts: [String] = []
    if !same.contains("changes"), changes.count == base.changes.count,
      zip(changes, base.changes).allSatisfy({
        $0.address == $1.address && $0.kind == $1.kind && $0.writes == $1.writes
      })
    {
      parts += Self.changeParts
    }
    guard !same.contains("writes"), writes.count == base.writes.count else { return parts }
    let areSame = changesets.areSame(as: base.changesets)
    if zip(writes, base.writes).allSatisfy({
      $0.address == $1.address && $0.operation == $1.operation
        && (areSame || instruction(of: $0) == base.instruction(of: $1))
    }) {
      parts += Self.writeParts
    }
    // Large values may be with an earlier write.
    if [self, base].allSatisfy({ RepeatedValues(in: $0.writes).earlier.isEmpty }),
      zip(writes, base.writes).allSatisfy({
        var (own, other) = ($0.observed, $1.observed)
        other.after = own.after
        return own == other || own.json == other.json
      })
    {
      parts += Self.valueParts
    }
    return parts
  }
}

extension Set<String> {
  /// Which members the elements of a list are written without.
  func members(of list: String) -> Set<String> {
    Set(filter { $0.beginsWithBytes(of: list + ".") }.map { String($0.dropFirst(list.count + 1)) })
  }
}

extension JSONText {
  /// An element of a list without some members.
  func without(_ names: Set<String>) -> JSONText {
    names.isEmpty ? self : .object(members.filter { !names.contains($0.name) })
  }

  /// The value with a member that another one has; nil where it has one already, or lists are not as long. Of the
  /// elements of a list some need not have the member.
  fileprivate func adding(_ way: ArraySlice<Substring>, from other: JSONText) -> JSONText? {
    switch (self, other) {
    case (.array(let own), .array(let others)) where own.count == others.count:
      let whole = zip(own, others).compactMap { $0.adding(way, from: $1) }
      return whole.count == own.count ? .array(whole) : nil
    case (.object(let members), .object):
      let (name, rest) = (String(way[way.startIndex]), way.dropFirst())
      let own = member(name)
      guard let theirs = other.member(name) else { return own == nil ? self : nil }
      guard !rest.isEmpty else {
        return own == nil ? .object(members + [Member(name, theirs)]) : nil
      }
      return own?.adding(rest, from: theirs).map { whole in
        .object(members.map { $0.isNamed(name) ? Member(name, whole) : $0 })
      }
    default: return nil
    }
  }
}

extension JSONNode {
  /// The report of one mode, with what it leaves out because that of an earlier mode has it.
  ///
  /// - Parameter earlier: the whole reports on the same reset in the modes before.
  func completed(from earlier: [JSONNode]) throws(JSONShapeFailure) -> JSONNode {
    guard let reference = try member("sameAs").map(JSONMembers.init) else { return self }
    var (members, json, names) = (reference, without("sameAs").json, Set<String>())
    let (mode, own) = (try members.require("mode"), try require("mode"))
    guard let base = earlier.first(where: { $0.member("mode")?.json == mode.json }) else {
      throw mode.failure(expected: "the mode of an earlier report on the same reset")
    }
    // So there are never more reports with a list than there are modes.
    guard !earlier.contains(where: { $0.member("mode")?.json == own.json }) else {
      throw own.failure(expected: "a mode without a report before this one")
    }
    for name in try members.require("members").elements() {
      let shared = try name.named(Report.shareable, \.self)
      let whole = json.adding(shared.split(separator: ".")[...], from: base.json)
      guard names.insert(shared).inserted, let whole else {
        throw name.failure(expected: "a member that this report lacks, and \(mode.json.text()) has")
      }
      json = whole
    }
    try members.finish()
    return JSONNode(json, path: path)
  }
}
