import RealmModel
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import RealmFile

/// Damaged Realm files.
@Suite(.slow) struct RobustnessTests {
  static let fixtures = ["A", "B", "C", "D", "E", "F", "G"]
  private static let memory = MemoryLimit(totalBytes: 64 << 20)

  /// Reads all that there is, strictly and salvaging: what is read takes no more memory than it may, and what is
  /// wrong has words.
  private func readAll(_ bytes: [UInt8]) {
    for salvages in [false, true] {
      guard
        let file = try? OpenRealmFile(
          MemorySource(bytes), options: .init(memory: Self.memory, salvages: salvages))
      else { continue }
      do throws(RealmFileFailure) {
        _ = try file.state().canonicalJSON
      } catch {
        #expect(!error.description.isEmpty)
      }
      var inflater = ZlibInflater()
      let inspection = file.inspection(inflatedBy: &inflater)
      #expect(inspection.problems.allSatisfy { !$0.description.isEmpty })
      #expect(file.store.memory.usedBytes <= file.store.memory.allowedBytes)
    }
  }

  @Test(arguments: fixtures)
  func `every beginning of a file is refused or read in part`(name: String) throws {
    let bytes = try FixtureTests.bytes(name)
    for count in 0..<bytes.count where count % 8 == 0 || count % 61 == 0 {
      readAll(Array(bytes.prefix(count)))
    }
  }

  @Test(arguments: ["A", "E"])
  func `every flipped bit gives an error or a value`(name: String) throws {
    var bytes = try FixtureTests.bytes(name)
    for offset in bytes.indices {
      for bit in 0..<8 {
        bytes[offset] ^= 1 << UInt8(bit)
        readAll(bytes)
        bytes[offset] ^= 1 << UInt8(bit)
      }
    }
  }

  @Test(arguments: ["B", "D"])
  func `bytes that mean much elsewhere`(name: String) throws {
    let original = try FixtureTests.bytes(name)
    for offset in original.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] where original[offset] != value {
        var bytes = original
        bytes[offset] = value
        readAll(bytes)
      }
    }
  }
}
