/// XXH64 with seed 0: the checksum of the container and the digest of states.
///
/// Not cryptographic: it finds damage, not forgery. Written after the package specification of the
/// xxHash fast digest algorithm, because no system library exports it.
package struct XXH64: Sendable {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  package static func digest(_ bytes: [UInt8]) -> UInt64 { digest(bytes.rawBytes) }

  package static func digest(_ bytes: RawSpan) -> UInt64 {
    let count = bytes.byteCount
    var position = 0
    var hash: UInt64
    if count >= 32 {
      var (a, b) = (prime1 &+ prime2, prime2)
      var (c, d) = (UInt64(0), 0 &- prime1)
      while position &+ 32 <= count {
        a = round(a, load(UInt64.self, bytes, position))
        b = round(b, load(UInt64.self, bytes, position &+ 8))
        c = round(c, load(UInt64.self, bytes, position &+ 16))
        d = round(d, load(UInt64.self, bytes, position &+ 24))
        position &+= 32
      }
      hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
      for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    } else {
      hash = prime5
    }
    hash &+= UInt64(count)
    while position &+ 8 <= count {
      hash = rotate(hash ^ round(0, load(UInt64.self, bytes, position)), 27) &* prime1 &+ prime4
      position &+= 8
    }
    if position &+ 4 <= count {
      hash ^= load(UInt32.self, bytes, position) &* prime1
      hash = rotate(hash, 23) &* prime2 &+ prime3
      position &+= 4
    }
    while position < count {
      hash = rotate(hash ^ (load(UInt8.self, bytes, position) &* prime5), 11) &* prime1
      position &+= 1
    }
    return avalanche(hash)
  }

  private static func avalanche(_ value: UInt64) -> UInt64 {
    var hash = value
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    (value &<< count) | (value &>> (64 &- count))
  }

  // SAFETY of the load: `digest` calls it only for positions whose bytes all lie inside.
  @inline(__always)
  private static func load<Word: FixedWidthInteger & BitwiseCopyable>(
    _: Word.Type, _ bytes: RawSpan, _ position: Int
  ) -> UInt64 {
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: Word.self)
    return UInt64(truncatingIfNeeded: Word(littleEndian: word))
  }
}
