import Foundation
import TestSupport
import Testing

/// A database that tests rescue into: a file of SQLite, or a PostgreSQL server of the tests' own.
struct TrialDatabase: CustomTestStringConvertible, Sendable {
  enum Kind: String, Sendable, CaseIterable { case sqlite, postgresql }

  let kind: Kind
  /// What `--target` takes.
  let target: String
  private let command: [String]

  var testDescription: String { kind.rawValue }

  /// The kinds that there are tools for; says which are missing.
  static let available = Kind.allCases.filter { kind in
    let isThere = kind == .sqlite ? has("sqlite3") : has("psql") && TrialServer.tools != nil
    if !isThere { print("skipped: no \(kind.rawValue) for the tests of rescue") }
    return isThere
  }

  private static func has(_ tool: String) -> Bool {
    (try? RunningProcess.run("/bin/bash", ["-c", "command -v \(tool)"]).status) == 0
  }

  /// A target that is files, which nothing is asked of.
  init(files target: String) { (kind, self.target, command) = (.sqlite, target, ["false"]) }

  init(_ kind: Kind, in folder: TemporaryFolder) throws {
    self.kind = kind
    switch kind {
    case .sqlite:
      let file = folder.path("target.db")
      (target, command) = ("sqlite:\(file)", ["sqlite3", "-batch", "-bail", file])
      try folder.write([], to: "target.db")
    case .postgresql:
      let name = "t" + UUID().uuidString.lowercased().replacing("-", with: "")
      let server = try TrialServer.shared.get()
      target = "postgresql:host=\(server) user=postgres dbname=\(name)"
      let psql = ["psql", "-X", "-q", "-A", "-t", "-h", server, "-U", "postgres"]
      command = psql + ["-v", "ON_ERROR_STOP=1", "-d", name]
      let made = try RunningProcess.run(
        "/usr/bin/env", psql + ["-d", "postgres", "-c", "CREATE DATABASE \(name)"])
      guard made.status == 0 else { throw Refused(description: made.errorText) }
    }
  }

  struct Refused: Error, CustomStringConvertible { var description: String }

  /// Runs statements, and gives what they print.
  @discardableResult func run(_ statements: String) throws -> String {
    let ended = try RunningProcess.run("/usr/bin/env", command, input: Array(statements.utf8))
    guard ended.status == 0 else { throw Refused(description: ended.errorText) }
    return ended.text
  }

  /// All rows of a table, a line each, in the order of their text.
  func rows(_ table: String) throws -> [String] {
    try run("SELECT * FROM \"\(table)\";").split(separator: "\n").map(String.init).sorted()
  }
}

/// A PostgreSQL server that runs as long as the tests do.
enum TrialServer {
  /// The folder of the server's programs.
  static let tools = try? FileManager.default
    .contentsOfDirectory(atPath: "/usr/lib/postgresql").sorted().last
    .map { "/usr/lib/postgresql/\($0)/bin" }

  /// The folder of its socket. The server stops itself when the process of the tests is gone.
  static let shared = Result { () throws -> String in
    let folder = "/tmp/tracetool-postgresql-\(getpid())"
    let script = """
      set -e
      # Whoever waits for this script waits until nobody has what it inherits.
      for fd in /proc/self/fd/*; do n=${fd##*/}; [ $n -le 2 ] || eval "exec $n>&-" || true; done
      mkdir -p \(folder); chmod 700 \(folder)
      as() { if [ $(id -u) = 0 ]; then chown -R postgres \(folder); su postgres -s /bin/bash -c "$1"; else bash -c "$1"; fi; }
      as "\(tools ?? "")/initdb -D \(folder)/data -A trust -U postgres --locale=C.UTF-8 -E UTF8 >/dev/null"
      as "\(tools ?? "")/pg_ctl -D \(folder)/data -o '-k \(folder) -c listen_addresses= -F' -l \(folder)/log -w start >/dev/null"
      (while kill -0 \(getpid()) 2>/dev/null; do sleep 1; done
       as "\(tools ?? "")/pg_ctl -D \(folder)/data -m immediate stop"; rm -rf \(folder)) >/dev/null 2>&1 </dev/null &
      """
    let ended = try RunningProcess.run("/bin/bash", ["-c", script])
    guard ended.status == 0 else { throw TrialDatabase.Refused(description: ended.errorText) }
    return folder
  }
}
