package import TraceFormat

/// A changeset as a history keeps it: in a container that says whether it is compressed
/// (Realm Core: `util/compression.cpp`).
package struct StoredChangeset: Sendable {
  package enum Algorithm: UInt8, Sendable {
    case none = 0
    case deflate = 1
    case lzfse = 2
  }

  package let algorithm: Algorithm
  package let contentSize: UInt64
  private let body: ArraySlice<UInt8>

  static let contentSizeMax: UInt64 = 1 << 28
  /// The beginning of a zlib stream, which Realm leaves out.
  private static let zlibHeader: [UInt8] = [0x78, 0x5E]

  /// Reads the head of the container (R53).
  package init(_ bytes: [UInt8]) throws(RealmFileFailure) {
    guard let first = bytes.first else {
      (algorithm, contentSize, body) = (.none, 0, [])
      return
    }
    guard let algorithm = Algorithm(rawValue: first >> 4) else {
      throw .damaged(53, expected: "a compression of 0 to 2", found: "\(first >> 4)")
    }
    let width = Int(first & 15)
    try require(width <= 8 && bytes.count > width, 53, "a size of at most 8 bytes", found: width)
    self.algorithm = algorithm
    contentSize = bytes[1...].prefix(width).reversed().bigEndian()
    body = bytes[(1 + width)...]
    try require(
      contentSize <= Self.contentSizeMax, 53, "at most \(Self.contentSizeMax) bytes",
      found: contentSize)
  }

  /// What it holds; throws where it is compressed in a way that only Apple's systems read, or is damaged.
  package func content(
    inflatedBy inflater: inout some BodyInflater & ~Copyable
  ) throws(RealmFileFailure) -> [UInt8] {
    switch algorithm {
    case .none:
      try require(UInt64(body.count) == contentSize, 53, "\(contentSize) bytes", found: body.count)
      return Array(body)
    case .deflate:
      do throws(DecodingFailure) {
        return try inflater.inflate(Self.zlibHeader + body, announcedSize: contentSize)
      } catch {
        throw .damaged(53, expected: "a compressed changeset", found: "\(error)")
      }
    case .lzfse:
      throw RealmFileFailure(
        .unsupported("a changeset compressed by LZFSE, which only Apple's systems read"))
    }
  }
}
