import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// `tracetool golden review`, with a hand at the keys.
@Suite struct GoldenReviewTests {
  private struct Reviewed {
    var status: TracetoolCommands.ExitStatus
    var output = ""
  }

  /// Reviews what is pending in a folder, with keys that are pressed before they are asked for.
  private func review(_ folder: TemporaryFolder, keys: String) throws -> Reviewed {
    var surroundings = Console.Surroundings()
    (surroundings.inputIsTerminal, surroundings.outputIsTerminal) = (true, true)
    surroundings.noColor = "1"
    var (output, rest) = (Data(), Array(keys.utf8)[...])
    let console = Console(
      surroundings: surroundings, output: { output.append($0) }, error: { _ in },
      readKey: { rest.popFirst() })
    let verb = try Tracetool.parseAsRoot(["golden", "review", folder.root])
    let status = try #require(verb as? any TraceCommand).execute(on: console)
    return Reviewed(status: status, output: String(decoding: output, as: UTF8.self))
  }

  /// A folder in which both goldens wait for a review.
  private func with(_ body: (TemporaryFolder) async throws -> Void) async throws {
    try await GoldenTests.with { folder in
      try GoldenTests.edit(folder)
      let text = String(decoding: try folder.read("demo.discard.golden"), as: UTF8.self)
      let other = text.replacing("didRecover  no", with: "didRecover  yes")
      #expect(other != text)
      try folder.write(Array(other.utf8), to: "demo.discard.golden")
      #expect(try await GoldenTests.run("check", folder).status == .foundProblems)
      try await body(folder)
    }
  }

  private func pending(_ folder: TemporaryFolder) throws -> [String] {
    try folder.names().filter { $0.hasSuffix(".pending") }.sorted()
  }

  @Test func `Each outcome is shown, and its key decides`() async throws {
    try await with { folder in
      let reviewed = try review(folder, keys: "xra")
      #expect(reviewed.status == .fine)
      #expect(reviewed.output.contains("[1 of 2] a accept, r reject, s skip, q quit: r\n"))
      #expect(reviewed.output.contains("worse   1 write that was recovered is now in conflict"))
      #expect(reviewed.output.hasSuffix("1 accepted, 1 rejected, 0 left\n"))
      #expect(try pending(folder).isEmpty)
      let check = try await GoldenTests.run("check", folder, ["--no-pending"])
      #expect(check.lines.last == "1 trace, 2 goldens: 1 the same, 1 changed")
    }
  }

  @Test(arguments: ["q", "", "\u{4}", "ss", "sq"])
  func `What is skipped, or not reached, stays pending`(keys: String) async throws {
    try await with { folder in
      let before = try pending(folder)
      let reviewed = try review(folder, keys: keys)
      #expect(reviewed.status == .foundProblems)
      #expect(reviewed.output.hasSuffix("0 accepted, 0 rejected, 2 left\n"))
      #expect(try pending(folder) == before && before.count == 2)
    }
  }

  @Test func `Fates of another trace need a second key`() async throws {
    try await with { folder in
      let name = "demo.recover.golden"
      let text = String(decoding: try folder.read(name), as: UTF8.self)
      let moved = text.replacing("record 11", with: "record 12")
      #expect(moved != text)
      try folder.write(Array(moved.utf8), to: name)
      #expect(try review(folder, keys: "san").output.hasSuffix("0 accepted, 0 rejected, 2 left\n"))
      let reviewed = try review(folder, keys: "say")
      #expect(reviewed.output.contains("The trace is not the one that you reviewed"))
      #expect(reviewed.output.hasSuffix("1 accepted, 0 rejected, 1 left\n"))
      #expect(try pending(folder) == ["demo.discard.golden.pending"])
    }
  }

  @Test func `Without a terminal it says what to do instead`() async throws {
    try await with { folder in
      let run = try CommandRun(["golden", "review", folder.root])
      #expect(run.status == .usage && run.output.isEmpty)
      #expect(run.error.contains("hint: `tracetool golden diff` shows what is pending"))
    }
  }

  @Test func `With nothing pending it is fine`() async throws {
    try await GoldenTests.with { folder in
      let reviewed = try review(folder, keys: "")
      #expect(reviewed.status == .fine && reviewed.output == "nothing is pending\n")
    }
  }
}

/// The same at a terminal, which `script` makes.
@Suite(.slow) struct GoldenReviewTerminalTests {
  @Test func `A key is taken without Return, and the terminal is left as it was`() async throws {
    try await GoldenTests.with { folder in
      try GoldenTests.edit(folder)
      #expect(try await GoldenTests.run("check", folder).status == .foundProblems)
      let review = #"stty -g; "$T" golden review "$F"; echo "code $?"; stty -g"#
      let ended = try RunningProcess.run(
        "/bin/bash",
        ["-c", "{ sleep 1; printf a; sleep 1; } | script -qec '\(review)' /dev/null"],
        environment: [
          "T": ProcessTests.binary.path(percentEncoded: false), "F": folder.root,
          "PATH": "/usr/bin:/bin", "TERM": "dumb", "SHELL": "/bin/sh",
        ])
      let lines = ended.text.split(whereSeparator: \.isNewline)
      #expect(ended.text.contains("[1 of 1] a accept, r reject, s skip, q quit: a\r\n"))
      #expect(lines.dropLast().suffix(2) == ["1 accepted, 0 rejected, 0 left", "code 0"])
      let settings = try #require(lines.first)
      #expect(settings.contains(":") && lines.last == settings)
      #expect(try !folder.names().contains { $0.hasSuffix(".pending") })
    }
  }
}
