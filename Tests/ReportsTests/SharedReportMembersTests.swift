import Analyzer
import ReplaySupport
import Replayer
import Reports
import TestSupport
import Testing
import TraceFormat

/// What reports on one reset in several modes have alike, and JSON has once.
@Suite struct SharedReportMembersTests {
  /// A conflict, in all modes. The recoveries have the same result.
  private static func report() throws -> ReplayReport {
    try ReplaySamples.report(
      on: ScenarioOutcome.events(
        ProjectFiles.bytes("traces/scenarios/rs-02-same-field-conflict.json")), "-",
      modes: ReplaySamples.modes)
  }

  private static func modes(of json: JSONText) throws -> [JSONText] {
    guard case .array(let all)? = json.member("comparisons"),
      case .array(let modes)? = all.first?.member("modes")
    else { throw MissingInput("no modes") }
    return modes
  }

  private static func members(_ report: JSONText) -> [JSONText] {
    if case .array(let names)? = report.member("sameAs")?.member("members") { names } else { [] }
  }

  @Test func `the first mode has all its members, and others refer to it`() throws {
    let modes = try Self.modes(of: Self.report().json)
    #expect(modes[0].member("sameAs") == nil)
    for mode in modes.dropFirst() {
      #expect(
        Self.members(mode).contains(.string("transactions")) && mode.member("transactions") == nil)
    }
    // A discard keeps nothing of what a recovery does, so only what the writes are is the same.
    #expect(modes[1].member("sameAs")?.member("mode") == .string("DiscardLocal"))
    #expect(Self.members(modes[1]).contains(.string("writes.instruction")))
    #expect(Self.members(modes[1]).contains(.string("changes.address")))
    guard case .array(let writes)? = modes[1].member("writes") else {
      throw MissingInput("no writes")
    }
    #expect(writes.allSatisfy { $0.member("instruction") == nil && $0.member("fate") != nil })
    #expect(writes[0].member("values")?.members.map(\.name) == ["after"])
    // Two recoveries that succeed differ in nothing.
    #expect(modes[2].member("sameAs")?.member("mode") == .string("Recover"))
    #expect(Self.members(modes[2]).contains(.string("writes")) && modes[2].member("writes") == nil)
  }

  @Test func `a file of version 1, with all members of each mode, is read as well`() throws {
    let report = try Self.report()
    let old = JSONText.members([
      "version": .integer(1), "trace": .string("-"),
      "comparisons": .array([
        .members([
          "modes": .array(report.reports.map { $0.json.replacing("version", by: .integer(1)) })
        ])
      ]),
    ])
    let modes = try Self.modes(of: old)
    #expect(modes.count == 4 && modes.allSatisfy { $0.member("writes") != nil })
    #expect(try ReplayReport(json: old).json == report.json)
  }

  @Test(arguments: [
    (#""mode":"DiscardLocal","members""#, #""mode":"Manual","members""#, "sameAs.mode: expected"),
    (#""mode":"Recover""#, #""mode":"DiscardLocal""#, "mode: expected a mode without a report"),
    (#""writes.class""#, #""writes.fate""#, "found \"writes.fate\"; did you mean"),
    (#""writes.class""#, #""transactions""#, "expected a member that this report lacks"),
    (#""writes.class","#, "", "writes[0]: expected a member `class`, found none"),
    (#""gaps":[]"#, #""gaps":[],"transactions":[]"#, "expected a member that this report lacks"),
  ])
  func `a reference to what is not there is refused with its place`(
    old: String, new: String, message: String
  ) throws {
    let text = try Self.report().json.text()
    let reference = try #require(text.ranges(of: "\"sameAs\"").first)
    let (head, tail) = (text[..<reference.lowerBound], text[reference.lowerBound...])
    let place = try #require(tail.ranges(of: old).first, "\(old)")
    let changed = head + tail[..<place.lowerBound] + new + tail[place.upperBound...]
    let failure = try #require(throws: JSONShapeFailure.self) {
      try ReplayReport(parsing: Array(changed.utf8))
    }
    #expect("\(failure)".contains(message), "\(failure)")
    #expect(failure.path.hasPrefix("comparisons[0].modes[1]"), "\(failure)")
  }

  @Test func `a report that refers to another is not read alone`() throws {
    let modes = try Self.modes(of: Self.report().json)
    let failure = try #require(throws: JSONShapeFailure.self) { try Report(json: modes[1]) }
    #expect("\(failure)".contains("the mode of an earlier report on the same reset"))
  }

  @Test(.slow) func `a flipped bit of a reference gives a report or a refusal`() throws {
    let text = try Self.report().json.text()
    var refusals = 0
    for reference in text.ranges(of: "\"sameAs\"") {
      let start = text.utf8.distance(from: text.startIndex, to: reference.lowerBound)
      for place in start..<start + 200 {
        for bit in 0..<8 {
          var flipped = Array(text.utf8)
          flipped[place] ^= 1 << bit
          do throws(JSONShapeFailure) {
            _ = try ReplayReport(parsing: flipped).text()
          } catch {
            refusals += 1
          }
        }
      }
    }
    #expect(refusals > 3 * 200)
  }
}

extension JSONText {
  fileprivate func replacing(_ name: String, by value: JSONText) -> JSONText {
    .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}
