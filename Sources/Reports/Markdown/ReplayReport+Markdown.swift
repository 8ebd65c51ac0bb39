public import Analyzer
internal import Phrasebook

extension ReplayReport {
  /// The report in GitHub-flavoured Markdown, for an issue or a pull request
  /// (`docs/report.md`, "Markdown"): at most 65,536 characters, and it says what is left out.
  public var markdown: String {
    var text = loggedPart(within: MarkdownPage.sizeMax / 4)
    for (index, reset) in resets.enumerated() {
      let left = MarkdownPage.sizeMax - text.utf16.count - Self.noteSizeMax
      let share = left / (resets.count - index)
      let page = reset.markdown(within: max(share, Self.resetSizeMin))
      guard page.utf16.count <= left else {
        return text + "\n*\(Phrase.noRoom(for: resets.count - index, "reset"))*\n"
      }
      text += (text.isEmpty ? "" : "\n---\n\n") + page
    }
    return text + unansweredPart(within: MarkdownPage.sizeMax - text.utf16.count)
  }

  /// The sessions without an answer, if there are any.
  private func unansweredPart(within size: Int) -> String {
    guard !unanswered.isEmpty else { return "" }
    var page = MarkdownPage()
    page.items(
      unanswered.map { MarkdownPen.prose($0.sentence) }, title: "## \(Heading.unanswered)",
      noun: "session")
    return "\n---\n\n" + page.text(within: size)
  }

  /// What logs tell.
  private func loggedPart(within size: Int) -> String {
    let logged = loggedPages
    guard !logged.isEmpty else { return "" }
    var page = MarkdownPage()
    for (index, reset) in logged.prefix(20).enumerated() {
      let title = index == 0 ? "## \(Heading.logged)\n\n" : ""
      page.items(
        reset.sentences.map(MarkdownPen.prose),
        title: "\(title)**\(MarkdownPen.prose(reset.headline))**", noun: "sentence")
      page.items(
        reset.steps.map(MarkdownPen.prose), title: "### \(Heading.steps)", noun: "step")
      page.items(
        reset.unknowns.map(MarkdownPen.prose), title: "### \(Heading.notInLog)",
        noun: "sentence")
    }
    if logged.count > 20 { page.paragraph("*\(Phrase.noRoom(for: logged.count - 20, "reset"))*") }
    return page.text(within: size)
  }

  /// What a reset is given at least; that several may not fit is said.
  private static let resetSizeMin = 8_000
  private static let noteSizeMax = 200
}

extension ModeComparison {
  /// One report, or several modes side by side.
  fileprivate func markdown(within size: Int) -> String {
    var pen = MarkdownPen()
    if reports.count > 1 {
      pen.draw(sections(MarkdownPen.scope))
    } else {
      pen.draw(reports[0].sections(MarkdownPen.scope))
    }
    return pen.page.text(within: size)
  }
}
