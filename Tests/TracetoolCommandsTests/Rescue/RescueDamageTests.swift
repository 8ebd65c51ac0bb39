import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import Reports
@testable import TracetoolCommands

/// Cases that are damaged, or mixed from several: nothing is written with one.
@Suite struct RescueDamageTests {
  private typealias Case = RescueCaseFolder

  private static func withCase(_ body: (RescueCaseFolder) async throws -> Void) async throws {
    try await Case.withFiles("export:OUT") { it in
      try it.device("one", seed: 1, [Case.set(1), Case.create(7)])
      try it.device("two", seed: 2, [Case.set(1)])
      _ = try await it.survey()
      try await body(it)
    }
  }

  @Test func `files of another case are refused by name`() async throws {
    try await Self.withCase { it in
      _ = try it.apply()
      let names = ["case.json", "changes.ndjson", "decisions.csv", "account.ndjson"]
      let own = try names.map { try it.bytes($0) }
      for name in names { try it.folder.write(try it.bytes(name), to: name) }
      try FileManager.default.removeItem(atPath: it.folder.path("case"))
      try it.device("one", seed: 3, (0..<5).map { Case.set($0) })
      _ = try await it.survey()
      _ = try it.apply()
      var others = try names.map { try it.bytes($0) }
      let decisions = String(decoding: others[2], as: UTF8.self)
      #expect(decisions.contains("\r\n,1,"), "\(decisions)")
      others[2] = Array(decisions.replacing("\r\n,1,", with: "\r\ntake,1,").utf8)
      for (name, words) in [
        (0, "is not the file that the case was made with"),
        (1, "is not the file that the case was made with"), (2, "another case"),
        (3, "a change of the case"),
      ] {
        for (name, bytes) in zip(names, own) { try it.folder.write(bytes, to: "case/\(name)") }
        try it.folder.write(others[name], to: "case/\(names[name])")
        let run = try it.apply()
        #expect(run.status == .badInput && run.error.contains(words), "\(run.error)")
        #expect(run.error.contains(names[name]) || name == 0, "\(run.error)")
      }
    }
  }

  @Test func `what is not a case says so, with what makes one`() async throws {
    try await TemporaryFolder.during { folder in
      try folder.write([], to: "file")
      for (path, status) in [
        ("none", TracetoolCommands.ExitStatus.noInput), ("file", .badInput), (".", .badInput),
      ] {
        for verb in ["apply", "undo"] {
          let run = await CommandRun(line: ["rescue", verb, folder.path(path)])
          #expect(run.status == status && run.error.contains("-o"), "\(path): \(run.error)")
        }
      }
    }
  }

  @Test(.slow) func `a case that is cut or has a bit flipped never ends the process`() async throws
  {
    try await Self.withCase { it in
      _ = try it.apply()
      for name in ["case.json", "decisions.csv", "account.ndjson"] {
        let whole = try it.bytes(name)
        let step = max(1, whole.count / 150)
        for end in stride(from: 0, to: whole.count, by: step) {
          var flipped = whole
          flipped[end] ^= UInt8(1 << (end % 8))
          for bytes in [Array(whole.prefix(end)), flipped] {
            try it.folder.write(bytes, to: "case/\(name)")
            let run = try it.apply()
            #expect(
              [.fine, .foundProblems, .badInput, .usage, .noInput, .cannotCreate].contains(
                run.status),
              "\(name) \(end): \(run.status) \(run.error)")
          }
        }
        try it.folder.write(whole, to: "case/\(name)")
      }
    }
  }

  @Test func `a table of commas is read whole or refused, at every prefix and flipped bit`() throws
  {
    let text = "\u{FEFF}decision,change\r\n\"ta\"\"ke\",1\r\n\r\nkeep;2,\"a\nb\"\n"
    let rows = try CSVReader(Array(text.utf8)).rows
    #expect(rows.map(\.line) == [1, 2, 4])
    #expect(rows.map(\.cells) == [["decision", "change"], ["ta\"ke", "1"], ["keep;2", "a\nb"]])
    for end in 0..<text.utf8.count {
      _ = try? CSVReader(Array(text.utf8.prefix(end)))
      for bit in 0..<8 {
        var bytes = Array(text.utf8)
        bytes[end] ^= 1 << UInt8(bit)
        _ = try? CSVReader(bytes)
      }
    }
    #expect(throws: RescueDecisionFailure.self) { try CSVReader([0x22, 0x61]) }
    #expect(throws: RescueDecisionFailure.self) { try CSVReader([0xFF]) }
  }
}
