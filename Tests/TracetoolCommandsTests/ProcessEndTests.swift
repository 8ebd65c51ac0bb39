import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// How the process ends where it is told to, or where nobody takes what it prints.
@Suite(.slow) struct ProcessEndTests {
  private static let binary = ProcessTests.binary.path(percentEncoded: false)

  /// Runs a shell command in which `$T` is the binary.
  private static func shell(_ command: String, in folder: String) throws -> EndedProcess {
    try RunningProcess.run(
      "/bin/bash", ["-c", command],
      environment: ["T": binary, "PATH": "/usr/bin:/bin"], in: folder)
  }

  /// A command line of a verb for the shell.
  private static func line(
    _ sample: VerbSample, in folder: TemporaryFolder
  ) async throws -> String {
    let words = sample.words(
      input: try await sample.makeInput(in: folder), output: folder.path("out"),
      schema: try VerbSample.makeSchema(in: folder))
    // What goes to a file is not printed.
    let isReport =
      sample.output?.first == "-o" && !VerbSample.traceWriters.contains(words[0])
    // A page has no other place than the one that is named.
    let printing = words[0] == "view" ? words.dropLast() + ["-"] : Array(words.dropLast(2))
    return (isReport ? printing : words).map { "'\($0)'" }.joined(separator: " ")
  }

  @Test(arguments: VerbSample.all)
  func `a reader that has seen enough ends a verb quietly, by the signal`(
    sample: VerbSample
  ) async throws {
    try await TemporaryFolder.during { folder in
      let line = try await Self.line(sample, in: folder)
      let ended = try Self.shell(
        "{ sleep 0.1; exec $T \(line); } | true; exit ${PIPESTATUS[0]}", in: folder.root)
      #expect(ended.status == ExitStatus.readerGone.rawValue)
      #expect(!ended.errorText.contains("error"), "\(ended.errorText)")
      #expect(try folder.names().allSatisfy { !$0.contains("unfinished") })
    }
  }

  @Test(arguments: VerbSample.all, [">&-", ">&- 2>&-", ">/dev/full"])
  func `an output that can't be written to is an error of its own`(
    sample: VerbSample, redirection: String
  ) async throws {
    try await TemporaryFolder.during { folder in
      let line = try await Self.line(sample, in: folder)
      let ended = try Self.shell("exec $T \(line) \(redirection)", in: folder.root)
      #expect(ended.status == ExitStatus.inputOutput.rawValue)
      let expected =
        redirection == ">&-"
        ? "error: cannot write `standard output`: Bad file descriptor\n"
        : redirection == ">/dev/full"
          ? "error: cannot write `standard output`: No space left on device\n" : ""
      #expect(ended.errorText.hasSuffix(expected), "\(ended.errorText)")
    }
  }

  @Test(arguments: ["--help", "--version", "info --help", "help replay"])
  func `help that can't be printed is an error too`(line: String) throws {
    let ended = try Self.shell("exec $T \(line) >/dev/full", in: "/")
    #expect(ended.status == ExitStatus.inputOutput.rawValue)
    #expect(
      ended.errorText == "error: cannot write `standard output`: No space left on device\n")
  }

  @Test(arguments: 4...30)
  func `a process that may open few files says so, or does its work`(count: Int) throws {
    let demo = ProjectFiles.path("traces/field-inspections.synctrace")
    let ended = try Self.shell("ulimit -n \(count); exec $T info '\(demo)'", in: "/")
    guard ended.status != 0 else { return #expect(count > 20) }
    #expect(ended.status == ExitStatus.inputOutput.rawValue && !ended.wasSignalled)
    #expect(ended.errorText.contains("can be open, and tracetool needs"), "\(ended.errorText)")
    #expect(ended.errorText.contains("hint: `ulimit -n 256` allows more"), "\(ended.errorText)")
  }

  @Test(arguments: ["app", "wire"])
  func `a simulation that can't be written whole leaves nothing`(recorder: String) throws {
    try TemporaryFolder.with { folder in
      let demo = ProjectFiles.path("traces/field-inspections.synctrace")
      // Blocks of 1,024 bytes: one trace fits, and the next ones do not.
      func simulate(_ limit: String) throws -> EndedProcess {
        try Self.shell(
          "ulimit -f \(limit); exec $T simulate --like '\(demo)' --devices 8 --days 20 --seed 1 "
            + "--record \(recorder) -o new/worlds/world", in: folder.root)
      }
      let ended = try simulate("20")
      #expect(ended.status == ExitStatus.inputOutput.rawValue)
      #expect(ended.errorText.contains("File too large"), "\(ended.errorText)")
      #expect(try folder.names().isEmpty)
      #expect(try simulate("unlimited").status == ExitStatus.fine.rawValue)
    }
  }

  @Test func `what is printed goes into no file that gets the number of a closed stream`() throws {
    try TemporaryFolder.with { folder in
      let demo = ProjectFiles.path("traces/field-inspections.synctrace")
      let command = "exec $T replay --mode discard '\(demo)' --report json=out >&- 2>&- <&-"
      let ended = try Self.shell(command, in: folder.root)
      #expect(ended.status == ExitStatus.inputOutput.rawValue)
      #expect(try folder.names().isEmpty)
    }
  }

  @Test func `a trace that standard output does not take is not reported`() throws {
    let realm = ProjectFiles.path("Tests/Vectors/realm-files/client-10.realm")
    let ended = try Self.shell("exec $T import realm '\(realm)' -o - >/dev/full", in: "/")
    #expect(ended.status == ExitStatus.inputOutput.rawValue)
    #expect(!ended.errorText.contains("event"), "\(ended.errorText)")
  }

  @Test func `a trace is not appended to itself`() throws {
    try TemporaryFolder.with { folder in
      let demo = try ProjectFiles.bytes("traces/field-inspections.synctrace")
      try folder.write(demo, to: "demo")
      for command in ["cat demo >>demo", "cat - <demo >>demo", "info demo 2>>demo"] {
        let ended = try Self.shell("exec $T \(command)", in: folder.root)
        #expect(ended.status == ExitStatus.cannotCreate.rawValue, "\(command)")
        let now = try folder.read("demo")
        #expect(now.prefix(demo.count).elementsEqual(demo) && now.count < demo.count + 200)
        try folder.write(demo, to: "demo")
      }
    }
  }

  @Test(arguments: [
    ("/dev/stdout", ""), ("/dev/stdout", ">out"), ("/dev/fd/1", ">out"),
    ("/proc/self/fd/1", ">>out"),
    ("/dev/stderr", "2>out"), (">(cat >out)", "; sleep 0.3"), ("fifo", ""),
  ])
  func `a report goes to a stream by its name as to a file`(path: String, rest: String) throws {
    try TemporaryFolder.with { folder in
      let demo = ProjectFiles.path("traces/field-inspections.synctrace")
      let reader = path == "fifo" ? "mkfifo fifo; cat fifo >out & " : ""
      let ended = try Self.shell(
        "\(reader)$T replay --mode discard --format json '\(demo)' -o \(path) \(rest); s=$?; wait; exit $s",
        in: folder.root)
      let printed = rest.isEmpty && path != "fifo" ? ended.output : try folder.read("out")
      let expected = try CommandRun(["replay", "--mode", "discard", "--format", "json", demo])
      #expect(String(decoding: printed, as: UTF8.self) == expected.output)
      #expect(try Set(folder.names()).isSubset(of: ["out", "fifo"]))
    }
  }

  @Test(arguments: [(SIGINT, true), (SIGTERM, true), (SIGHUP, true), (SIGTERM, false)])
  func `a signal ends it as it ends others, and leaves nothing behind`(
    number: Int32, isNew: Bool
  ) throws {
    // What runs in the background ignores some signals, and so would the processes that it starts.
    _ = signal(number, SIG_DFL)
    try TemporaryFolder.with { folder in
      // A pipe that says something and then nothing more, without an end.
      let pipe = folder.path("pipe")
      #expect(mkfifo(pipe, 0o600) == 0)
      let held = open(pipe, O_RDWR)
      defer { close(held) }
      let capture = try ProjectFiles.bytes("Tests/Vectors/wire/Sync_Replication.ndjson")
      let line = Array(capture.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")])
      #expect(line.withUnsafeBytes { write(held, $0.baseAddress, $0.count) } == line.count)
      if !isNew { try folder.write([9], to: "out") }
      let ended = try RunningProcess.run(
        Self.binary,
        ["import", "capture", pipe, "-o", folder.path("out")] + (isNew ? [] : ["--force"]),
        secondsMax: 20
      ) { process, _ in
        guard try folder.names().contains(where: { $0.hasSuffix(".unfinished") }) else {
          return false
        }
        kill(process.processIdentifier, number)
        return true
      }
      #expect(ended.wasSignalled && ended.status == number)
      #expect(try folder.names() == (isNew ? ["pipe"] : ["out", "pipe"]))
      if !isNew { #expect(try folder.read("out") == [9]) }
    }
  }

  @Test func `a file made while it works is not replaced`() throws {
    try TemporaryFolder.with { folder in
      let capture = ProjectFiles.path("Tests/Vectors/wire/Sync_Replication.ndjson")
      // The file appears between the beginning and the end of the import.
      let ended = try Self.shell(
        "{ head -n 1 '\(capture)'; until ls | grep -q unfinished; do sleep 0.01; done; echo 9 >out; "
          + "} | $T import capture - -o out; exit $?", in: folder.root)
      #expect(ended.status == ExitStatus.cannotCreate.rawValue)
      #expect(ended.errorText.contains("`out` exists already"))
      #expect(try folder.read("out") == Array("9\n".utf8))
      #expect(try folder.names() == ["out"])
    }
  }
}
