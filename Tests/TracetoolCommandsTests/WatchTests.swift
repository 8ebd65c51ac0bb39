import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// `--watch`, with a hand on the files between two looks at them.
@Suite struct WatchTests {
  /// Runs a verb, calling `step` with its number in place of each pause until that says to end.
  private func watch(
    _ words: [String], terminal: Bool = false, step: @escaping (Int) throws -> Bool
  ) async throws -> (status: TracetoolCommands.ExitStatus, output: String) {
    var surroundings = Console.Surroundings()
    (surroundings.outputIsTerminal, surroundings.noColor) = (terminal, "1")
    var (output, count) = (Data(), 0)
    let console = Console(
      surroundings: surroundings, output: { output.append($0) }, error: { _ in })
    let verb = try #require(try Tracetool.parseAsRoot(words) as? any WatchingVerb)
    var watch = Watch(verb: verb)
    watch.pause = {
      count += 1
      return count < 100 ? (try? step(count)) ?? false : false
    }
    let status = await watch.run(on: console)
    #expect(count < 100)
    return (status, String(decoding: output, as: UTF8.self))
  }

  private static let same = "1 trace, 2 goldens: 2 the same\n"
  private static let modes = ["--mode", "discard", "--mode", "recover"]

  @Test(arguments: [false, true])
  func `A golden that changes is checked again, and nothing without a change`(
    terminal: Bool
  ) async throws {
    try await GoldenTests.with { folder in
      let words = ["golden", "check", "--watch", folder.root] + Self.modes
      let watched = try await watch(words, terminal: terminal) { step in
        if step == 3 { try GoldenTests.edit(folder) }
        return step < 20
      }
      #expect(watched.status == .foundProblems)
      let clear = "\u{1B}[2J\u{1B}[H"
      #expect(watched.output.hasPrefix(Self.same + (terminal ? clear + "changed" : "changed")))
      #expect(watched.output.contains("1 the same, 1 changed"))
      // What the check writes itself, pending outcomes, is no change.
      #expect(watched.output.components(separatedBy: "1 trace,").count == 3)
    }
  }

  @Test func `A trace that is half written is tried again before it is reported`() async throws {
    try await GoldenTests.with { folder in
      let whole = try folder.read("demo.synctrace")
      let words = ["golden", "check", "--watch", folder.root] + Self.modes
      let watched = try await watch(words) { step in
        if step == 2 { try folder.write(Array(whole[..<(whole.count / 2)]), to: "demo.synctrace") }
        // The run on the half comes after step 3.
        if step == 5 { try folder.write(whole, to: "demo.synctrace") }
        return step < 20
      }
      #expect(watched.status == .fine)
      #expect(watched.output == Self.same + Self.same)
    }
  }

  @Test func `One that stays broken is reported once`() async throws {
    try await TemporaryFolder.during { folder in
      let trace = folder.path("demo.synctrace")
      try folder.write(ProjectFiles.bytes(GoldenTests.demo), to: "demo.synctrace")
      let words = [
        "replay", "--watch", "--mode", "discard", trace, "--report", "json=\(folder.path("r"))",
      ]
      let watched = try await watch(words) { step in
        if step == 2 { try folder.write(Array("nonsense".utf8), to: "demo.synctrace") }
        return step < 20
      }
      #expect(watched.status == .badInput)
      #expect(watched.output.components(separatedBy: "Client reset of").count == 2)
    }
  }

  @Test func `Standard input can't be watched`() async {
    let run = await CommandRun(line: ["replay", "--watch", "-"])
    #expect(run.status == .usage && run.error.contains("standard input can't be watched"))
  }
}

/// The same with a process, a clock and Ctrl-C.
@Suite(.slow) struct WatchProcessTests {
  @Test func `Ctrl-C ends it with the code of the last run`() async throws {
    _ = signal(SIGINT, SIG_DFL)
    try await GoldenTests.with { folder in
      var isEdited = false
      let ended = try RunningProcess.run(
        ProcessTests.binary.path(percentEncoded: false),
        ["golden", "check", "--watch", folder.root, "--mode", "discard", "--mode", "recover"],
        secondsMax: 60
      ) { process, output in
        let text = String(decoding: output, as: UTF8.self)
        if !isEdited, text.contains("2 the same") {
          isEdited = true
          try GoldenTests.edit(folder)
        }
        guard text.contains("1 changed") else { return false }
        usleep(100_000)
        kill(process.processIdentifier, SIGINT)
        return true
      }
      #expect(
        !ended.wasSignalled && ended.status == TracetoolCommands.ExitStatus.foundProblems.rawValue)
      #expect(try folder.names().allSatisfy { !$0.contains("unfinished") })
    }
  }
}
