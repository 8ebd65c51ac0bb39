import Testing

@testable import Scrubbing

@Suite struct ScrubKeyTests {
  @Test(arguments: [0, 1, 31])
  func `A short key is refused`(size: Int) {
    #expect(throws: ScrubKeyFailure.tooShort(sizeBytes: size)) {
      try ScrubKey((0..<size).map { UInt8($0) })
    }
  }

  @Test func `A key that is too long or all the same is refused`() {
    let long = (0...ScrubKey.sizeMaxBytes).map { UInt8(truncatingIfNeeded: $0) }
    #expect(throws: ScrubKeyFailure.tooLong(sizeBytes: 4097)) { try ScrubKey(long) }
    #expect(throws: ScrubKeyFailure.tooUniform(distinctBytes: 1)) {
      try ScrubKey([UInt8](repeating: 0, count: 64))
    }
  }

  @Test func `Parts are told apart from their concatenation`() {
    let key = ScrubTrial.key
    #expect(key.code(.text, [[1, 2], [3]]) != key.code(.text, [[1], [2, 3]]))
    #expect(key.code(.text, [[1]]) != key.code(.bytes, [[1]]))
    #expect(key.fingerprint.utf8.count == 16 && key.fingerprint != ScrubTrial.key(2).fingerprint)
  }

  @Test func `The code is HMAC with SHA-256`() throws {
    // Made with `openssl dgst -sha256 -mac HMAC`: purpose 6, one part of the bytes 1 and 2.
    let key = try ScrubKey((0..<32).map { UInt8($0) })
    let digits = key.code(.text, [[1, 2]]).map { String(Int($0) + 256, radix: 16).dropFirst() }
    #expect(digits.joined() == "2e4083fc58e47d3b2b5de6bba50d19ac57868855c5407d57c720bff8c81d34ee")
  }
}
