import Analyzer
import Foundation
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// The same numbers in every form, and each place that is counted is shown: over all scenarios, some of each
/// file of recorded resets, and all modes.
@Suite struct OutcomeFormTests {
  private static let vectorsEvery = 100

  private static func scenario(_ name: String) throws -> [ReplayReport] {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    return [try report(on: events, name)]
  }

  private static func vectors(_ file: String) throws -> [ReplayReport] {
    let lines = try Vectors.lines(of: file)
    return try stride(from: 0, to: lines.count, by: vectorsEvery).map { index in
      let vector = try ResetVector(parsing: lines[index])
      return try report(on: VectorImporter.events(of: vector), vector.name)
    }
  }

  /// As `replay --mode all` reports.
  private static func report(on events: [Event], _ name: String) throws -> ReplayReport {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let incidents = try replay.resetsAndEnds()
    return ReplayReport(
      trace: name,
      resets: incidents.all.map { reset in
        var analysis = ResetAnalysis(reset)
        return ModeComparison(
          (reset.isReset ? ResetMode.inOrder : [.recover]).map { analysis.report(mode: $0) })
      }, unanswered: incidents.unanswered)
  }

  // MARK: The same numbers

  @Test(arguments: try ScenarioFiles.expectedNames())
  func `Every form has the numbers of JSON, of a scenario`(name: String) throws {
    for report in try Self.scenario(name) { try checkNumbers(report) }
  }

  @Test(.slow, arguments: Vectors.resetFiles)
  func `Every form has the numbers of JSON, of recorded resets`(file: String) throws {
    for report in try Self.vectors(file) { try checkNumbers(report) }
  }

  private func checkNumbers(_ report: ReplayReport) throws {
    for reset in report.resets {
      let one = ReplayReport(trace: report.trace, resets: [reset])
      let reports = reset.reports
      let names = reports.map(\.mode.optionName)
      let json = reports.map(\.json)
      let numbers = json.map { OutcomeNumbers(json: $0) }
      for (report, numbers) in zip(reports, numbers) {
        #expect(numbers.outcomes.values.reduce(0, +) == report.changes.count, "\(report.mode)")
        check(report, numbers)
      }
      #expect(OutcomeNumbers.jUnit(one.jUnit.text) == numbers, "JUnit")
      let sarif = one.sarif(toolVersion: "1.0")
      checkResults(sarif, of: reports, json)
      guard reports.count > 1 else { continue }
      // Wide enough for no cell of the table to be wrapped.
      let text = one.text(ReportTextOptions(columns: 1000))
      #expect(OutcomeNumbers.text(text, of: names) == numbers, "text")
      #expect(OutcomeNumbers.markdown(one.markdown, of: names) == numbers, "Markdown")
      let page = try ParsedHTML(one.html())
      #expect(OutcomeNumbers.html(page, of: names) == numbers, "HTML")
      #expect(OutcomeNumbers.sarif(sarif, of: names) == numbers, "SARIF")
    }
  }

  /// The headings of the report on one mode.
  private func check(_ report: Report, _ numbers: OutcomeNumbers) {
    let lines = report.text(ReportTextOptions(columns: 1000)).split(separator: "\n")
    func heading(_ title: String) -> String? {
      lines.first { $0.hasPrefix(title) }.map { String($0.dropFirst(title.count)) }
    }
    let outcomes = heading("What became of each change: ")
    let others = heading("What others wrote: ")
    #expect((outcomes == nil) == report.changes.isEmpty, "\(report.mode)")
    #expect((others == nil) == report.overwrittenPlaces.isEmpty, "\(report.mode)")
    #expect(
      OutcomeNumbers(outcomes: outcomes ?? "nothing to keep", others: others ?? "") == numbers,
      "\(report.mode)")
    let price = report.priceWords()
    let overwritten = price.firstMatch(of: /overwrites (\d+) values? that others wrote/)
    #expect(
      overwritten.flatMap { Int($0.1) } ?? 0 == numbers.others["overwritten"] ?? 0,
      "\(report.mode): \(price)")
  }

  /// A result for each change that is not simply kept, and for each place of others'.
  private func checkResults(_ sarif: SARIFReport, of reports: [Report], _ json: [JSONText]) {
    let quiet: Set = ["changes", "kept", "keptAndOverwrote", "alreadyOnServer", "pending"]
    for (report, json) in zip(reports, json) {
      var wanted: [String: Int] = [:]
      for (member, rule) in [("outcomes", "change"), ("whatOthersWrote", "others")] {
        guard case .object(let counts)? = json.member(member) else { continue }
        for count in counts where !quiet.contains(count.name) {
          wanted["\(rule)/\(count.name)"] = Int(count.value.text())
        }
      }
      let mode = JSONText.string(report.mode.optionName)
      let own = sarif.results.filter { result in
        result.properties.contains { $0.name == "mode" && $0.value == mode }
          && (result.rule.hasPrefix("change/") || result.rule.hasPrefix("others/"))
      }
      let found = Dictionary(own.map { ($0.rule, 1) }, uniquingKeysWith: +)
      #expect(found == wanted, "\(report.mode)")
    }
  }

  // MARK: Each is shown

  @Test(arguments: try ScenarioFiles.expectedNames())
  func `What is counted is shown with its values, of a scenario`(name: String) throws {
    for report in try Self.scenario(name) { checkPlaces(report) }
  }

  @Test(.slow, arguments: Vectors.resetFiles)
  func `What is counted is shown with its values, of recorded resets`(file: String) throws {
    for report in try Self.vectors(file) { checkPlaces(report) }
  }

  private func checkPlaces(_ report: ReplayReport) {
    for reset in report.resets {
      for report in reset.reports {
        checkPlaces(of: report, in: ModeComparison([report]), under: "What others wrote: ")
        checkPlaces(of: report, in: ModeComparison([report]), under: "What others wrote: ", true)
      }
      guard reset.reports.count > 1 else { continue }
      checkHead(of: reset)
      for report in reset.reports {
        checkPlaces(of: report, in: reset, under: "What others wrote that is gone with ")
      }
    }
  }

  /// Each place is below the heading in the default form, or counted in its last line; in the whole form it is there.
  private func checkPlaces(
    of report: Report, in comparison: ModeComparison, under heading: String, _ isWhole: Bool = false
  ) {
    let places = report.overwrittenPlaces
    guard !places.isEmpty else { return }
    let columns = 1000
    let writer = ResetDocument(
      comparison, isWhole ? .whole : .short, valueColumns: isWhole ? 400 : columns - 45)
    let sections = comparison.text(ReportTextOptions(isVerbose: isWhole, columns: columns))
      .components(separatedBy: "\n\n").filter { section in
        guard let title = section.split(separator: "\n").first, title.hasPrefix(heading) else {
          return false
        }
        let names = title.dropFirst(heading.count).components(separatedBy: " or ")
          .flatMap { $0.components(separatedBy: ", ") }
        return comparison.reports.count == 1 || names.contains(report.mode.optionName)
      }
    #expect(sections.count == 1, "\(report.mode): \(places.count) places under \(heading)")
    guard let lines = sections.first?.split(separator: "\n").dropFirst() else { return }
    let shown = places.filter { place in
      let line =
        "- \(writer.name(of: place.address)): \(report.words(for: place, columns: writer.valueColumns))"
      return lines.contains { $0.drop { $0 == " " } == line }
    }
    let rest =
      lines.last.flatMap { $0.firstMatch(of: /and (\d+) more places?/) }
      .flatMap { Int($0.1) } ?? 0
    #expect(shown.count + rest == places.count, "\(report.mode) under \(heading)")
    #expect(!isWhole || rest == 0)
    #expect(shown.count >= min(places.count, 5), "\(report.mode) under \(heading)")
  }

  /// What the lines above the table name is below it, with its values.
  private func checkHead(of reset: ModeComparison) {
    let head = reset.headLines.joined(separator: " ")
    let body =
      reset.text(ReportTextOptions(columns: 1000)).components(separatedBy: "\n\n")
      .dropFirst().joined(separator: " ").replacing("\n", with: " ") + " "
    let writer = ResetDocument(reset, .short, valueColumns: 1000 - 45)
    let named = reset.reports.flatMap { report in
      report.overwrittenPlaces.filter { head.contains(" \($0.address.text) ") }.map {
        "\(writer.name(of: $0.address)): \(report.words(for: $0, columns: writer.valueColumns))"
      }
    }
    for line in Set(named) { #expect(body.contains(line), "\(head)") }
    for report in reset.reports {
      for change in report.changes where head.contains(report.words(naming: change)) {
        #expect(body.contains(" \(writer.name(of: change.address.wholeObject)) "), "\(head)")
      }
    }
  }
}
