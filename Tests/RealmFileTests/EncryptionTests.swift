import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import RealmFile

/// Encrypted Realm files.
@Suite struct EncryptionTests {
  private static let path = "Tests/Vectors/realm-files/client-16.encrypted.realm"

  private func failure(_ bytes: [UInt8], key: [UInt8]?) throws -> RealmFileFailure? {
    let options = OpenRealmFile.Options(key: try key.map { try RealmFileKey($0) })
    do throws(RealmFileFailure) {
      _ = try OpenRealmFile(MemorySource(bytes), options: options).state()
      return nil
    } catch {
      return error
    }
  }

  @Test
  func `a wrong key is told from a damaged file`() throws {
    let bytes = try ProjectFiles.bytes(Self.path)
    #expect(try failure(bytes, key: RealmFileVector.key) == nil)
    #expect(try failure(bytes, key: nil)?.code == .needsKey)
    #expect(try failure(bytes, key: RealmFileVector.key.map { $0 ^ 1 })?.code == .wrongKey)
    for byte in [0, 31, 32, 63] {
      var key = RealmFileVector.key
      key[byte] ^= 1
      #expect(try failure(bytes, key: key)?.code == .wrongKey, "byte \(byte)")
    }
    for page in 1..<bytes.count / 4096 {
      var damaged = bytes
      damaged[page * 4096 + 100] ^= 1
      let code = try failure(damaged, key: RealmFileVector.key)?.code
      // A page that nothing of the state is on may be damaged unnoticed.
      if code == nil { continue }
      guard case .damaged(57, _, _)? = code else {
        Issue.record("page \(page): \(String(describing: code))")
        continue
      }
    }
  }

  @Test
  func `a write that was interrupted leaves the page as it was before`() throws {
    var bytes = try ProjectFiles.bytes(Self.path)
    for entry in 0..<4 {
      let newest = Array(bytes[entry * 64..<entry * 64 + 32])
      bytes.replaceSubrange(entry * 64 + 32..<entry * 64 + 64, with: newest)
      bytes[entry * 64] ^= 0x55
      bytes[entry * 64 + 10] ^= 0x55
    }
    #expect(try failure(bytes, key: RealmFileVector.key) == nil)
  }

  @Test
  func `keys are 64 bytes, or their digits`() throws {
    let raw = RealmFileVector.key
    let hex = Array((Hex.encode(raw) + "\n").utf8)
    let bytes = try ProjectFiles.bytes(Self.path)
    for form in [raw, hex] {
      let key = try RealmFileKey(contentsOfFile: form)
      _ = try OpenRealmFile(MemorySource(bytes), options: .init(key: key)).state()
    }
    for count in [0, 63, 65] {
      #expect(throws: RealmFileFailure.self) {
        try RealmFileKey(contentsOfFile: Array(repeating: 1, count: count))
      }
    }
  }
}
