import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// docs/golden.md shows what the commands do, one after the other, in a folder with one trace.
@Suite struct GoldenDocumentTests {
  @Test func `the commands of the document print what it shows`() async throws {
    let examples = try DocumentedCommand.all(in: "docs/golden.md")
    #expect(examples.map { $0.arguments[1] } == ["record", "check", "accept", "record", "check"])
    try await TemporaryFolder.during { folder in
      try folder.write(ProjectFiles.bytes(GoldenTests.demo), to: "offline-week.synctrace")
      for (index, example) in examples.enumerated() {
        // What the document's reader is told to have changed between the two.
        if index == 1 { try GoldenTests.edit(folder, "offline-week.recover.golden") }
        let run = try await Self.run(example.arguments, in: folder)
        #expect(DocumentedExcerpt(example.output).missingPart(in: run) == nil, "\(run)")
      }
    }
  }

  @Test func `the files of the document are as they are written`() async throws {
    let samples = try DocumentedCommand.samples(in: "docs/golden.md")
    let goldens = samples.filter { $0.hasPrefix("tracetool golden 1\n") }
    let parts = samples.filter { $0.hasPrefix("faults ") }
    #expect((goldens.count, parts.count) == (1, 1))
    try await TemporaryFolder.during { folder in
      try folder.write(ProjectFiles.bytes(GoldenTests.demo), to: "offline-week.synctrace")
      for example in try DocumentedCommand.all(in: "docs/golden.md")
      where example.arguments[1] == "record" {
        _ = try await Self.run(example.arguments, in: folder)
      }
      try Self.expect(goldens[0], in: folder.read("offline-week.recover.golden"))
      try Self.expect(parts[0], in: folder.read("offline-week.recovery-off.recover.golden"))
    }
  }

  /// Expects what stands between ellipses to be in a file.
  private static func expect(_ sample: String, in file: [UInt8]) {
    let file = String(decoding: file, as: UTF8.self)
    for part in sample.components(separatedBy: "\n  …") where !part.isEmpty {
      #expect(file.contains(part), "\(file)")
    }
  }

  /// Runs a command of the document, for which the folder is `traces`.
  private static func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> String
  {
    let run = try await CommandRun(running: arguments.map { $0 == "traces" ? folder.root : $0 })
    return run.output.replacing(folder.root, with: "traces")
  }
}
