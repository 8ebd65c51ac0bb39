/// SHA-224 (FIPS 180-4), which Realm authenticates its pages with and swift-crypto does not have: SHA-256
/// with other initial values, of which seven words are kept.
struct SHA224 {
  private var state: [8 of UInt32] = [
    0xC105_9ED8, 0x367C_D507, 0x3070_DD17, 0xF70E_5939, 0xFFC0_0B31, 0x6858_1511, 0x64F9_8FA7,
    0xBEFA_4FA4,
  ]
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  static let blockSize = 64
  static let digestSize = 28

  /// Adds bytes.
  mutating func update(_ bytes: some Collection<UInt8>) {
    pending += bytes
    byteCount += UInt64(bytes.count)
    var offset = 0
    while pending.count - offset >= Self.blockSize {
      compress(at: offset)
      offset += Self.blockSize
    }
    pending.removeSubrange(0..<offset)
  }

  /// The digest of all bytes.
  consuming func digest() -> [UInt8] {
    let bitCount = byteCount * 8
    var tail: [UInt8] = [0x80]
    while (pending.count + tail.count) % Self.blockSize != 56 { tail.append(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    update(tail)
    var digest: [UInt8] = []
    for word in 0..<7 {
      for shift in [UInt32(24), 16, 8, 0] {
        digest.append(UInt8(truncatingIfNeeded: state[word] >> shift))
      }
    }
    return digest
  }

  /// The words that a block is spread out to.
  private func schedule(ofBlockAt offset: Int) -> [64 of UInt32] {
    var schedule = [64 of UInt32](repeating: 0)
    let block = pending.span
    for index in 0..<16 {
      let place = offset + 4 * index
      schedule[index] =
        UInt32(block[place]) << 24 | UInt32(block[place + 1]) << 16
        | UInt32(block[place + 2]) << 8 | UInt32(block[place + 3])
    }
    for index in 16..<64 {
      let (a, b) = (schedule[index - 15], schedule[index - 2])
      let low = a.rotated(7) ^ a.rotated(18) ^ a >> 3
      let high = b.rotated(17) ^ b.rotated(19) ^ b >> 10
      schedule[index] = schedule[index - 16] &+ low &+ schedule[index - 7] &+ high
    }
    return schedule
  }

  private mutating func compress(at offset: Int) {
    let schedule = schedule(ofBlockAt: offset)
    var work = state
    for index in 0..<64 { Self.round(&work, schedule[index] &+ Self.constants[index]) }
    for index in 0..<8 { work[index] = work[index] &+ state[index] }
    state = work
  }

  @inline(__always)
  private static func round(_ work: inout [8 of UInt32], _ addend: UInt32) {
    let (a, e) = (work[0], work[4])
    let chosen = e & work[5] ^ ~e & work[6]
    let first =
      work[7] &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ chosen &+ addend
    let majority = a & work[1] ^ a & work[2] ^ work[1] & work[2]
    let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
    work[7] = work[6]
    work[6] = work[5]
    work[5] = e
    work[4] = work[3] &+ first
    work[3] = work[2]
    work[2] = work[1]
    work[1] = a
    work[0] = first &+ second
  }

  private static let constants: [64 of UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}

extension SHA224 {
  /// HMAC (RFC 2104) of a message.
  static func authenticationCode(
    _ message: some Collection<UInt8>, key: [UInt8]
  ) -> [UInt8] {
    // Keys of Realm have 32 bytes, which is less than a block.
    let padded = key + [UInt8](repeating: 0, count: max(blockSize - key.count, 0))
    var inner = SHA224()
    inner.update(padded.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = SHA224()
    outer.update(padded.map { $0 ^ 0x5C })
    outer.update(inner.digest())
    return outer.digest()
  }
}

extension UInt32 {
  @inline(__always)
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 &- count) }
}
