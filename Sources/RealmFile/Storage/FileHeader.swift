internal import TraceFormat

/// The first 24 bytes of a Realm file, and the footer of one in streaming form (Realm Core: `alloc_slab.hpp`).
package struct FileHeader: Hashable, Sendable {
  /// The offset of the node that everything depends on, by slot; 0 for a file without data.
  package var rootRefs: [UInt64]
  /// The format of the file, by slot.
  package var formats: [UInt8]
  /// The slot that is in use.
  package var slot: Int
  /// Whether the file is in streaming form, and the root comes from its footer.
  package var isStreaming = false
  /// The length of the plain file in bytes.
  package var fileSize: Int

  package static let size = 24
  static let footerSize = 16
  static let magic: [UInt8] = [0x54, 0x2D, 0x44, 0x42]
  static let footerCookie: UInt64 = 0x3034_1252_37E5_26C8

  /// Whether the first bytes of a file, as many as there are of a header, are those of a plain Realm file.
  package static func isBeginning(_ head: [UInt8]) -> Bool {
    head.count == size && Array(head[16..<20]) == magic
  }

  static let formats: Set<UInt8> = [10, 11, 20, 21, 22, 23, 24]

  package var rootRef: UInt64 { rootRefs[slot] }
  package var format: UInt8 { formats[slot] }
  /// The end of what nodes may take, before the file has said it.
  var nodeLimit: Int { fileSize - (isStreaming ? Self.footerSize : 0) }

  /// Reads and checks the header (rules R1 to R6).
  ///
  /// - Parameter takesOtherSlot: whether the slot that is not in use is read, which holds the state
  ///   before the last, as far as it has not been overwritten.
  package init(reading cache: PageCache, takesOtherSlot: Bool = false) throws(RealmFileFailure) {
    fileSize = cache.size
    guard fileSize >= Self.size else {
      throw RealmFileFailure(.notARealmFile("\(fileSize) bytes, at least 24 are expected"))
    }
    let (bytes, start) = try cache.stretch(at: 0, count: Self.size)
    let header = Array(bytes[start..<start + Self.size])
    guard Array(header[16..<20]) == Self.magic else {
      throw RealmFileFailure(
        .notARealmFile("bytes 16 to 19 are \(Hex.encode(header[16..<20])), expected 542d4442"))
    }
    rootRefs = [header.littleEndian(at: 0), header.littleEndian(at: 8)]
    formats = [header[20], header[21]]
    slot = Int(header[23] & 1)
    if takesOtherSlot { slot = 1 - slot }
    try require(
      fileSize.isMultiple(of: 8), 2, "a length divisible by 8", found: "\(fileSize) bytes")
    if slot == 0, rootRefs[0] == .max { try readFooter(cache) }
    try check()
  }

  private mutating func readFooter(_ cache: PageCache) throws(RealmFileFailure) {
    try require(fileSize >= Self.size + Self.footerSize, 4, "a footer", found: "\(fileSize) bytes")
    let place = fileSize - Self.footerSize
    let (bytes, start) = try cache.stretch(at: place, count: Self.footerSize)
    let footer = Array(bytes[start..<start + Self.footerSize])
    try require(
      footer.littleEndian(at: 8) == Self.footerCookie, 4, "the footer's mark c826e53752123430",
      found: Hex.encode(footer[8...]), at: place)
    rootRefs[0] = footer.littleEndian(at: 0)
    isStreaming = true
  }

  private func check() throws(RealmFileFailure) {
    let isEmpty = rootRef == 0
    try require(
      isEmpty || rootRef % 8 == 0 && rootRef >= Self.size && rootRef < UInt64(fileSize), 5,
      "a root inside the file, divisible by 8", found: rootRef, at: 8 * slot)
    guard Self.formats.contains(format) || (isEmpty && format == 0) else {
      throw RealmFileFailure(.unsupportedFormat(format), at: 20 + slot)
    }
  }
}

extension [UInt8] {
  /// Eight bytes as a number; they must be there.
  fileprivate func littleEndian(at offset: Int) -> UInt64 {
    self[offset..<offset + 8].reversed().bigEndian()
  }
}
