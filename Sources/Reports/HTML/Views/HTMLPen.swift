internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Draws the sections of one report for the templates.
struct HTMLPen {
  /// The identifier of the report's element; those of all elements in it begin with it.
  let id: String
  let documents: HTMLDocuments
  private(set) var pages: ObjectPages
  private let listing: WriteListing
  private let sections: [ReportSection]

  init(_ report: Report, id: String, documents: HTMLDocuments = HTMLDocuments()) {
    self.id = id
    self.documents = documents
    let sections = report.sections(Self.scope)
    pages = ObjectPages(sections)
    listing = WriteListing(pages)
    // The writes are in the pages now, and are not held twice.
    self.sections = sections.map { if case .objects = $0 { .objects([]) } else { $0 } }
  }

  /// Lets go of the writes, once they are recorded: they are most of what a pen holds.
  mutating func forgetWrites() { pages.forgetWrites() }

  /// A page has room for everything, and looks up objects rather than reading them in a row.
  private static let scope = SectionScope(
    showsEachWrite: true, putsLossesFirst: false, collateralMax: 50, trapPlacesMax: 25,
    defectsMax: 50, operationsMax: 50, operationsInOrderMax: 100, incomingMax: 200,
    showsGroups: true,
    valueColumns: valueColumns)

  /// What a report without any section has: every name that the templates ask for.
  private static var blank: HTMLView {
    let names = [
      "answer", "hasDecisions", "hasFaults", "told", "hasWrites", "totals", "classes", "groups",
      "hasCauses", "hasDefects", "hasTriage", "resetLoop", "hasCollateral", "hasTraps", "hasPlan",
      "timelineChart", "horizon", "hasConsequences", "story", "hasAdvice", "hasIncoming",
      "comparison", "isOtherThanDevice", "hasGaps",
    ]
    return Dictionary(uniqueKeysWithValues: names.map { ($0, false) })
  }

  var view: HTMLView {
    let own: HTMLView = ["id": id, "scriptNote": Phrase.drawnByScript]
    return ([Self.blank, own] + sections.map(draw)).reduce(into: [:]) { $0.merge($1) { $1 } }
  }

  private func draw(_ section: ReportSection) -> HTMLView {
    switch section {
    // They stand above the reports of all modes, see ``ResetView``.
    case .question, .unsynced: [:]
    case .mode(let mode): draw(mode)
    case .answer(let answer): draw(answer)
    case .attempts(let attempts): draw(attempts)
    case .faults(let faults): draw(faults)
    case .result(let ending): draw(ending)
    case .app(let message):
      ["told": HTMLProse.view(message.sentence).merging(["isWrong": message.isWrong]) { $1 }]
    case .facts(let facts): draw(facts)
    case .totals(let totals): draw(totals)
    case .timeline(let timeline): draw(timeline)
    case .breakdown(let numbers): draw(numbers)
    case .groups(let groups): draw(groups)
    case .defects(let defects): draw(defects)
    case .triage(let explanations): draw(explanations)
    case .resetLoop(let loop): draw(loop)
    case .objects: listing.view
    case .collateral(let places): draw(places)
    case .traps(let traps): draw(traps)
    case .mergePlan(let plan): draw(plan)
    case .horizon(let horizons): horizons.first.map(draw) ?? [:]
    case .consequences(let sentences):
      ["hasConsequences": true, "consequences": sentences.map(HTMLProse.view)]
    case .story(let story): draw(story)
    case .steps(let steps): draw(steps)
    case .incoming(let incoming): draw(incoming)
    case .comparison(let device): draw(device)
    case .gaps(let gaps): draw(gaps)
    }
  }

  // MARK: Names of elements

  /// The identifier of a write's entry in the history of its object.
  func target(_ write: Int) -> String { "\(id)-w\(write)" }

  /// The identifier of an object's page; nil for an object that nobody wrote to.
  func target(of address: Address) -> String? {
    pages.number(of: address).map(target(ofObject:))
  }

  func target(ofObject number: Int) -> String { "\(id)-o\(number)" }

  /// Such as `Inspection 0000…b453`, or the class alone.
  func objectName(of address: Address) -> String { pages.name(of: address) }
}
