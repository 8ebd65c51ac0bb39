/// Finds a declared string by its bytes.
///
/// A few strings are compared one by one; more of them are hashed. The hash is Swift's, seeded
/// anew in every process, so that no input can be made to collide; it decides nothing but speed.
struct InternTable {
  private static let scannedCountMax = 12

  /// Open addressing: a string's index plus one, or 0. Empty while strings are still scanned.
  private var slots: [UInt32] = []

  func index(
    of bytes: RawSpan, in strings: [InternedString], storage: RawSpan
  ) -> StringIndex? {
    if slots.isEmpty {
      for index in strings.indices where isSame(bytes, strings[index], storage) {
        return StringIndex(UInt32(index))
      }
      return nil
    }
    let slot = slots[freeOrMatching(bytes, in: strings, storage: storage)]
    return slot == 0 ? nil : StringIndex(slot - 1)
  }

  /// Takes note of the last string, which must not have been declared before.
  mutating func noteLast(of strings: [InternedString], storage: RawSpan) {
    guard strings.count > Self.scannedCountMax else { return }
    if strings.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: max(slots.count, 32) * 2)
      for index in strings.indices { note(index, of: strings, storage: storage) }
    } else {
      note(strings.count - 1, of: strings, storage: storage)
    }
  }

  private mutating func note(_ index: Int, of strings: [InternedString], storage: RawSpan) {
    let bytes = storage.extracting(strings[index].bytes.indices)
    slots[freeOrMatching(bytes, in: strings, storage: storage)] = UInt32(index) + 1
  }

  /// The slot of the string with these bytes, or the free one where it belongs. At least half of
  /// the slots are free, so the search ends.
  private func freeOrMatching(
    _ bytes: RawSpan, in strings: [InternedString], storage: RawSpan
  ) -> Int {
    let mask = slots.count - 1
    var position = Self.hash(bytes) & mask
    while true {
      let slot = slots[position]
      if slot == 0 || isSame(bytes, strings[Int(slot) - 1], storage) { return position }
      position = (position + 1) & mask
    }
  }

  private func isSame(_ bytes: RawSpan, _ string: InternedString, _ storage: RawSpan) -> Bool {
    guard bytes.byteCount == Int(string.bytes.size) else { return false }
    return storage.extracting(string.bytes.indices).hasSameBytes(as: bytes)
  }

  private static func hash(_ bytes: RawSpan) -> Int {
    var hasher = Hasher()
    // SAFETY: the hasher reads the buffer only during the call.
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}

extension ByteRange {
  @inlinable var indices: Range<Int> { Int(offset)..<Int(offset) + Int(size) }
}
