import Testing

@testable import Reports

@Suite struct MarkdownPageTests {
  private func page(_ counts: [Int]) -> MarkdownPage {
    var page = MarkdownPage()
    page.paragraph("Above.")
    for (index, count) in counts.enumerated() {
      var table = Document.Table(columns: ["a", "b", "c"], noun: "thing")
      table.rows = (0..<count).map { row in ["list \(index)", "", "row \(row)"].map { .init($0) } }
      page.draw([.table(table)])
    }
    page.paragraph("Below.")
    return page
  }

  @Test func `A table has no column without content`() {
    #expect(
      page([2]).text() == """
        Above.

        | a | c |
        | --- | --- |
        | list 0 | row 0 |
        | list 0 | row 1 |

        Below.

        """)
  }

  @Test func `A long list is folded`() {
    #expect(!page([12]).text().contains("<details>"))
    let text = page([13]).text()
    #expect(
      text.contains(
        "Above.\n\n<details><summary>13 things</summary>\n\n| a | c |\n| --- | --- |\n"))
    #expect(text.hasSuffix("| list 0 | row 12 |\n\n</details>\n\nBelow.\n"))
  }

  @Test func `A list without rows is left out`() {
    #expect(page([0]).text() == "Above.\n\nBelow.\n")
  }

  @Test(arguments: [400, 1_000, 5_000, 65_536])
  func `Within a size, lists give up rows and say so`(size: Int) {
    let text = page([5_000, 3, 5_000]).text(within: size)
    #expect(text.utf16.count <= size)
    #expect(text.hasPrefix("Above.") && text.hasSuffix("Below.\n"))
    guard size >= 1_000 else { return }
    // The short list is whole, and the long ones share the rest.
    #expect(text.contains("| list 1 | row 2 |"))
    let shown = (0...2).map { list in text.split(separator: "| list \(list) |").count - 1 }
    #expect(abs(shown[0] - shown[2]) < 20)
    #expect(text.contains("*… and \(5_000 - shown[0]) more things, left out for lack of room.*"))
  }

  @Test func `Blocks without room are left out from the end, and counted`() throws {
    var page = MarkdownPage()
    for index in 0..<4_000 { page.paragraph("Part \(index) of a page that is far too long") }
    let text = page.text()
    #expect(text.utf16.count <= MarkdownPage.sizeMax)
    let shown = text.matches(of: /Part \d+/).count
    #expect(shown > 1_000)
    #expect(text.hasSuffix("*… and \(4_000 - shown) more parts, left out for lack of room.*\n"))
  }

  @Test(arguments: [1, 40]) func `Many lists fit too`(rowCount: Int) {
    var page = MarkdownPage()
    for index in 0..<2_000 {
      page.paragraph("Part \(index)")
      page.list((0..<rowCount).map { "- row \($0)" })
    }
    let text = page.text()
    #expect(text.utf16.count <= MarkdownPage.sizeMax && text.contains("Part 300\n"))
    #expect(text.contains(" more parts, left out for lack of room.*"))
  }

  @Test func `A row that does not fit ends its list, also before a shorter one`() {
    var page = MarkdownPage()
    page.list(["- " + String(repeating: "x", count: 1_000), "- y"], noun: "thing")
    let text = page.text(within: 500)
    #expect(text == "*… and 2 more things, left out for lack of room.*\n")
  }
}
