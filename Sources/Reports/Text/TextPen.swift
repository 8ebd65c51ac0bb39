internal import Analyzer
internal import Phrasebook

/// Draws the sections of a report in text.
struct TextPen {
  var page: TextPage
  let isVerbose: Bool

  init(_ options: ReportTextOptions) {
    page = TextPage(options)
    isVerbose = options.isVerbose
  }

  /// What is left of a line for a value behind a name, a fate and a label.
  var valueColumns: Int { Self.valueColumns(page.columns) }

  static func valueColumns(_ pageColumns: Int) -> Int {
    max(PropertyLine.valueColumns, pageColumns - 45)
  }

  /// How much is shown, unless all is asked for.
  static func scope(_ options: ReportTextOptions) -> SectionScope {
    var scope = SectionScope(
      countableMax: 12, breakdownLinesMax: 12, references: [.conflicts, .defects, .collateral],
      valueColumns: valueColumns(options.columns))
    guard !options.isVerbose else {
      scope.showsEachWrite = true
      return scope
    }
    (scope.objectsMax, scope.foldsAbove, scope.collateralMax) = (25, 25, 25)
    (scope.alikeMax, scope.digestRowsMax) = (4, 6)
    (scope.trapPlacesMax, scope.defectsMax) = (3, 10)
    (scope.operationsMax, scope.incomingMax) = (8, 3)
    return scope
  }

  /// Draws sections in their order.
  mutating func draw(_ sections: [ReportSection]) {
    for section in sections { draw(section) }
  }

  private mutating func draw(_ section: ReportSection) {
    switch section {
    case .question(let question): draw(question)
    case .mode(let mode): draw(mode)
    case .answer(let answer): draw(answer)
    case .attempts(let attempts): draw(attempts)
    case .unsynced(let unsynced): draw(unsynced)
    case .faults(let faults): draw(faults)
    case .result(let ending): draw(ending)
    case .app(let message): page.paragraph(message.sentence)
    case .totals(let totals): draw(totals)
    case .breakdown(let numbers): draw(numbers)
    case .defects(let defects): draw(defects)
    case .triage(let explanations): draw(explanations)
    case .resetLoop(let loop): draw(loop)
    case .objects(let classes): for objects in classes { draw(objects) }
    case .collateral(let places): draw(places)
    case .traps(let traps): draw(traps)
    case .mergePlan(let plan): draw(plan)
    case .horizon(let horizons): HorizonText(horizons).write(to: &page, isWhole: isVerbose)
    case .consequences(let sentences): drawList(sentences, under: Heading.consequences)
    case .story(let story): draw(story)
    case .steps(let steps): drawList(steps.all, under: Heading.steps)
    case .incoming(let incoming): draw(incoming)
    case .comparison(let device): draw(device)
    case .gaps(let gaps): draw(gaps)
    // What is looked up has no place among sentences.
    case .facts, .timeline, .groups: break
    }
  }

  private mutating func drawList(_ sentences: [String], under heading: String) {
    page.heading(heading)
    for sentence in sentences { page.item(sentence) }
  }
}
