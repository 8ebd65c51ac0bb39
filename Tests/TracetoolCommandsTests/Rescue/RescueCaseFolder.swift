import Foundation
import RealmFileSupport
import TestSupport
import TraceFormat

@testable import TracetoolCommands

/// Files of devices, a database and a case in a folder.
struct RescueCaseFolder {
  let folder: TemporaryFolder
  let database: TrialDatabase

  private init(_ database: TrialDatabase, in folder: TemporaryFolder) throws {
    (self.folder, self.database) = (folder, database)
    try FileManager.default.createDirectory(
      atPath: folder.path("devices"), withIntermediateDirectories: true)
  }

  /// Runs a test with each database that there is.
  static func with(
    _ kind: TrialDatabase.Kind, _ body: (RescueCaseFolder) async throws -> Void
  ) async throws {
    try await TemporaryFolder.during { folder in
      try await body(RescueCaseFolder(TrialDatabase(kind, in: folder), in: folder))
    }
  }

  /// Runs a test with a target that is files; `OUT` is a folder next to the case.
  static func withFiles(
    _ target: String, _ body: (RescueCaseFolder) async throws -> Void
  ) async throws {
    try await TemporaryFolder.during { folder in
      let target = target.replacing("OUT", with: folder.path("OUT"))
      try await body(RescueCaseFolder(TrialDatabase(files: target), in: folder))
    }
  }

  /// Writes the file of a device: inspections whose values follow from a seed, and changes of some.
  func device(_ name: String, seed: UInt64, _ changes: [String]) throws {
    try folder.write(try Self.file(seed: seed, changes), to: "devices/\(name).realm")
  }

  /// Writes the trace of a device by a scenario: the properties of tasks besides their key, the tasks of the last sync,
  /// and what the device did then.
  func trace(
    _ name: String, properties: String, synced: String = "", _ operation: String
  ) throws {
    let scenario = """
      {"scenario": 1, "name": "\(name)", "synced": {"Task": [\(synced)]},
       "schema": {"Task": {"primaryKey": "_id", "properties": {"_id": "int?", \(properties)}}},
       "local": [{"operations": [\(operation)]}]}
      """
    let (path, trace) = ("\(name).json", folder.path("devices/\(name).synctrace"))
    try folder.write(Array(scenario.utf8), to: path)
    let run = try CommandRun(["import", "scenario", folder.path(path), "-o", trace])
    guard run.status == .fine else { throw MissingInput(run.error) }
  }

  static func file(seed: UInt64, _ changes: [String]) throws -> [UInt8] {
    let json = try JSONText(parsing: Array("[\(changes.joined(separator: ","))]".utf8))
    let sink = MemorySink()
    _ = try GeneratedRealmFile(
      sizeBytes: 1_000, changesets: [Changeset(JSONNode(json)).encoded()], seed: seed
    ).write { sink.write($0) }
    return sink.bytes
  }

  /// An update of a property; what the device has is in the file, whatever the value here is.
  static func set(_ id: Int, _ property: String = "site") -> String {
    change("Update", id, #","property":"\#(property)","path":[],"value":"x","isDefault":false"#)
  }

  static func add(_ id: Int, _ number: Int) -> String {
    change("AddInteger", id, #","property":"photoCount","path":[],"value":{"$int":"\#(number)"}"#)
  }

  static func create(_ id: Int) -> String { change("CreateObject", id, "") }
  static func delete(_ id: Int) -> String { change("EraseObject", id, "") }

  private static func change(_ instruction: String, _ id: Int, _ rest: String) -> String {
    #"{"instruction":"\#(instruction)","class":"Inspection","object":{"$int":"\#(id)"}\#(rest)}"#
  }

  /// Makes the table of inspections, with these objects in it.
  func makeTable(ids: Range<Int>, without: String = "", site: String = "target''s") throws {
    let isSQLite = database.kind == .sqlite
    let columns = [
      "\"_id\" \(isSQLite ? "INTEGER" : "bigint") PRIMARY KEY", "\"site\" text NOT NULL DEFAULT ''",
      "\"notes\" text", "\"createdAt\" \(isSQLite ? "text" : "timestamptz")",
      "\"score\" double precision", "\"isDone\" \(isSQLite ? "integer" : "boolean")",
      "\"photoCount\" \(isSQLite ? "integer" : "bigint")",
      "\"reference\" \(isSQLite ? "text" : "uuid")", "\"inspector\" text",
      "\"readings\" \(isSQLite ? "text" : "jsonb")", "\"extra\" \(isSQLite ? "text" : "jsonb")",
    ].filter { without.isEmpty || !$0.hasPrefix("\"\(without)\"") }
    try database.run("CREATE TABLE \"Inspection\" (\(columns.joined(separator: ", ")));")
    for id in ids {
      try database.run(
        "INSERT INTO \"Inspection\" (\"_id\", \"site\", \"photoCount\") VALUES (\(id), '\(site)', 10);"
      )
    }
  }

  func survey(_ more: [String] = []) async throws -> CommandRun {
    try await CommandRun(
      running: [
        "rescue", folder.path("devices"), "--target", database.target, "-o", folder.path("case"),
      ] + more)
  }

  func apply(_ more: [String] = []) throws -> CommandRun {
    try CommandRun(["rescue", "apply", folder.path("case")] + more)
  }

  func undo() throws -> CommandRun { try CommandRun(["rescue", "undo", folder.path("case")]) }

  /// The bytes of a file of the case.
  func bytes(_ name: String) throws -> [UInt8] { try folder.read("case/\(name)") }

  /// The lines of a file of the case.
  func lines(_ name: String) throws -> [String] {
    try bytes(name).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same as JSON.
  func entries(_ name: String) throws -> [JSONText] {
    try lines(name).map { try JSONText(parsing: Array($0.utf8)) }
  }

  /// How many changes have each standing, such as `fits: 2`.
  func standings() throws -> [String: Int] {
    try Self.counts(entries("changes.ndjson"), "standing")
  }

  /// How many changes had each outcome, all lines of the account counted.
  func outcomes() throws -> [String: Int] { try Self.counts(entries("account.ndjson"), "outcome") }

  private static func counts(_ lines: [JSONText], _ member: String) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for line in lines {
      if case .string(let word)? = line.member(member) { counts[word, default: 0] += 1 }
    }
    return counts
  }

  /// Adds rows to the decisions, without the columns at the end.
  func decide(_ rows: [String]) throws {
    let bytes = try folder.read("case/decisions.csv")
    try folder.write(
      bytes + Array((rows.joined(separator: "\r\n") + "\r\n").utf8), to: "case/decisions.csv")
  }
}
