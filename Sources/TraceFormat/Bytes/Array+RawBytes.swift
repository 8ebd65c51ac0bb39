extension [UInt8] {
  /// The array's bytes, borrowed.
  @inlinable public var rawBytes: RawSpan {
    @_lifetime(borrow self) get {
      // SAFETY: every byte of a UInt8 is initialized, which is what `bytes` can't know in general.
      unsafe span.bytes
    }
  }
}

extension ArraySlice<UInt8> {
  /// The slice's bytes, borrowed.
  @inlinable public var rawBytes: RawSpan {
    @_lifetime(borrow self) get {
      // SAFETY: as for an array.
      unsafe span.bytes
    }
  }
}
