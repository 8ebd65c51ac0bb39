import TraceFormat

/// Identifiers as Realm stores those of a column: in blocks of eight behind a byte that says which of them
/// are null (Realm Core: `array_fixed_bytes.hpp`).
package struct StoredIdentifiers: Sendable {
  private let bytes: [UInt8]
  private let start: Int
  private let isUUID: Bool
  package let count: Int

  private var size: Int { Self.size(isUUID: isUUID) }

  package static func size(isUUID: Bool) -> Int { isUUID ? 16 : 12 }

  package static func byteCount(of count: Int, isUUID: Bool) -> Int {
    count * size(isUUID: isUUID) + (count + 7) / 8
  }

  /// - Parameter start: the index of the byte with which they begin.
  /// - Precondition: the bytes are there.
  package init(in bytes: [UInt8], at start: Int, count: Int, isUUID: Bool) {
    precondition(
      start >= 0 && start + Self.byteCount(of: count, isUUID: isUUID) <= bytes.count,
      "identifiers lie inside their bytes")
    (self.bytes, self.start, self.count, self.isUUID) = (bytes, start, count, isUUID)
  }

  private func block(_ index: Int) -> Int { start + index / 8 * (8 * size + 1) }

  private func isNull(_ index: Int) -> Bool { bytes[block(index)] >> UInt8(index % 8) & 1 == 1 }

  package subscript(index: Int) -> Cell {
    if isNull(index) { return .null }
    let place = block(index) + 1 + index % 8 * size
    let high = number(UInt64.self, place)
    return isUUID
      ? .uuid(RealmUUID(high: high, low: number(UInt64.self, place + 8)))
      : .objectID(ObjectID(high: high, low: number(UInt32.self, place + 8)))
  }

  private func number<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, _ place: Int) -> T {
    PackedIntegers.load(type, from: bytes, at: place).byteSwapped
  }

  var detached: StoredIdentifiers {
    let end = start + Self.byteCount(of: count, isUUID: isUUID)
    guard end - start < bytes.count else { return self }
    return StoredIdentifiers(in: Array(bytes[start..<end]), at: 0, count: count, isUUID: isUUID)
  }
}
