import RealmModel
import TestSupport
import TraceFormat

@testable import Analyzer
@testable import Replayer
@testable import Reports
@testable import SwarmSupport

// Promises 4 and 5: the account, and the forms of a report.
extension SwarmRun {
  mutating func checkReports(_ reset: DueReset, _ truth: Witness.Reset) {
    let outcomes = ResetMode.allCases.map { reset.outcome(mode: $0) }
    let reports = outcomes.map { Analysis.report(of: $0) }
    for (outcome, report) in zip(outcomes, reports) {
      let count = outcome.situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
      if report.writes.count != (planted == .writeLeftOut ? count + 1 : count) {
        find(4, "\(count) writes, \(report.writes.count) in the report on \(report.mode.rawValue)")
      }
      let ended = Change.Outcome.allCases.reduce(0) { $0 + report.changeCount($1) }
      if ended != report.changes.count {
        find(4, "\(report.changes.count) changes, \(ended) with an outcome")
      }
      for write in report.writes where write.transactionIndex >= outcome.situation.unsynced.count {
        find(4, "a write that nobody made: \(write.address)")
      }
      let harmed = Set(report.overwrittenPlaces.map(\.address.comparable))
      for write in report.writes where write.isDoneAgain {
        let place = write.address.comparable
        if !place.andAbove.contains(where: harmed.contains) {
          find(4, "\(place.text) is done twice in \(report.mode.rawValue): nothing is said")
        }
      }
      // That others may have changed since what a restored server lacks is a word on places that are in the report.
      let isShown = outcome.gaps.allSatisfy { $0.fact == .changesSinceRestore }
      if outcome.ending.isCarriedOut, isShown { checkPlaces(outcome, report, truth) }
    }
    for report in reports {
      checkForms(ReplayReport(trace: "world", resets: [ModeComparison([report])]))
    }
    let report = ReplayReport(trace: "world", resets: [ModeComparison(reports)])
    var json = report.json.text()
    if planted == .otherNumber {
      json = json.replacing("\"clientVersion\":\"", with: "\"clientVersion\":\"1")
    }
    do {
      let read = try JSONText(parsing: Array(json.utf8))
      let problems = Self.schema?.findings(in: read) ?? ["no schema"]
      if let problem = problems.first { find(5, "not by its schema: \(problem)") }
      let again = try ReplayReport(json: read)
      if again.json != report.json { find(5, "read back, a report is another one") }
      let texts = [report.text(), again.text()]
      if texts[0] != texts[1] {
        let lines = texts.map { $0.split(separator: "\n") }
        let line = zip(lines[0], lines[1]).first { $0 != $1 }
        find(5, "read back, the text is another one: \(line.map { "\($0) | \($1)" } ?? "longer")")
      }
    } catch {
      find(5, "a report that can't be read back: \(error)")
    }
  }

  /// What a restored server has forgotten is in the report, and what the report says of places is so.
  private mutating func checkPlaces(
    _ outcome: Outcome, _ report: Report, _ truth: Witness.Reset
  ) {
    let mode = report.mode.rawValue
    var places = report.overwrittenPlaces
    for place in places where place.kind != .doneTwice {
      let after = ObservedValue(outcome.result.after, at: place.address)
      if !place.after.looksLike(after) {
        find(4, "\(mode): \(place.address.text) is \(after), \(place.after) in the report")
      }
    }
    guard truth.situation.error.code == 209, let news = truth.news else { return }
    if planted == .lossLeftOut { places.removeAll { $0.kind == .goneWithRestore } }
    var told = Set((places.map(\.address) + report.writes.map(\.address)).map(\.wholeProperty))
    for changeset in news {
      told.formUnion(changeset.instructions.map { Address($0, in: changeset).wholeProperty })
    }
    let (before, after) = (truth.situation.local, outcome.result.after)
    for owner in before.classes where owner.kind == .topLevel {
      for key in before.keys(of: owner.name) {
        let object = Address(className: owner.name, object: key)
        if told.contains(object) { continue }
        for property in owner.properties where property.name != owner.primaryKey {
          // What objects have of a property that this device has added, and not synced, nobody has written.
          let added = Address(className: owner.name, object: nil, property: property.name)
          if told.contains(added) { continue }
          let address = Address(className: owner.name, object: key, property: property.name)
          let values = [before, after].map { ObservedValue($0, at: address) }
          guard !values[0].looksLike(values[1]), !values[0].looksLike(.value(.null)),
            !Optional(values[0]).isEmptyCollection, !told.contains(address),
            !values[0].leads(to: told)
          else { continue }
          find(
            4, "\(mode): \(address.text) was \(values[0]) and is \(values[1]): nothing is said")
        }
      }
    }
  }

  /// What a report says in numbers of the changes is the same in all its forms.
  private mutating func checkForms(_ report: ReplayReport) {
    let text = report.text()
    let heading = "What became of each change: "
    let line = text.split(separator: "\n").first { $0.hasPrefix(heading) }
    guard let line else { return }
    if !report.markdown.contains(line) { find(5, "not in Markdown: \(line)") }
    let html = report.html().replacing("&#39;", with: "'")
    if !html.contains(line) { find(5, "not in HTML: \(line)") }
    let numbers = line.dropFirst(heading.count)
    let jUnit = report.jUnit.text.replacing("&apos;", with: "'")
    if !jUnit.contains(numbers) { find(5, "not in JUnit: \(numbers)") }
    let sarif = report.sarif(toolVersion: "swarm")
    if !sarif.json.text().contains(numbers) { find(5, "not in SARIF: \(numbers)") }
    for (outcome, count) in report.reports[0].outcomeCounts where outcome.level != nil {
      let value = JSONText.string(outcome.rawValue)
      let results = sarif.results.count { result in
        result.properties.contains { $0.isNamed("outcome") && $0.value == value }
      }
      if results != count {
        find(5, "\(count) changes \(outcome), \(results) in SARIF")
      }
    }
  }

  // Nothing changes it, and runs come one after the other or read only.
  nonisolated(unsafe) private static let schema: JSONSchema? = {
    func text(_ name: String) throws -> JSONText {
      try JSONText(parsing: ProjectFiles.bytes("docs/\(name)"))
    }
    guard let root = try? text("report.schema.json"),
      let plans = try? text("fault-plan.schema.json"),
      let facts = try? text("report-facts.schema.json")
    else { return nil }
    return JSONSchema(
      root,
      others: [
        "fault-plan.schema.json": JSONSchema(plans),
        "report-facts.schema.json": JSONSchema(
          facts, others: ["report.schema.json": JSONSchema(root)]),
      ])
  }()
}

extension ObservedValue {
  /// Whether it has a link to an object of which something is said: with that object such a link comes and goes.
  fileprivate func leads(to told: Set<Address>) -> Bool {
    guard case .value(let value) = self else { return false }
    return value.links.contains { told.contains(Address(className: $0.className, object: $0.key)) }
  }
}

extension Value {
  fileprivate var links: [Link] {
    switch self {
    case .link(let link): [link]
    case .list(let elements), .set(let elements): elements.flatMap(\.links)
    case .dictionary(let entries): entries.flatMap(\.value.links)
    case .embedded(let object): object.properties.flatMap(\.value.links)
    default: []
    }
  }
}
