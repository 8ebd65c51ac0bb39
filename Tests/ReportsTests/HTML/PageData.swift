import TraceFormat

/// The data of a page as its script reads it.
struct PageData {
  struct Report {
    var id: String
    var writeCount: Int
    var objectCount: Int
    fileprivate var parts: JSONNode
  }

  /// All texts by their numbers, put together.
  private(set) var texts: [String] = []
  private(set) var reports: [Report] = []
  private var columns: [[Int]] = []

  init(_ page: ParsedHTML) throws {
    let root = JSONNode(try JSONText(parsing: Array(page.data.utf8)))
    let entries = try root.require("texts").elements()
    for (number, entry) in entries.enumerated() {
      texts.append(try Self.text(number, entry, entries))
    }
    columns = try root.require("columns").elements().map {
      try $0.elements().map { try $0.integer(Int.self) }
    }
    for (id, parts) in try root.require("reports").members() {
      reports.append(
        Report(
          id: id, writeCount: try parts.require("writes").require("count").integer(),
          objectCount: try parts.require("objects").require("count").integer(), parts: parts))
    }
  }

  private static func text(_ number: Int, _ entry: JSONNode, _ all: [JSONNode]) throws -> String {
    if case .string(let text) = entry.json { return text }
    return try entry.elements().map { part in
      let number = try part.integer(Int.self)
      return try text(number, all[number], all)
    }.joined()
  }

  /// What the script can make: the entry of each write, the page of each object.
  var identifiers: Set<String> {
    Set(
      reports.flatMap { report in
        (0..<report.writeCount).map { "\(report.id)-w\($0)" }
          + (0..<report.objectCount).map { "\(report.id)-o\($0)" }
      })
  }

  func fate(of write: Int, in report: Report) -> String? {
    guard let judgement = number(write, "judgement", "writes", report) else { return nil }
    return number(judgement, "fate", "judgements", report).map { texts[$0] }
  }

  func reason(of write: Int, in report: Report) -> String? {
    number(write, "reason", "writes", report).map { texts[$0] }
  }

  private func number(_ row: Int, _ name: String, _ table: String, _ report: Report) -> Int? {
    guard
      let column = try? report.parts.require(table).require("columns").require(name).integer(
        Int.self)
    else { return nil }
    return columns[column].count == 1 ? columns[column][0] : columns[column][row]
  }
}
