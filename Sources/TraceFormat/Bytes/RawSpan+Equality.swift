extension RawSpan {
  func hasSameBytes(as other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    var position = 0
    // SAFETY of the loads: each loop goes on only while all bytes it reads lie inside both spans.
    while position &+ 8 <= byteCount {
      let (mine, its) = unsafe (
        unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self),
        other.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self)
      )
      guard mine == its else { return false }
      position &+= 8
    }
    while position < byteCount {
      let (mine, its) = unsafe (
        unsafeLoad(fromUncheckedByteOffset: position, as: UInt8.self),
        other.unsafeLoad(fromUncheckedByteOffset: position, as: UInt8.self)
      )
      guard mine == its else { return false }
      position &+= 1
    }
    return true
  }
}
