import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// The real binary: exit codes, pipes, standard input.
@Suite struct ProcessTests {
  /// The binary stands beside the bundle of tests.
  static let binary = Bundle.main.bundleURL.appending(path: "tracetool")

  /// Runs a shell command in which `$T` is the binary.
  func shell(_ command: String) throws -> EndedProcess {
    try RunningProcess.run(
      "/bin/bash", ["-c", command],
      environment: ["T": Self.binary.path(percentEncoded: false), "PATH": "/usr/bin:/bin"],
      in: ProjectFiles.path("."))
  }

  @Test(arguments: [
    ("$T cat traces/field-inspections.synctrace", 0 as Int32),
    ("$T --help", 0), ("$T --version", 0),
    ("head -c 2000 traces/three-clients.synctrace | $T cat -", 3),
    ("head -c 2000 traces/three-clients.synctrace | $T verify -", 2),
    ("$T nonsense", 64), ("$T cat", 64), ("$T cat --kind nonsense x", 64),
    ("$T cat README.md", 65), ("$T import scenario README.md -o /dev/null --force", 65),
    ("$T cat no-such-file", 66),
  ])
  func `every exit code of the table means what it says`(command: String, code: Int32) throws {
    let ended = try shell(command)
    #expect(ended.status == code, "\(ended.errorText)")
  }

  @Test func `explain counts as unknown what neither it nor the log's reset tells`() throws {
    let lines = [
      "Connection[1] Session[3]: Client reset: path_local = /a.realm, fresh_file_ident = (ident: 8, salt: 12), requested_mode = Recover, action = ClientReset, actual_mode = Recover, will_recover = true, originating_error = Other: x",
      "Connection[1] Session[3]: Sending: MARK(request_ident=1)", "User-provided callback failed",
    ]
    let ended = try shell("printf '%s\\n' '\(lines.joined(separator: "' '"))' | $T explain -")
    #expect(ended.status == 0)
    #expect(ended.text.contains("handler-threw") && ended.text.contains("a.realm"))
    #expect(ended.errorText.contains("1 line says nothing"), "\(ended.errorText)")
    let old = try shell("printf 'x\\rUser-provided callback failed\\r' | $T explain -")
    #expect(old.status == 0 && old.text.contains("handler-threw"))
  }

  @Test func `a trace goes through pipes from one verb to the next`() throws {
    let ended = try shell(
      "$T import capture - -o - <Tests/Vectors/wire/Sync_Replication.ndjson | $T cat --kind message -"
    )
    #expect(ended.status == 0)
    #expect(ended.text.split(separator: "\n").count { !$0.hasPrefix(" ") } == 132)
  }

  @Test func `a reader that stops early ends the command quietly`() throws {
    let ended = try shell(
      "$T cat -i --format json traces/three-clients.synctrace | head -n 1; exit ${PIPESTATUS[1]}")
    #expect(ended.status == 0)
    #expect(ended.errors.isEmpty)
    #expect(ended.text.hasPrefix("{\"sequence\":\"0\""))
  }

  @Test func `help lists every exit code`() throws {
    let help = try shell("$T --help").text
    for line in [
      "  0  fine", "  3  it finished, but some of the input was lost", " 66  no such input",
      "130  ended",
    ] {
      #expect(help.contains(line))
    }
  }

  @Test func `the guide to all verbs has the same table`() throws {
    let guide = String(decoding: try ProjectFiles.bytes("docs/usage.md"), as: UTF8.self)
    for status in ExitStatus.allCases {
      #expect(guide.contains("| \(status.rawValue) | \(status.meaning) |"))
    }
  }
}
