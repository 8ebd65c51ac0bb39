internal import TraceFormat

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
