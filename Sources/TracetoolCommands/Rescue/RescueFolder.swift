import Campaigns
import Foundation
import RealmFile
import Reports
import TraceCompression
import TraceFormat

/// The folder of a case, and the files in it.
struct RescueFolder {
  let path: String

  /// What the case is; written last, so that a survey that was killed is none.
  private var facts: String { "\(path)/case.json" }
  var changes: String { "\(path)/changes.ndjson" }
  /// The changes before they are compared, while the files are read.
  var draft: String { "\(path)/changes.unfinished" }
  private var decisions: String { "\(path)/decisions.csv" }
  private var account: String { "\(path)/account.ndjson" }

  private static let fileSizeMaxBytes = 1 << 30
  private static let lineSizeMaxBytes = 1 << 28

  /// Whether a file is one of a case or its target of files, which may lie among those of devices.
  static func isOwn(_ path: String) -> Bool {
    guard let name = path.firstMatch(of: /(changes|account)\.ndjson$/) else {
      return path.contains(/(^|\/)case-[0-9a-f]{16}-[0-9]+\.ndjson$/)
    }
    let folder = String(path[..<name.range.lowerBound])
    return ["case.json", "changes.unfinished"].contains { FileIdentity.isTaken(folder + $0) }
  }

  /// Makes the folder; throws where it has a case.
  func make() throws {
    guard !FileIdentity.isTaken(facts) else {
      throw CommandFailure(
        .cannotCreate, "`\(path)` has a case already", hint: "name another folder with `-o`")
    }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Does what writes the changes, which only become a case with its other files. Where that fails, removes them.
  func removingChangesOnFailure<Result>(_ body: () throws -> Result) throws -> Result {
    let isReplacing = FileIdentity.isTaken(changes)
    do {
      return try body()
    } catch {
      for path in isReplacing ? [draft] : [draft, changes] {
        try? FileManager.default.removeItem(atPath: path)
      }
      throw error
    }
  }

  /// Writes what the survey found besides the changes.
  func write(_ rescue: RescueCase, page: String) throws {
    let sinks = try [decisions, "\(path)/index.html", facts].map { try AtomicFileSink(path: $0) }
    var rows = try RescueDecisionsFile(rescue, to: sinks[0])
    let next = try reader(of: changes)
    while let change = try next() { try rows.add(change) }
    try rows.finish()
    try sinks[1].write(Array(page.utf8))
    try sinks[2].write(Array((JSONText(fact: rescue).text(.indented) + "\n").utf8))
    for sink in sinks { try sink.commit() }
    try FileManager.default.removeItem(atPath: draft)
  }

  /// The case, whose changes are those that it was made with, and what was decided.
  ///
  /// - Throws: where it is not a case, its changes were edited, or a decision is not about it.
  func read() throws -> (RescueCase, RescueDecisions) {
    guard FileIdentity.isTaken(facts) else {
      throw CommandFailure(
        FileIdentity.isTaken(path) ? .badInput : .noInput,
        "`\(path)` is not a case: it has no case.json",
        hint: "`tracetool rescue DEVICES --target TARGET -o CASE` makes one")
    }
    let rescue: RescueCase = try parsed(try contents(facts), "`\(facts)`")
    // A change is a line of more than one byte.
    let countMax = Int(clamping: try FileSource(ofRegularFile: changes).size ?? 0)
    guard rescue.version == 1, rescue.counts.count <= RescueStanding.allCases.count,
      rescue.counts.allSatisfy({ (0...countMax).contains($0.count) })
    else {
      throw CommandFailure(
        .badInput, "`\(facts)` is damaged, or of another version of tracetool",
        hint: "make the case again with `tracetool rescue`")
    }
    guard try digest(of: changes) == rescue.digest else {
      throw CommandFailure(
        .badInput, "`\(changes)` is not the file that the case was made with",
        hint: "make the case again with `tracetool rescue`; decisions go into decisions.csv")
    }
    let bytes = try contents(decisions)
    do {
      let decided = try RescueDecisionsFile.decisions(bytes, of: rescue)
      if let line = try decided.lineAboutNothing(in: rescue, reader(of: changes, in: rescue)) {
        throw RescueDecisionFailure(line: line, "no change is about this class or object")
      }
      return (rescue, decided)
    } catch let failure as RescueDecisionFailure {
      throw CommandFailure(.badInput, "`\(decisions)`, \(failure)")
    }
  }

  private func contents(_ path: String) throws -> [UInt8] {
    try InputFile.readAll(FileSource(ofRegularFile: path), sizeMaxBytes: Self.fileSizeMaxBytes)
  }

  private func parsed<Fact: Decodable>(_ bytes: [UInt8], _ place: String) throws -> Fact {
    do throws(JSONShapeFailure) {
      return try JSONNode.reading(bytes, sizeMax: Self.fileSizeMaxBytes) {
        node throws(JSONShapeFailure) in try node.fact()
      }
    } catch {
      throw CommandFailure(.badInput, "\(place): \(error)")
    }
  }

  static func write(_ change: RescueChange, into lines: inout [UInt8]) {
    JSONText(fact: change).write(into: &lines)
    lines.append(UInt8(ascii: "\n"))
  }

  /// Begins to read changes, which are those of a case where one is given.
  func reader(of path: String, in rescue: RescueCase? = nil) throws -> () throws -> RescueChange? {
    let lines = try LineReader(FileSource(ofRegularFile: path), lineSizeMax: Self.lineSizeMaxBytes)
    return {
      guard let line = try lines.next() else { return nil }
      let place = "`\(path)`, line \(lines.lineNumber)"
      let change: RescueChange = try parsed(line, place)
      guard rescue?.holds(change) != false else {
        throw CommandFailure(.badInput, "\(place): not a change of the case")
      }
      return change
    }
  }

  /// Has the account of the case continued by this process alone, and writes its digest, as `sha256sum` reads it.
  func withAccount(
    of rescue: RescueCase, _ body: (RescueAccount) throws -> Void
  ) throws -> RescueAccount {
    // It has its name from the beginning, so that it is there when the process is killed.
    if !FileIdentity.isTaken(account) {
      try AtomicFileSink(path: account, replacing: false).commit()
    }
    let lock = try FileLock.taken(on: account)
    defer { withExtendedLifetime(lock) {} }
    do {
      let ledger = try RescueAccount(changeCount: rescue.counts.count(), path: account)
      try body(ledger)
      let line = "\(try digest(of: account))  account.ndjson\n"
      try AtomicFileSink(path: "\(path)/account.sha256").commit(Array(line.utf8))
      return ledger
    } catch let failure as FleetRowFailure {
      throw CommandFailure(.badInput, "`\(account)`, \(failure)")
    }
  }

  /// SHA-256, 64 hexadecimal digits in lower case.
  func digest(of path: String) throws -> String {
    Hex.encode(try RawFile(FileSource(ofRegularFile: path)).sha256()[...])
  }
}
