import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

/// What forms of the report say where something is explained: the heading has to be there.
@Suite struct DocumentLinkTests {
  private static let address = "https://example.org/docs/"

  /// The report on everything that has a name of its own: all causes, kinds, traps and defects.
  private func report() throws -> ReplayReport {
    var report = try ReplayReport.withEveryMember()
    report.resets[0].reports.removeLast()
    report.resets[0].reports[0].traps = TrapIdentifier.allCases.map {
      TrapOccurrence(trap: $0, effect: .refused)
    }
    let defects = TrapIdentifier.allCases.flatMap(\.aliases) + [""]
    report.resets[0].reports[0].defects = defects.map {
      DefectOccurrence(
        identifiers: $0.isEmpty ? [] : [$0], result: .failed, idealResult: .recovered, writes: [0])
    }
    report.resets[0].reports[0].explanations = ErrorExplanation.Topic.all.map {
      ErrorExplanation(explaining: $0.rawValue)
    }
    return report
  }

  private func rules(_ log: JSONText) throws -> [JSONText] {
    guard case .array(let runs)? = log.member("runs"),
      case .array(let rules)? = runs.first?.member("tool")?.member("driver")?.member("rules")
    else { throw NoRules() }
    return rules
  }

  private struct NoRules: Error {}

  @Test func `every rule of a SARIF log links to a heading that is there`() throws {
    let log = try report().sarif(toolVersion: "1", documentation: Self.address).json
    let links = try rules(log).compactMap { rule -> String? in
      guard case .string(let link)? = rule.member("helpUri") else { return nil }
      return link
    }
    #expect(
      links.count
        >= Change.Outcome.allCases.count(where: { $0.level != nil })
        + OverwrittenPlace.Kind.allCases.count + 2 * TrapIdentifier.allCases.count)
    try check(Set(links))
  }

  @Test func `without a place where documents are published, help names file and heading`() throws {
    for log in [
      try report().sarif(toolVersion: "1").json,
      GoldenReport(traceCount: 0, verdicts: []).sarif(toolVersion: "1").json,
    ] {
      let rules = try rules(log)
      #expect(!rules.isEmpty)
      for rule in rules {
        #expect(rule.member("helpUri") == nil)
        guard case .string(let help)? = rule.member("help")?.member("text"),
          let link = help.firstMatch(of: /See docs\/([^ ]+)\.$/)
        else {
          Issue.record("\(rule.text()) has no help")
          continue
        }
        try check([Self.address + String(link.1)])
      }
    }
  }

  @Test func `every link of a page leads to a heading that is there`() throws {
    var reports = [try report()]
    reports += try ReplaySamples.scenarios().prefix(40).map(\.report)
    for report in reports {
      let page = try ParsedHTML(report.html(documentation: Self.address))
      let links = Set(page.values(of: "href").filter { $0.hasPrefix(Self.address) })
      // What the sample calls `text` is made up.
      try check(links.filter { !$0.hasSuffix("#text") && !$0.hasSuffix("#entry") })
    }
  }

  private func check(_ links: Set<String>) throws {
    for link in links {
      let parts = link.dropFirst(Self.address.count).split(separator: "#", maxSplits: 1)
      guard link.hasPrefix(Self.address), let file = parts.first else {
        Issue.record("\(link) leads elsewhere")
        continue
      }
      let headings = try Self.headings(of: String(file))
      if parts.count == 2 { #expect(headings.contains(String(parts[1])), "\(link)") }
    }
  }

  /// The anchors that code hosts give to the headings of a document.
  private static func headings(of file: String) throws -> Set<String> {
    let document = String(decoding: try ProjectFiles.bytes("docs/\(file)"), as: UTF8.self)
    let titles = document.split(separator: "\n").filter { $0.hasPrefix("#") }
      .map { $0.drop { $0 == "#" }.dropFirst().lowercased() }
    return Set(
      titles.map { title in
        String(
          title.compactMap { character -> Character? in
            if character == " " { return "-" }
            let isKept = character.isLetter || character.isNumber || "-_".contains(character)
            return isKept ? character : nil
          })
      })
  }
}
