import Analyzer
import Campaigns
import Reports
import TestSupport
import Testing
import TraceFormat
import TraceTesting

/// What a test of Swift Testing gets.
@Suite struct SwiftTestingTests {
  @Test func `a golden that holds passes, alone and in its folder`() async throws {
    try await TemporaryFolder.during { folder in
      try GoldenDemo.make(in: folder)
      try expectGolden(folder.path("demo.synctrace"), mode: .discardLocal)
      try await expectGoldens(in: folder.root, modes: [.discardLocal])
    }
  }

  @Test func `a difference is recorded as an issue that says what became worse`() async throws {
    try await TemporaryFolder.during { folder in
      try GoldenDemo.make(in: folder)
      try GoldenDemo.edit(in: folder)
      try withKnownIssue {
        try expectGolden(folder.path("demo.synctrace"), mode: .discardLocal)
      } matching: {
        Self.isMismatch($0, "1 write that was recovered is now lost")
          && $0.sourceLocation?.fileID.hasSuffix("SwiftTestingTests.swift") == true
      }
      try await withKnownIssue {
        try await expectGoldens(in: folder.root, modes: [.discardLocal])
      } matching: {
        Self.isMismatch($0, "1 write that was recovered is now lost")
      }
      #expect(try folder.names() == ["demo.discard.golden", "demo.synctrace"])
    }
  }

  @Test func `a missing golden, an exceeded budget and a stray file fail too`() async throws {
    try await TemporaryFolder.during { folder in
      try GoldenDemo.make(in: folder)
      try withKnownIssue {
        try expectGolden(folder.path("demo.synctrace"))
      } matching: {
        Self.isMismatch($0, "missing")
      }
      try withKnownIssue {
        try expectGolden(
          folder.path("demo.synctrace"), mode: .discardLocal, budget: Budget(limits: [.lost: 30]))
      } matching: {
        Self.isMismatch($0, "lost: 31, and the budget allows 30")
      }
      try folder.write([], to: "other.recover.golden")
      try await withKnownIssue {
        try await expectGoldens(in: folder.root, modes: [.discardLocal])
      } matching: {
        Self.isMismatch($0, "no trace next to it has its name")
      }
    }
  }

  @Test func `goldens with a fault plan are checked too, or one plan's alone`() async throws {
    try await TemporaryFolder.during { folder in
      try GoldenDemo.make(in: folder, fault: "at reset: recovery-disabled", plan: "off")
      let trace = folder.path("demo.synctrace")
      try expectGolden(trace, mode: .discardLocal, plan: "off")
      try await expectGoldens(in: folder.root, modes: [.discardLocal])
      try GoldenDemo.edit(in: folder)
      // The plan's golden still holds, and the one without faults does not.
      try expectGolden(trace, mode: .discardLocal, plan: "off")
      try GoldenDemo.edit(in: folder, "demo.off.discard.golden")
      try withKnownIssue {
        try expectGolden(trace, mode: .discardLocal, plan: "off")
      } matching: {
        Self.isMismatch($0, "demo.off.discard.golden")
          && Self.isMismatch($0, "1 write that was recovered is now lost")
      }
      #expect(throws: (any Error).self) {
        try expectGolden(trace, mode: .discardLocal, plan: "none")
      }
    }
  }

  @Test func `a compressed trace is refused with the command that decompresses it`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "demo.synctrace")
      try withKnownIssue {
        try expectGolden(folder.path("demo.synctrace"), mode: .discardLocal)
      } matching: {
        Self.isMismatch($0, "--stored` decompresses")
      }
    }
  }

  @Test func `a folder without traces is no success`() async throws {
    try await TemporaryFolder.during { folder in
      await #expect(throws: (any Error).self) { try await expectGoldens(in: folder.root) }
      #expect(throws: (any Error).self) { try expectGolden(folder.path("none.synctrace")) }
    }
  }

  private static func isMismatch(_ issue: Issue, _ text: String) -> Bool {
    guard let mismatch = issue.error as? GoldenMismatch else { return false }
    return mismatch.description.contains(text)
  }
}
