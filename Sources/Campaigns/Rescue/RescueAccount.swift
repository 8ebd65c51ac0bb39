internal import RealmModel
internal import TraceFormat

/// What became of the changes of a case, a line each, behind lines that say which a transaction is about to make:
/// whoever was killed in between knows later what to ask the target for.
package final class RescueAccount {
  /// By change, the last outcome.
  private(set) var outcomes: [RescueEntry.Outcome?]
  /// The lines of changes that were applied and not undone, in order.
  private(set) var applied: [Line] = []
  /// A transaction of which it is not known whether it ended, without the changes that have results.
  private(set) var open: RescueEntry?
  /// All changes of the last transaction that began.
  private(set) var begun: Set<Int> = []
  /// By the first change of a place that several are about, the row as this case left it.
  private(set) var rows: [Int: [String?]?] = [:]
  /// What of those that several changes are about was changed.
  private var changed: Set<ChangedObject> = []
  /// How many changes had each outcome in this run, and were refused, by why.
  package private(set) var counts: [RescueEntry.Outcome: Int] = [:]
  package private(set) var reasons: [RescueEntry.Reason: Int] = [:]
  /// How many changes all runs have refused, by why.
  private var refusals: [RescueEntry.Reason: Int] = [:]
  private let source: FileSource
  private var sink: FileSink?
  private var sizeBytes: UInt64 = 0

  struct Line {
    var change: Int
    var offset: UInt64
    var sizeBytes: Int
  }

  /// An object that was changed as a whole, or in a property.
  private struct ChangedObject: Hashable {
    var object: ObjectName
    var isWhole: Bool
  }

  private static let lineSizeMax = 1 << 28

  /// Reads an account, and continues it behind its last whole line.
  ///
  /// - Parameter path: the file, empty for a new account.
  /// - Throws: ``FleetRowFailure`` where a line is not of the account of a case with so many changes.
  package init(changeCount: Int, path: String) throws {
    outcomes = Array(repeating: nil, count: changeCount)
    source = try FileSource(ofRegularFile: path)
    let lines = LineReader(
      plain: try FileSource(ofRegularFile: path), lineSizeMax: Self.lineSizeMax)
    // Only what ends with its line feed was written whole.
    while let line = try lines.next(), sizeBytes + UInt64(line.count) < source.size ?? 0 {
      note(try entry(line, lineNumber: lines.lineNumber), sizeBytes: line.count + 1)
    }
    sink = try FileSink(resuming: path, keepingBytes: sizeBytes)
    (counts, reasons) = ([:], [:])
  }

  private func entry(_ line: [UInt8], lineNumber: Int) throws(FleetRowFailure) -> RescueEntry {
    do throws(JSONShapeFailure) {
      return try JSONNode.reading(line, sizeMax: Self.lineSizeMax) {
        node throws(JSONShapeFailure) in
        let entry: RescueEntry = try node.fact()
        for number in entry.begins ?? [entry.change ?? -1] where !outcomes.indices.contains(number)
        {
          throw node.failure(expected: "a change of the case", found: String(number))
        }
        guard entry.outcome != .applied || entry.row != nil else {
          throw node.failure(expected: "a row", found: "none")
        }
        return entry
      }
    } catch {
      throw FleetRowFailure(lineNumber: lineNumber, failure: error)
    }
  }

  /// Also counts what runs before have refused or left to decide, as far as it still is.
  package func countAllThatIsLeft() {
    for outcome in [RescueEntry.Outcome.refused, .skipped] {
      let count = outcomes.count { $0 == outcome }
      counts[outcome] = count == 0 ? nil : count
    }
    reasons = refusals
  }

  /// Whether the process ended inside a transaction of an undo; nil where it did not inside any.
  package var isUndoOpen: Bool? { open.map { $0.undoes == true } }

  func entry(at line: Line) throws -> RescueEntry {
    try source.seek(to: line.offset)
    return try entry(source.next(line.sizeBytes), lineNumber: 0)
  }

  /// Writes lines, and waits for the disk.
  func write(_ entries: [RescueEntry]) throws {
    guard !entries.isEmpty else { return }
    var bytes: [UInt8] = []
    for var entry in entries {
      if entry.reason == .changedSince, entry.undoes != true, let object = entry.row?.object,
        changed.contains(ChangedObject(object: object, isWhole: entry.property != nil))
      {
        entry.reason = .otherChange
      }
      let start = bytes.count
      JSONText(fact: entry).write(into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
      note(entry, sizeBytes: bytes.count - start)
    }
    try sink?.write(bytes)
    try sink?.synchronize()
  }

  private func note(_ entry: RescueEntry, sizeBytes size: Int) {
    defer { sizeBytes += UInt64(size) }
    guard let change = entry.change, let outcome = entry.outcome else {
      open = entry.begins?.isEmpty == false ? entry : nil
      begun = Set(entry.begins ?? [])
      return
    }
    counts[outcome, default: 0] += 1
    if let reason = entry.reason { reasons[reason, default: 0] += 1 }
    if let reason = entry.reason, outcome == .refused { refusals[reason, default: 0] += 1 }
    open?.begins?.removeAll { $0 == change }
    if open?.begins?.isEmpty == true { open = nil }
    guard outcome != .notUndone else { return }
    outcomes[change] = outcome
    if outcome == .applied {
      applied.append(Line(change: change, offset: sizeBytes, sizeBytes: size))
    } else if outcome == .undone {
      if let index = applied.lastIndex(where: { $0.change == change }) { applied.remove(at: index) }
    } else {
      return
    }
    guard let first = entry.first else { return }
    rows[first] = .some(entry.to)
    guard let object = entry.row?.object else { return }
    let whatChanged = ChangedObject(object: object, isWhole: entry.property == nil)
    if outcome == .applied { changed.insert(whatChanged) } else { changed.remove(whatChanged) }
  }
}
