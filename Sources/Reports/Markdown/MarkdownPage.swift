internal import TraceFormat

/// A page of Markdown that keeps to a size: long lists give up rows, and say how many.
struct MarkdownPage {
  /// What a comment or a description may have on GitHub, in characters.
  static let sizeMax = 65_536
  /// What the sentence takes that says how much is left out.
  private static let noteSizeMax = 200
  /// Lists with more rows are folded.
  fileprivate static let openRowsMax = 12

  fileprivate enum Block {
    case text(String)
    case list(List)
  }

  fileprivate struct List {
    /// What stands before the rows: nothing, or the head of a table.
    var head: [String]
    var rows: [String]
    /// What a row is about, such as `object`.
    var noun: String
  }

  private var blocks: [Block] = []

  mutating func heading(_ text: String, level: Int) {
    blocks.append(.text(String(repeating: "#", count: level) + " " + text))
  }

  mutating func paragraph(_ text: String) { blocks.append(.text(text)) }

  mutating func list(_ rows: [String], under head: [String] = [], noun: String = "item") {
    guard !rows.isEmpty else { return }
    blocks.append(.list(List(head: head, rows: rows, noun: noun)))
  }

  /// The page within so many characters. What is not a list is never shortened; where there is no room for all of
  /// it, the last blocks are left out.
  func text(within size: Int = sizeMax) -> String {
    let sizes = blocks.indices.map { Self.size(render($0, 0)) + 2 }
    var left = size - (sizes.reduce(0, +) > size ? Self.noteSizeMax : 0)
    var room = left
    let kept = sizes.prefix {
      room -= $0
      return room >= 0
    }.indices
    let omitted = blocks.count - kept.count
    var counts: [Int: Int] = [:]
    for index in kept {
      if case .text(let text) = blocks[index] { left -= Self.size(text) + 2 }
    }
    // Short lists first: what they leave over is for the long ones.
    let lists = kept.compactMap { index -> (index: Int, list: List, size: Int)? in
      guard case .list(let list) = blocks[index] else { return nil }
      return (index, list, list.frameSize + list.rows.reduce(0) { $0 + Self.size($1) + 1 })
    }.sorted { ($0.size, $0.index) < ($1.size, $1.index) }
    for (place, entry) in lists.enumerated() {
      var share = left / (lists.count - place) - entry.list.frameSize
      var count = 0
      for row in entry.list.rows {
        guard share >= Self.size(row) + 1 else { break }
        share -= Self.size(row) + 1
        left -= Self.size(row) + 1
        count += 1
      }
      left -= entry.list.frameSize
      counts[entry.index] = count
    }
    let note = omitted > 0 ? ["*\(Phrase.noRoom(for: omitted, "part"))*"] : []
    func drawn(_ counts: [Int: Int]) -> String {
      (kept.map { render($0, counts[$0] ?? 0) } + note).joined(separator: "\n\n") + "\n"
    }
    let text = drawn(counts)
    return Self.size(text) <= size ? text : drawn([:])
  }

  private func render(_ index: Int, _ count: Int) -> String {
    switch blocks[index] {
    case .text(let text): text
    case .list(let list): list.text(count)
    }
  }

  /// GitHub counts characters; a count of UTF-16 is never below it.
  fileprivate static func size(_ text: String) -> Int { text.utf16.count }
}

extension MarkdownPage.List {
  /// What is needed besides the rows, at most.
  fileprivate var frameSize: Int {
    head.reduce(0) { $0 + MarkdownPage.size($1) + 1 } + noun.count + 140
  }

  fileprivate func text(_ count: Int) -> String {
    let omitted = rows.count - count
    var parts: [String] = []
    if count > 0 { parts.append((head + rows.prefix(count)).joined(separator: "\n")) }
    if omitted > 0 { parts.append("*\(Phrase.noRoom(for: omitted, noun))*") }
    let body = parts.joined(separator: "\n\n")
    guard rows.count > MarkdownPage.openRowsMax, count > 0 else { return body }
    // A summary is HTML, where Markdown's escapes mean nothing: it has words of ours alone.
    let summary = rows.count.counted(noun)
    return "<details><summary>\(summary)</summary>\n\n\(body)\n\n</details>"
  }
}
