public import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ClientsReport {
  /// The report for people.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(options)
    for file in files { Self.draw(file, options, on: &page) }
    page.draw(unanswered)
    return page.text
  }

  /// The most lines of a kind.
  private static let linesMax = 25

  private static func draw(
    _ file: SharedFile, _ options: ReportTextOptions, on page: inout TextPage
  ) {
    page.heading(file.title)
    for client in file.clients {
      page.paragraph(client.sentence, behind: client.title, wordColumns: 10, .heading)
    }
    draw(file.classes, file.clients, on: &page)
    list(file.agreements.map(file.sentence), Heading.agreements, options, on: &page)
    list(file.losses.map(file.sentence), Heading.mergedAway, options, on: &page)
    let gaps = file.clients.flatMap { client in
      client.gaps.map { "\(client.title): \($0.sentence)" }
    }
    list(gaps, Heading.gaps, options, on: &page)
  }

  private static func draw(
    _ classes: [ClassCounts], _ clients: [Client], on page: inout TextPage
  ) {
    guard !classes.isEmpty else { return }
    page.heading(Heading.clientObjects)
    let columns = min(max(classes.map { $0.className.shortName.columnCount }.max() ?? 0, 8), 24)
    let head = clients.map { $0.title.padded(to: 10) }.joined(separator: " ")
    page.line(String(repeating: " ", count: columns + 2) + head)
    for entry in classes {
      let counts = entry.counts.map { ($0.map(String.init) ?? "–").padded(to: 10) }
      page.line(
        entry.className.shortName.padded(to: columns) + "  " + counts.joined(separator: " "))
    }
  }

  private static func list(
    _ lines: [String], _ heading: String, _ options: ReportTextOptions, on page: inout TextPage
  ) {
    guard !lines.isEmpty else { return }
    page.heading(heading)
    let shown = options.isVerbose ? lines.count : min(lines.count, linesMax)
    for line in lines.prefix(shown) { page.item(line) }
    if shown < lines.count {
      page.paragraph(Phrase.rest(lines.count - shown) + Phrase.verboseHint, .faint)
    }
  }
}
