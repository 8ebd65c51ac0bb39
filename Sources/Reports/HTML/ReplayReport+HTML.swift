public import Analyzer
internal import Replayer
internal import TraceFormat

extension ReplayReport {
  /// The reports as one HTML page (`docs/report.md`, "HTML").
  ///
  /// The page is whole: it loads nothing, and all of the report but the tables of writes and objects can be
  /// read without scripts. The same reports give the same bytes.
  ///
  /// - Parameters:
  ///   - documentation: Where the project's `docs` are published, for links to what names
  ///     stand for; ends in a slash. Without it names are not links.
  ///   - sessionPage: The address of a ``SessionPage``, relative to this page's, for a link to it.
  /// - Complexity: Linear in the number of writes, but for the values they show.
  public func html(documentation: String? = nil, sessionPage: String? = nil) -> String {
    var data = HTMLData()
    let pages = pages
    let parts = pages.compactMap(\.reset).enumerated().map {
      ResetPart($1, number: $0 + 1, recordingIn: &data)
    }
    let name = Phrase.source(trace).escaped(columns: 200)
    return HTMLWriter.page(
      title: parts.count == 1 ? parts[0].comparison.title : title,
      source: PageWords.source("replay", of: name), assets: .report
    ) { page in
      if let sessionPage {
        page.element("p", ["class": "reports"]) {
          $0.element("a", ["href": sessionPage], PageWords.session)
        }
        page.newLine()
      }
      if reports.count > 1 { page.drawNavigation(parts) }
      if parts.count > 1 { page.element("h1", [:], title) }
      var undrawn = parts[...]
      for next in pages {
        if case .document(let document) = next {
          page.draw(document.blocks)
        } else if let part = undrawn.popFirst() {
          page.draw(part, isAlone: parts.count == 1)
        }
      }
      page.constant(HTMLAssets.templates)
      page.newLine()
      page.element("script", ["type": "application/json", "id": "data"]) { script in
        script.constant(
          data.scriptText(none: WriteListing.noValueTexts, documentation: documentation))
      }
    }
  }

  /// Of the page about several.
  private var title: String {
    reports.allSatisfy(\.isReset) ? Phrase.resets(resets.count) : Phrase.sessionEnds(resets.count)
  }
}

/// What a page shows of one reset, with the tables of each mode.
struct ResetPart {
  let comparison: ModeComparison
  let id: String
  let listings: [WriteListing]

  /// - Parameters:
  ///   - number: the place among the resets of the page, from 1.
  ///   - data: gets what the page's script draws.
  init(_ comparison: ModeComparison, number: Int, recordingIn data: inout HTMLData) {
    let id = "r\(number)"
    listings = comparison.reports.map { WriteListing($0, id: "\(id)-\($0.mode.optionName)") }
    for listing in listings { listing.record(in: &data) }
    (self.comparison, self.id) = (comparison, id)
  }

  var opensOn: String { "\(id)-\(comparison.openingMode.optionName)" }
}

extension ModeComparison {
  /// The mode that a page opens in: that which the app is set to, or else the best one.
  var openingMode: ResetMode {
    let asked = [reports[0].session.start?.configuredResetMode].compactMap { $0 }
    let best = choice.best.first?.modes ?? []
    let mode = (asked + best).first { mode in reports.contains { $0.mode == mode } }
    return mode ?? reports[0].mode
  }
}

extension HTMLWriter {
  fileprivate mutating func drawNavigation(_ parts: [ResetPart]) {
    element("nav", ["aria-label": "Reports", "class": "reports"]) { nav in
      for part in parts {
        nav.element("p") { row in
          if parts.count > 1 { row.element("span", [:], "\(part.comparison.title):") }
          for (report, listing) in zip(part.comparison.reports, part.listings) {
            row.text(" ")
            row.element(
              "a", ["href": "#\(listing.id)", "data-report": listing.id], report.mode.optionName)
          }
        }
      }
    }
    newLine()
  }

  fileprivate mutating func draw(_ part: ResetPart, isAlone: Bool) {
    let (comparison, isOne) = (part.comparison, !part.comparison.comparesModes)
    let frame: KeyValuePairs<StaticString, String?> = [
      "class": "reset", "id": part.id, "data-open": part.opensOn,
    ]
    element("section", frame) { section in
      section.draw(
        ResetDocument.head(comparison).blocks, below: isAlone ? 0 : 1, partsOf: part.id)
      for (report, listing) in zip(comparison.reports, part.listings) {
        let frame: KeyValuePairs<StaticString, String?> = [
          "class": "report", "id": listing.id, "tabindex": "-1",
        ]
        section.element("article", frame) { article in
          if !isOne { article.element("h2", [:], "Mode \(report.mode.optionName)") }
          let details = ResetDocument.details(of: report, in: comparison)
          article.draw(details.blocks, below: isOne ? 0 : 1)
          article.draw(report.timelineChart)
          article.draw(listing)
        }
        section.newLine()
      }
    }
    newLine()
  }

  private mutating func draw(_ chart: Document.Chart?) {
    guard let chart else { return }
    element("h3", [:], "Timeline")
    draw(chart)
  }
}

extension Report {
  /// So few transactions are told as fast in words.
  private static let chartedTransactionsMin = 4

  /// The transactions in the order in which they were made, up to the reset, by what became of their writes;
  /// nil where there is next to nothing to be drawn.
  var timelineChart: Document.Chart? {
    guard !writes.isEmpty, transactions.count >= Self.chartedTransactionsMin else { return nil }
    var counts = [[Fate: Int]](repeating: [:], count: transactions.count)
    for index in writes.indices {
      counts[writes[index].transactionIndex][writes[index].fate, default: 0] += 1
    }
    let groups = Document.chartGroups(of: transactions.count)
    let versions = transactions.map(\.clientVersion)
    return Document.Chart(
      caption: Phrase.timelineSentence(perColumn: groups[0].count),
      legend: totals.filter { $0.count > 0 }.map { ($0.fate.rawValue, $0.fate.rawValue) },
      columns: groups.map { group in
        var (base, parts, words): (Int, [Document.Chart.Part], [String]) = (0, [], [])
        for fate in Fate.allCases {
          let count = group.reduce(0) { $0 + (counts[$1][fate] ?? 0) }
          guard count > 0 else { continue }
          parts.append(.init(tone: fate.rawValue, value: count, base: base))
          words.append("\(count) \(fate.rawValue)")
          base += count
        }
        let name = Phrase.versions(versions[group.lowerBound], versions[group.upperBound - 1])
        return .init(
          title: "\(name.capitalizedFirst): \(words.joined(separator: ", "))", parts: parts)
      },
      first: Phrase.versions(versions[0], versions[0]), last: "reset", lines: [])
  }
}
