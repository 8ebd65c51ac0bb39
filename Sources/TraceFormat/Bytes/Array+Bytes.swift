extension [UInt8] {
  @inlinable package var rawBytes: RawSpan {
    @_lifetime(borrow self) get {
      // SAFETY: the bytes stay where they are as long as the array is borrowed. (`Array.span`, which says so too,
      // needs newer systems than an app can ask for.)
      let bytes = unsafe withUnsafeBytes { unsafe $0 }
      return unsafe _overrideLifetime(RawSpan(_unsafeBytes: bytes), borrowing: self)
    }
  }

  @inlinable package mutating func append<T: FixedWidthInteger & BitwiseCopyable>(
    littleEndian value: T
  ) {
    // SAFETY: the buffer is read during the call only.
    unsafe Swift.withUnsafeBytes(of: value.littleEndian) { unsafe append(contentsOf: $0) }
  }

  package var isBlankLine: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}

extension ArraySlice<UInt8> {
  @inlinable package var rawBytes: RawSpan {
    @_lifetime(borrow self) get {
      // SAFETY: every byte of a UInt8 is initialized, which is what `bytes` can't know in general.
      unsafe span.bytes
    }
  }
}

extension Sequence<UInt8> {
  package func bigEndian<T: FixedWidthInteger>() -> T { reduce(0) { $0 << 8 | T($1) } }
}

extension Collection<UInt8> {
  /// Whether both are the same, found out in the same time wherever they differ: so a secret cannot be
  /// guessed piece by piece.
  package func takesAsLong(toEqual other: some Collection<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension BinaryInteger {
  package func padded(to count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
