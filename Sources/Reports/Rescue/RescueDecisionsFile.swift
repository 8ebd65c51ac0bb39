package import Campaigns
internal import RealmModel
package import TraceFormat

/// `decisions.csv`: a row for each change that you have to decide about, and your own.
package struct RescueDecisionsFile {
  private static let needed = ["decision", "change", "class", "object", "device", "case"]
  private static let columns =
    needed.dropLast() + ["property", "old", "new", "target", "standing", "case"]
  private let rescue: RescueCase
  private var lines: LineSink

  /// Begins the file, with the mark by which spreadsheets know its encoding.
  package init(_ rescue: RescueCase, to sink: any ByteSink) throws {
    self.rescue = rescue
    lines = LineSink(sink)
    try lines.write("\u{FEFF}")
    try lines.csv(Array(Self.columns))
  }

  /// Adds a row to decide about, if there is something to decide.
  package mutating func add(_ change: RescueChange) throws {
    guard change.standing.isOpen else { return }
    let object = change.row.object
    let texts = [change.oldText, change.newText, change.targetText(in: rescue)]
      .map { RealmString($0) }
    let names = [
      object.className, object.key.plainText, rescue.devices[change.device].file,
      change.property ?? .empty,
    ]
    let cells = (names + texts).map { $0.isEmpty ? "" : CSVCell.text($0) }
    let last = [change.standing.rawValue, rescue.mark]
    try lines.csv(["", String(change.number)] + cells + last)
  }

  package mutating func finish() throws { try lines.flush() }

  /// Reads the file as a spreadsheet may have written it: with commas, semicolons or tabs.
  ///
  /// - Throws: ``RescueDecisionFailure`` with the line of what is not a decision about the case.
  package static func decisions(
    _ bytes: [UInt8], of rescue: RescueCase
  ) throws(RescueDecisionFailure) -> RescueDecisions {
    var rows = try CSVReader(bytes).rows[...]
    let head = rows.popFirst()?.cells ?? []
    var indexes: [Int] = []
    for name in needed {
      guard let index = head.firstIndex(where: { $0.hasSameBytes(as: name) }) else {
        throw RescueDecisionFailure(line: 1, "there is no column `\(name)`")
      }
      indexes.append(index)
    }
    var decisions = RescueDecisions()
    let devices = Set(rescue.devices.map(\.file))
    for row in rows {
      let cells = indexes.map { $0 < row.cells.count ? row.cells[$0] : "" }
      guard !cells[0].isEmpty else { continue }
      guard let decision = RescueDecision(rawValue: cells[0].lowercased()) else {
        throw RescueDecisionFailure(
          line: row.line, "`\(cells[0])` is not a decision: write `take`, `keep` or `skip`")
      }
      guard cells[5].isEmpty || cells[5].hasSameBytes(as: rescue.mark) else {
        throw RescueDecisionFailure(
          line: row.line, "the row belongs to another case, `\(cells[5])`: this is `\(rescue.mark)`"
        )
      }
      let scope = try scope(cells, row.line, devices, rescue.counts.count())
      if let other = decisions.rules.updateValue((decision, row.line), forKey: scope),
        other.decision != decision
      {
        throw RescueDecisionFailure(
          line: row.line, "line \(other.line) decides otherwise about the same")
      }
    }
    return decisions
  }

  private static func scope(
    _ cells: [String], _ line: Int, _ devices: Set<RealmString>, _ count: Int
  ) throws(RescueDecisionFailure) -> RescueDecisions.Scope {
    let names = cells.map(name)
    guard cells[1].isEmpty else {
      guard let number = Int(cells[1]), (0..<count).contains(number) else {
        throw RescueDecisionFailure(
          line: line, "there is no change `\(cells[1])` in the case, which has \(count), from 0")
      }
      return .change(number)
    }
    switch cells[2...4].map(\.isEmpty) {
    case [false, false, true]: return .object(names[2], key: names[3])
    case [true, true, false] where devices.contains(names[4]): return .device(names[4])
    case [false, true, true]: return .className(names[2])
    default: break
    }
    throw RescueDecisionFailure(
      line: line,
      "a row without `change` names a `class` and an `object`, a `device` of the case, or a `class`, and "
        + "nothing else")
  }

  /// A name as it is, or as a string of JSON (``CSVCell``).
  private static func name(_ cell: String) -> RealmString {
    guard cell.utf8.first == UInt8(ascii: "\""),
      let json = try? JSONText(parsing: Array(cell.utf8))
    else { return RealmString(cell) }
    return (try? JSONNode(json).realmString()) ?? RealmString(cell)
  }
}

/// Why a file of decisions can't be used.
package struct RescueDecisionFailure: Error, CustomStringConvertible {
  package var description: String

  /// - Parameter line: from 1.
  package init(line: Int, _ reason: String) { description = "line \(line): \(reason.visible)" }
}

/// Rows of values with a separator, as spreadsheets write them: with or without a mark of the encoding, with
/// commas, semicolons or tabs, and with line feeds behind carriage returns or alone.
package struct CSVReader {
  package private(set) var rows: [(line: Int, cells: [String])] = []

  /// - Throws: where the text is not UTF-8, or ends inside quotation marks.
  package init(_ bytes: [UInt8]) throws(RescueDecisionFailure) {
    guard let text = String(validUTF8: bytes) else {
      throw RescueDecisionFailure(line: 1, "the file is not text in UTF-8: save it as CSV UTF-8")
    }
    var rest = Array(text.utf8)[...]
    if rest.starts(with: ByteOrderMark.bytes) { rest = rest.dropFirst(ByteOrderMark.bytes.count) }
    let separator = rest.first { ",;\t\n".utf8.contains($0) } ?? UInt8(ascii: ",")
    var (line, start, opening) = (1, 1, 1)
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    func row() -> [String] { cells + [String(decoding: cell, as: UTF8.self)] }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && rest.first == byte:
        cell.append(byte)
        rest = rest.dropFirst()
      case UInt8(ascii: "\"") where isQuoted || cell.isEmpty:
        isQuoted.toggle()
        opening = line
      case _ where isQuoted: cell.append(byte)
      case separator:
        cells = row()
        cell = []
      case UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"):
        rows.append((start, row()))
        (cells, cell, start) = ([], [], line)
      default: cell.append(byte)
      }
    }
    guard !isQuoted else {
      throw RescueDecisionFailure(line: opening, "quotation marks open and do not close")
    }
    if !cell.isEmpty || !cells.isEmpty { rows.append((start, row())) }
    rows.removeAll { $0.cells.allSatisfy(\.isEmpty) }
  }
}
