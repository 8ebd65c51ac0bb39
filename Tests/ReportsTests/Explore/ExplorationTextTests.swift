import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Campaigns
@testable import Reports

@Suite(.slow) struct ExplorationTextTests {
  @Test func `the text fits a terminal, but for the command lines that are to be copied`()
    async throws
  {
    var replay = Replay()
    for event in try TraceFiles.events(of: "traces/field-inspections.synctrace") {
      replay.observe(event)
    }
    let exploration = try await Exploration.run(replay, Exploration.Options(budget: 400))
    #expect(exploration.isSample)
    let lines = exploration.text(trace: "it's.synctrace").split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("    tracetool replay") })
    #expect(lines.contains { $0.hasSuffix(#"'it'"'"'s.synctrace'"#) })
    #expect(lines.contains { $0.contains("\(exploration.replayCount)") })
  }

  @Test func `The legend explains what the cells have, and nothing else`() async throws {
    var replay = Replay()
    for event in try TraceFiles.events(of: "traces/field-inspections.synctrace") {
      replay.observe(event)
    }
    let options = Exploration.Options(modes: [.recover], faults: ["restore-backup"])
    var exploration = try await Exploration.run(replay, options)
    #expect(exploration.rows.map { $0.cells.map { $0?.word } } == [["2 replaced"]])
    #expect(exploration.legend.contains("; replaced: by a later write; +n"))
    #expect(!exploration.legend.contains("~") && !exploration.legend.contains("on server"))
    exploration.rows[0].cells[0]?.isBeforeSchema = true
    #expect(exploration.legend.contains("; ~: only before"))
  }

  @Test func `What a capture does not show is not called harmless`() async throws {
    for (trace, isWireOnly) in [("three-clients", true), ("every-kind-of-property", false)] {
      var replay = Replay()
      for event in try TraceFiles.events(of: "traces/\(trace).synctrace") { replay.observe(event) }
      let exploration = try await Exploration.run(replay, Exploration.Options(budget: 8))
      let text = exploration.text(trace: trace)
      #expect(text.contains("What the device never uploaded is not known") == isWireOnly, "\(text)")
      let member = exploration.json(trace: trace).member("wireOnly")
      #expect(member == (isWireOnly ? .bool(true) : nil))
    }
  }

  @Test func `A fault whose harm the trace does not show has a question mark`() async throws {
    var replay = Replay()
    for event in Sample.resetWithoutDownload(permitsRecovery: true) { replay.observe(event) }
    let exploration = try await Exploration.run(replay, Exploration.Options(faults: ["crash"]))
    let text = exploration.text(trace: "blind.synctrace")
    #expect(text.contains("have no answer: the trace does not show enough"), "\(text)")
    #expect(text.contains(/`crash` +\? +\? +\? +\?\n/) && text.contains("?: not known."), "\(text)")
    let json = exploration.json(trace: "blind.synctrace")
    #expect(json.member("notKnownCases") == .integer(exploration.notKnownCount))
    #expect(json.member("inapplicableCases") == .integer(0))
  }

  @Test func `the same exploration gives the same JSON, however many are at work`() async throws {
    var replay = Replay()
    for event in try TraceFiles.events(of: "traces/field-inspections.synctrace") {
      replay.observe(event)
    }
    var options = Exploration.Options(faults: ["crash"])
    let alone = try await Exploration.run(replay, options)
    options.workerCount = 5
    let together = try await Exploration.run(replay, options)
    #expect(alone.json(trace: "a") == together.json(trace: "a"))
  }
}
