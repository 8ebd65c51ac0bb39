public import Analyzer
public import TraceFormat

extension ClientsReport {
  /// The report for people.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = Document(title: Heading.clientObjects)
    for file in files { Self.draw(file, options, to: &page) }
    page.list(unanswered.map(\.words), under: Heading.unanswered)
    return page.text(options)
  }

  private static let linesMax = 25

  private static func draw(
    _ file: SharedFile, _ options: ReportTextOptions, to page: inout Document
  ) {
    page.heading(file.title)
    for client in file.clients {
      page.entry(client.sentence, behind: client.title, columns: 10, .heading)
    }
    draw(file.classes, file.clients, to: &page)
    list(file.agreements.map(file.sentence), Heading.agreements, options, to: &page)
    list(file.losses.map(file.sentence), Heading.mergedAway, options, to: &page)
    let gaps = file.clients.flatMap { client in
      client.gaps.map { "\(client.title): \($0.sentence)" }
    }
    list(gaps, Heading.gaps, options, to: &page)
  }

  private static func draw(
    _ classes: [ClassCounts], _ clients: [Client], to page: inout Document
  ) {
    guard !classes.isEmpty else { return }
    page.heading(Heading.clientObjects)
    let rows = classes.map { entry in
      let counts = zip(entry.counts, clients).map { count, client in
        count.map(String.init) ?? (client.stateDigest == nil ? Heading.notKnown : "–")
      }
      return [entry.className.shortName] + counts
    }
    page.table([""] + clients.map(\.title), "class", rows)
  }

  private static func list(
    _ lines: [String], _ heading: String, _ options: ReportTextOptions, to page: inout Document
  ) {
    page.list(lines, under: heading, max: options.isVerbose ? nil : linesMax)
  }
}

extension ClientsReport: JSONShaped {
  /// The report for programs (`docs/merge.md`, "Several clients").
  public var json: JSONText { JSONText(fact: self) }

  package static var derived: [JSONDerived<Self>] {
    [.init("version", .first) { _ in .integer(version) }]
  }
}

extension ClientsReport.Loss: JSONShaped {
  package static let derived: [JSONDerived<Self>] = [.init("write", .last) { $0.write.json }]
}
