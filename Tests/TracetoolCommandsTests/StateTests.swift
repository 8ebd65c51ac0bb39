import Foundation
import Importers
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import TracetoolCommands

@Suite struct StateTests {
  let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  /// The vector that the demo is made of.
  func vector() throws -> ResetVector {
    let lines = try LineReader(
      path: ProjectFiles.path("Tests/Vectors/demo/field-inspections.ndjson.zst"))
    return try VectorImporter.vector(named: "field-inspections-discard") { try lines.next() }
  }

  func canonical(_ arguments: [String]) throws -> String {
    let run = try CommandRun(["state", demo, "--format", "json"] + arguments)
    #expect(run.status == .fine)
    return run.output.trimmingCharacters(in: .newlines)
  }

  @Test func `the states around a reset are those that Realm Core had`() throws {
    let vector = try vector()
    let local = try #require(vector.localStateText)
    let fresh = try #require(vector.freshStateText)
    let after = try #require(vector.expectation.stateText)
    #expect(try canonical(["--at", "9"]) == String(decoding: local, as: UTF8.self))
    #expect(try canonical(["--of", "server"]) == String(decoding: fresh, as: UTF8.self))
    #expect(try canonical([]) == String(decoding: after, as: UTF8.self))
    #expect(try canonical(["--at", "1"]) != canonical(["--at", "2"]))
  }

  @Test func `text lists classes, objects and properties`() throws {
    let run = try CommandRun(["state", demo])
    #expect(run.lines.first == "Inspection: 13 objects, primary key _id")
    #expect(run.lines.contains("    status: \"urgent\""))
  }

  @Test func `a state that may lack changes says so`() throws {
    try TemporaryFolder.with { folder in
      let lossy = folder.path("lossy.synctrace")
      try TraceFiles.write(TraceFiles.lossyDemo(), to: lossy)
      let warning = "warning: the state may lack changes: record 5: 1 record is missing here"
      for side in ["client", "server"] {
        for form in ["text", "json"] {
          let run = try CommandRun(["state", "--format", form, "--of", side, lossy])
          #expect(run.status == .fine && run.error.contains(warning), "\(run.error)")
        }
      }
      let hidden = folder.path("hidden.synctrace")
      try TraceFiles.write(TraceFiles.demoWithoutServer(), to: hidden)
      let server = try CommandRun(["state", "--of", "server", hidden])
      #expect(server.error.contains("the state that the reset downloaded was not recorded"))
      #expect(try CommandRun(["state", demo]).error.isEmpty)
    }
  }

  @Test func `a point before the first state is answered with where that is`() throws {
    for verb in [["state", "--at", "0", demo], ["diff", demo + "@0", demo + "@1"]] {
      let run = try CommandRun(verb)
      #expect(run.status == .badInput)
      #expect(run.error.contains("` shows no state of the client after record 0\n"))
      #expect(run.error.contains("hint: its first state is at record 1\n"), "\(run.error)")
    }
    let server = try CommandRun(["state", "--of", "server", "--at", "0", demo])
    #expect(server.error.contains("hint: its first state is at record "), "\(server.error)")
  }

  @Test func `a session is chosen where there are several`() throws {
    let capture = ProjectFiles.path("traces/three-clients.synctrace")
    let unchosen = try CommandRun(["state", capture])
    #expect(unchosen.status == .usage)
    #expect(unchosen.error.contains("--session"))
    let chosen = try CommandRun(["state", "--session", "3", capture])
    #expect(chosen.status == .fine)
    #expect(chosen.error.contains("only what crossed the wire is known"))
    #expect(chosen.lines.contains("    array_string: [\"a\", \"b\", \"c\", \"d\"]"))
    #expect(try CommandRun(["state", "--session", "99", capture]).status == .badInput)
  }
}
