public import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ModeComparison {
  /// At most so many writes are listed one by one, unless all are asked for.
  private static let listedWritesMax = 20
  private static let placeColumns = 30
  private static let nameColumns = 14
  private static let cellColumns = 12

  /// The comparison for people: what was asked, then the modes side by side, then where they differ.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(style: options.style)
    reports[0].writeQuestion(to: &page)
    reports[0].writeUnsynced(to: &page)
    writeFaults(to: &page)
    writeTable(to: &page)
    writeFailures(to: &page)
    writeVerdict(to: &page)
    writeDifferences(to: &page, options)
    writeCollateral(to: &page, options)
    writeTraps(to: &page)
    HorizonText(reports.compactMap(\.horizon)).write(to: &page, options)
    reports[0].writeGaps(to: &page)
    return page.text
  }

  private func writeTable(to page: inout TextPage) {
    page.heading("What each mode does with them")
    row("", reports.map(\.mode.columnName), to: &page)
    row("result", reports.map(\.result.rawValue), to: &page)
    if reports.contains(where: { $0.didRecover != nil }) {
      let words = reports.map { report in report.didRecover.map { $0 ? "yes" : "no" } ?? "-" }
      row("didRecover", words, to: &page)
    }
    for fate in Fate.allCases where reports.contains(where: { $0.count(of: fate) > 0 }) {
      row(fate.rawValue, reports.map { "\($0.count(of: fate))" }, to: &page)
    }
    for (name, counts) in [
      ("collateral", reports.map(\.collateral.count)),
      ("overwritten", matrix.total.map(\.overwritten)),
      ("defects", reports.map(\.defects.count)),
    ] where counts.contains(where: { $0 > 0 }) {
      row(name, counts.map { "\($0)" }, to: &page)
    }
  }

  /// What is kept of each class, and what that comes to.
  private func writeVerdict(to page: inout TextPage) {
    let matrix = matrix
    if matrix.classes.count > 1 {
      page.heading("Kept, by class")
      row("", columns: Self.placeColumns, reports.map(\.mode.columnName), to: &page)
      for line in matrix.classes {
        let name = "\(line.name.shortName) (of \(line.columns[0].counted))"
        row(name, columns: Self.placeColumns, line.columns.map { "\($0.kept)" }, to: &page)
      }
    }
    page.heading("Recommendation")
    if let sentence = matrix.keepsMostSentence { page.paragraph(sentence) }
    page.paragraph(recommendation.sentence)
  }

  /// A row of a table: a name, and a cell for each mode.
  private func row(
    _ name: String, columns: Int = nameColumns, _ cells: [String], to page: inout TextPage
  ) {
    let name = name.shortened(to: columns - 2).padded(to: columns)
    page.line(name + cells.map { $0.padded(to: Self.cellColumns) }.joined())
  }

  private func writeFailures(to page: inout TextPage) {
    for report in reports {
      guard let failure = report.failure else { continue }
      let message = Phrase.foreign(failure.message, columns: 300, isQuoted: false)
      page.item("\(report.mode.columnName): \(message)")
    }
  }
}

// Where the modes differ
extension ModeComparison {
  private func writeDifferences(to page: inout TextPage, _ options: ReportTextOptions) {
    let differing = differingWrites
    guard !differing.isEmpty else { return }
    page.heading("Where the modes differ")
    let names = objectNames
    let shown = options.isVerbose ? differing : Array(differing.prefix(Self.listedWritesMax))
    row("", columns: Self.placeColumns, reports.map(\.mode.columnName), to: &page)
    for index in shown {
      let fates = reports.map(\.writes[index].fate.rawValue)
      row(
        place(of: reports[0].writes[index], names), columns: Self.placeColumns, fates, to: &page)
    }
    if shown.count < differing.count {
      page.paragraph("and \(differing.count - shown.count) more writes (`--verbose` lists all)")
    }
  }

  /// Names for the objects of each class, short and still different.
  var objectNames: [RealmString: ObjectNames] {
    var keys: [RealmString: Set<PrimaryKeyValue>] = [:]
    for write in reports[0].writes {
      guard let key = write.address.object else { continue }
      keys[write.address.className, default: []].insert(key)
    }
    return keys.mapValues { ObjectNames(Array($0)) }
  }

  /// Such as `Person 7 notes[3]`.
  func place(of write: WriteVerdict, _ names: [RealmString: ObjectNames]) -> String {
    let address = write.address
    var parts = [address.className.shortName]
    if let key = address.object {
      parts.append(names[address.className]?.name(of: key) ?? key.shortText)
    }
    if address.property != nil { parts.append(address.propertyText) }
    return parts.joined(separator: " ")
  }
}
