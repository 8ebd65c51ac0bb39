import Analyzer
import ArgumentParser
import Reports
import TraceFormat

/// Where a rescue goes, as `--target` names it.
struct RescueDestination: ExpressibleByArgument {
  enum Kind: Equatable {
    case database(SQLDialect)
    /// Files, for a target that is not asked for anything.
    case export
    case mongodb
  }

  /// Nil where the argument names none.
  let kind: Kind?
  /// The file, the folder, or what `psql` takes as its database.
  let place: String
  /// The argument as it was given.
  let text: String

  /// Takes any argument: the parser quotes what it refuses, and a password may be in it.
  init(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let kinds: [Substring: Kind] = [
      "sqlite": .database(.sqlite), "postgresql": .database(.postgresql), "export": .export,
      "mongodb": .mongodb,
    ]
    let rest = parts.count == 2 ? String(parts[1]) : ""
    kind = rest.isEmpty ? nil : kinds[parts[0]]
    text = argument
    // `postgresql://…` is a URL as it is.
    place = rest.hasPrefix("//") ? argument : rest
  }

  /// The database that statements are made for; nil for files.
  var dialect: SQLDialect? { if case .database(let dialect) = kind { dialect } else { nil } }

  func folder(besides caseFolder: String) -> String {
    kind == .mongodb ? "\(caseFolder)/mongodb" : place
  }

  /// The form of the files; nil for a database.
  func form(_ chosen: ExportFileForm?) -> ExportFileForm? {
    kind == .export ? chosen ?? .ndjson : kind == .mongodb ? .mongodb : nil
  }

  /// - Throws: where the argument has a secret, which a case would keep, or is not a target, or names a file as the folder
  ///   that gets files.
  func check(form: ExportFileForm?) throws {
    guard text.firstMatch(of: /:\/\/[^@\/]*:[^@\/]*@|password *=/) == nil else {
      throw CommandFailure(
        .usage, "there is a password in the target, which a case would keep",
        hint: "leave it out of `--target`: `psql` takes it from PGPASSWORD or ~/.pgpass")
    }
    guard kind != nil else {
      throw CommandFailure(
        .usage, "`\(text)` is not a target",
        hint: "`--target` takes sqlite:FILE, postgresql:URL, mongodb:URL or export:FOLDER")
    }
    guard form == nil || kind == .export else {
      throw CommandFailure(.usage, "`--form` is for the target `export:FOLDER`")
    }
    if kind == .export, let kind = FileStatus.of(place)?.kind, kind != .folder {
      throw CommandFailure(
        .cannotCreate, "`\(place)` is not a folder", hint: "name a folder that gets the files")
    }
  }

  /// Connects to the database; nil for files.
  ///
  /// - Throws: where it can't be reached, is not there, or does not list its tables.
  func open(isReadOnly: Bool) throws -> SQLRescueTarget? {
    let target = try connect(isReadOnly: isReadOnly)
    do {
      _ = try target?.columns(of: .empty)
    } catch let refusal as RescueRefusal {
      if refusal.isLocked { throw refusal }
      throw CommandFailure(
        .badInput, "`\(place)` is not a database that can be read: \(refusal)",
        hint: "`--target` takes sqlite:FILE, postgresql:URL, mongodb:URL or export:FOLDER")
    }
    return target
  }

  private func connect(isReadOnly: Bool) throws -> SQLRescueTarget? {
    switch dialect {
    case nil: return nil
    case .sqlite:
      // SQLite would make the file.
      guard (try? FileSource(ofRegularFile: place)) != nil else {
        throw CommandFailure(
          .noInput, "the database `\(place)` does not exist or is not a file",
          hint: "`tracetool export --format sql --dialect sqlite --tables FILE` makes its tables")
      }
      // SQLite takes some names for an option or a URI.
      let file = place.utf8.first == UInt8(ascii: "/") ? place : "./\(place)"
      let process = try DatabaseProcess(
        "sqlite3",
        ["-batch", "-init", "/dev/null"] + (isReadOnly ? ["-readonly", file] : [file]),
        setup: [".headers off", ".mode list", ".timeout 10000"], marking: { ".print \($0)" })
      return SQLRescueTarget(.sqlite) { try process.ask($0) }
    case .postgresql:
      let process = try DatabaseProcess(
        "psql", ["-X", "-q", "-A", "-t", "-w", "-v", "VERBOSITY=terse", "-d", place],
        setup: Self.postgresSetup + ["SET default_transaction_read_only = \(isReadOnly);"],
        marking: { "\\echo \($0)" })
      // From version 15 on `psql` sends several statements at once, and prints what each gives.
      let version = try process.ask(["\\echo :VERSION_NUM"]).first
      let sendsAll = version.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0 >= 150_000
      return SQLRescueTarget(.postgresql) { statements in
        guard sendsAll, let last = statements.last else { return try process.ask(statements) }
        return try process.ask(statements.dropLast().map { $0.dropLast() + " \\;" } + [last])
      }
    }
  }

  /// Values have one text each, whatever the server's settings are.
  private static let postgresSetup = [
    "client_min_messages = error", "client_encoding = 'UTF8'", "timezone = 'UTC'",
    "datestyle = 'ISO'", "intervalstyle = 'postgres'", "bytea_output = 'hex'",
    "extra_float_digits = 1", "standard_conforming_strings = on",
  ].map { "SET \($0);" }
}
