internal import Analyzer
internal import TraceFormat

extension HTMLWriter {
  /// The parts of the page that its script fills, under the title.
  ///
  /// - Parameters:
  ///   - notes: what the page has, and what it leaves out.
  ///   - live: what its server says as long as there is no more; nil of a page without one.
  mutating func drawSession(title: String, notes: [String], live: String?) {
    element("h1", [:], title)
    element("p", ["class": "faint"], notes.joined(separator: ". "))
    newLine()
    if let live { drawLive(live) }
    constant(String(decoding: PackageResources.view_html, as: UTF8.self))
  }

  private mutating func drawLive(_ state: String) {
    element("p", ["id": "live", "class": "live", "role": "status", "data-state": state]) { live in
      live.element("span", [:], SessionWords.live)
      for (name, words) in [("more", SessionWords.liveMore), ("over", SessionWords.liveOver)] {
        live.text(" ")
        live.element("span", ["data-live": name, "hidden": ""], words)
      }
      live.text(" ")
      live.element("button", ["type": "button", "hidden": ""], SessionWords.liveReload)
    }
    newLine()
  }

  /// What the report says of each reset, and in each mode; and its pages on what is not a reset.
  ///
  /// - Parameter resets: in the order of the data's.
  mutating func drawReports(on resets: [ModeComparison], in report: ReplayReport) {
    element("section", ["aria-labelledby": "report-title"]) { section in
      section.element("h2", ["id": "report-title"], SessionWords.report)
      section.element("div", ["id": "steps", "hidden": ""])
      section.element("div", ["id": "report"]) { parts in
        for (number, comparison) in resets.enumerated() { parts.draw(comparison, "\(number)") }
      }
      for case .document(let document) in report.pages { section.draw(document.blocks, below: 1) }
    }
  }

  private mutating func draw(_ comparison: ModeComparison, _ number: String) {
    element("article", ["data-reset": number]) { article in
      article.draw(ResetDocument.head(comparison).blocks, below: 1)
    }
    guard comparison.reports.count > 1 else { return }
    for report in comparison.reports {
      let name = report.mode.optionName
      element("article", ["data-reset": number, "data-mode": name]) { article in
        article.element("h2", [:], "Mode \(name)")
        article.draw(ResetDocument.details(of: report, in: comparison).blocks, below: 1)
      }
    }
    newLine()
  }
}
