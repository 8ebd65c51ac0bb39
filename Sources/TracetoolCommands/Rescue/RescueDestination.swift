import Analyzer
import ArgumentParser
import Reports
import TraceFormat

/// Where a rescue goes, as `--target` names it.
struct RescueDestination: ExpressibleByArgument {
  let dialect: SQLDialect
  /// The file, or what `psql` takes as its database.
  private let place: String
  /// The argument as it was given.
  let text: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty,
      let dialect = SQLDialect(rawValue: String(parts[0]))
    else { return nil }
    (self.dialect, text) = (dialect, argument)
    // `postgresql://…` is a URL as it is.
    place = parts[1].hasPrefix("//") ? argument : String(parts[1])
  }

  /// The schema of the target's that tables are in.
  func schema(_ name: String?) -> RealmString? {
    dialect == .sqlite ? nil : RealmString(name ?? "public")
  }

  /// A case keeps its target, and no secret.
  func validate() throws {
    guard text.firstMatch(of: /:\/\/[^@\/]*:[^@\/]*@|password *=/) == nil else {
      throw ValidationError(
        "a case keeps its target, so leave the password out: `psql` takes it from PGPASSWORD or ~/.pgpass"
      )
    }
  }

  /// Connects to the database.
  ///
  /// - Throws: where it can't be reached, or is not there.
  func open(schema: String?, isReadOnly: Bool) throws -> SQLRescueTarget {
    switch dialect {
    case .sqlite:
      // SQLite would make the file.
      _ = try FileSource(ofRegularFile: place)
      let process = try DatabaseProcess(
        "sqlite3",
        ["-batch", "-init", "/dev/null"] + (isReadOnly ? ["-readonly", place] : [place]),
        setup: [".headers off", ".mode list", ".timeout 10000"], marking: { ".print \($0)" })
      return SQLRescueTarget(dialect, schema: "main") { try process.ask($0) }
    case .postgresql:
      let process = try DatabaseProcess(
        "psql", ["-X", "-q", "-A", "-t", "-w", "-v", "VERBOSITY=terse", "-d", place],
        setup: Self.postgresSetup + ["SET default_transaction_read_only = \(isReadOnly);"],
        marking: { "\\echo \($0)" })
      // From version 15 on `psql` sends several statements at once, and prints what each gives.
      let version = try process.ask(["\\echo :VERSION_NUM"]).first
      let sendsAll = version.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0 >= 150_000
      return SQLRescueTarget(dialect, schema: RealmString(schema ?? "public")) { statements in
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
