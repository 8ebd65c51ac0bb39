internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Draws the sections of one report for the templates.
struct HTMLPen {
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

  /// Objects have pages with all their writes, for which the pen looks into the report itself.
  private static let scope = SectionScope(objectsMax: 0)

  /// What a report without any section has: every name that the templates ask for.
  private static var blank: HTMLView {
    let names = [
      "hasDecisions", "hasFaults", "told", "isToldWrong", "hasWrites", "totals", "classes",
      "hasCauses", "hasDefects", "hasTriage", "resetLoop", "hasCollateral", "hasTraps", "hasPlan",
      "horizon", "hasConsequences", "comparison", "isOtherThanDevice", "hasGaps",
    ]
    return Dictionary(uniqueKeysWithValues: names.map { ($0, false) })
  }

  var view: HTMLView {
    let own: [HTMLView] = [Self.blank, ["id": id], facts, writes, objects, timeline]
    let drawn = report.sections(Self.scope).map(draw)
    return (own + drawn).reduce(into: [:]) { $0.merge($1) { $1 } }
  }

  private func draw(_ section: ReportSection) -> HTMLView {
    switch section {
    // They stand above the reports of all modes, see ``ResetView``.
    case .question, .unsynced: [:]
    case .mode(let mode): draw(mode)
    case .attempts(let attempts): draw(attempts)
    case .faults(let faults): draw(faults)
    case .result(let ending): draw(ending)
    case .app(let message):
      ["told": HTMLProse.view(message.sentence), "isToldWrong": message.isWrong]
    case .totals(let totals): draw(totals)
    case .breakdown(let numbers): draw(numbers)
    case .defects(let defects): draw(defects)
    case .triage(let explanations): draw(explanations)
    case .resetLoop(let loop): draw(loop)
    case .objects: [:]
    case .collateral(let places): draw(places)
    case .traps(let traps): draw(traps)
    case .mergePlan(let plan): draw(plan)
    case .horizon(let horizons): horizons.first.map(draw) ?? [:]
    case .consequences(let sentences):
      ["hasConsequences": true, "consequences": sentences.map(HTMLProse.view)]
    // They stand with the message that they are about.
    case .steps: [:]
    case .comparison(let device): draw(device)
    case .gaps(let gaps): draw(gaps)
    }
  }

  // MARK: Names of elements

  /// The identifier of a write's entry in the history of its object.
  func target(_ write: Int) -> String { "\(id)-w\(write)" }

  /// The identifier of an object's page; nil for an object that nobody wrote to.
  func target(of address: Address) -> String? {
    indexes[ObjectHistory.Identity(address)].map(target(ofObject:))
  }

  func target(ofObject index: Int) -> String { "\(id)-o\(index)" }

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
  func objectName(of address: Address) -> String {
    let className = address.className.shortName
    guard let key = address.object else { return className }
    guard let index = indexes[ObjectHistory.Identity(address)] else {
      return "\(className) \(key.shortText)"
    }
    return "\(className) \(histories[index].shortKey)"
  }
}
