import Analyzer
import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import Replayer
@testable import Reports

/// The pages of a report on several sessions, the worst first.
@Suite(.slow) struct ReportPageTests {
  private static func losses(of report: ReplayReport) -> [Int] {
    report.pages.compactMap(\.reset).map { reset in
      reset.reports.map { report in
        report.changeCount(.lost) + report.changeCount(.serversKept)
          + report.overwrittenPlaces.count { $0.kind != .editedOnBothSides }
      }.max() ?? 0
    }
  }

  @Test func `what loses more comes first, in whatever order the trace has it`() throws {
    let resets = try ReplaySamples.scenarios().flatMap(\.report.resets)
    let losses = Self.losses(of: ReplayReport(trace: "all", resets: resets))
    #expect(losses.count == resets.count && losses == losses.sorted(by: >))
    #expect(losses.first != 0 && losses.last == 0)
    let turned = ReplayReport(trace: "all", resets: resets.reversed())
    #expect(Self.losses(of: turned) == losses)
  }

  @Test func `text and a browser have the same order, with what is not known behind losses`() throws
  {
    let resets = try ReplaySamples.scenarios().prefix(12).flatMap(\.report.resets)
    let report = ReplayReport(
      trace: "some", resets: resets,
      unanswered: [
        UnansweredSession(session: 7, reason: .noStateInSession(7)),
        UnansweredSession(
          session: 8, action: .noAction, errorCode: 209, reason: .noFreshState(session: 8)),
      ])
    let names = report.pages.map { $0.reset?.reports[0].session.start?.name ?? "Without an answer" }
    let place = try #require(names.firstIndex(of: "Without an answer"))
    let losses = Self.losses(of: report)
    #expect(place > 0 && losses[0] > 0 && losses[place...].allSatisfy { $0 == 0 })
    for text in [report.text().replacing("\n    ", with: " "), report.html()] {
      var rest = text[...]
      if let body = rest.range(of: "<section") { rest = rest[body.lowerBound...] }
      if let data = rest.range(of: "id=\"data\"") { rest = rest[..<data.lowerBound] }
      for name in names {
        let found = try #require(rest.range(of: name), "\(name)")
        rest = rest[found.upperBound...]
      }
      let unanswered = try #require(text.range(of: "Without an answer"))
      let asked = try #require(
        text.range(of: "session 8, whose server asked for a client reset by error 209"))
      let other = try #require(text.range(of: "session 7 is not known"))
      #expect(unanswered.lowerBound < asked.lowerBound && asked.lowerBound < other.lowerBound)
    }
  }
}
