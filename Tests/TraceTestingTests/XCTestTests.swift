import TestSupport
import TraceFormat
import TraceTesting
import XCTest

/// What a test of XCTest gets.
final class XCTestTests: XCTestCase {
  func testAGoldenThatHoldsPasses() throws {
    try TemporaryFolder.with { folder in
      try GoldenDemo.make(in: folder)
      try expectGolden(folder.path("demo.synctrace"), mode: .discardLocal)
    }
  }

  func testADifferenceIsThrownInWords() throws {
    try TemporaryFolder.with { folder in
      try GoldenDemo.make(in: folder)
      try GoldenDemo.edit(in: folder)
      let trace = folder.path("demo.synctrace")
      XCTAssertThrowsError(try expectGolden(trace, mode: .discardLocal)) { error in
        let text = "\(error)"
        XCTAssertTrue(error is GoldenMismatch)
        XCTAssertTrue(text.contains("worse   1 write that was recovered is now lost"), text)
        XCTAssertTrue(text.contains("  tracetool golden accept \"\(trace)\""), text)
      }
    }
  }

  func testAFolderIsCheckedWhole() async throws {
    try await TemporaryFolder.during { folder in
      try GoldenDemo.make(in: folder)
      try await expectGoldens(in: folder.root, modes: [.discardLocal])
      try GoldenDemo.edit(in: folder)
      do {
        try await expectGoldens(in: folder.root, modes: [.discardLocal])
        XCTFail("the difference was not noticed")
      } catch {
        XCTAssertTrue(error is GoldenMismatch)
      }
    }
  }
}
