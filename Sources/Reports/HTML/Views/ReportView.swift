internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the templates see of one report.
struct ReportView {
  let report: Report
  /// The identifier of the report's element; those of all elements in it begin with it.
  let id: String
  /// The objects written to, in the order of the page.
  let histories: [ObjectHistory]
  let documents: HTMLDocuments
  private let indexes: [ObjectHistory.Identity: Int]

  init(_ report: Report, id: String, documents: HTMLDocuments = HTMLDocuments()) {
    self.report = report
    self.id = id
    self.documents = documents
    histories = ObjectHistory.all(in: report.writes)
    indexes = Dictionary(
      uniqueKeysWithValues: histories.enumerated().map { ($1.identity, $0) })
  }

  var view: HTMLView {
    let parts = [
      outcome, faults, totals, decisions, findings, triage, plan, counts, writes, objects, timeline,
      horizon,
    ]
    return parts.reduce(into: [
      "id": id, "mode": report.mode.rawValue, "modeName": report.mode.optionName,
      "meaning": report.mode.meaning.capitalizedFirst,
    ]) { $0.merge($1) { $1 } }
  }

  // MARK: Names of elements

  /// The identifier of a write's entry in the history of its object.
  func target(_ write: Int) -> String { "\(id)-w\(write)" }

  /// The identifier of an object's page; nil for an object that nobody wrote to.
  func target(of address: WriteAddress) -> String? {
    indexes[ObjectHistory.Identity(address)].map(target(ofObject:))
  }

  func target(ofObject index: Int) -> String { "\(id)-o\(index)" }

  func fate(_ write: Int) -> String { report.writes[write].fate.rawValue }

  // MARK: Addresses

  /// Where a write acts: the object's short name, the property and the path below it.
  func place(of write: Int) -> HTMLView {
    let verdict = report.writes[write]
    let address = verdict.address
    return [
      "class": address.className.shortName,
      "object": objectName(of: address),
      "property": verdict.propertyName,
      "path": address.pathText,
    ]
  }

  /// Such as `Inspection 0000…b453`, or the class alone.
  func objectName(of address: WriteAddress) -> String {
    let className = address.className.shortName
    guard let key = address.object else { return className }
    guard let index = indexes[ObjectHistory.Identity(address)] else {
      return "\(className) \(key.shortText)"
    }
    return "\(className) \(histories[index].shortKey)"
  }
}
