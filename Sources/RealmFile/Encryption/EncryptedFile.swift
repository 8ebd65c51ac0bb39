internal import Cryptography
internal import TraceFormat

/// The plain bytes of an encrypted Realm file, a page at a time (Realm Core: `util/encrypted_file_mapping.cpp`).
///
/// Of each block of 65 pages the first describes the 64 after it: an entry for each, with the number that its cipher
/// began with and the code that authenticates its bytes, for the last write and the one before.
package final class EncryptedFile: PlainBytes {
  private let file: RawFile
  private let key: RealmFileKey
  package let size: Int
  package var windowSize: Int { Self.pageSize }

  static let pageSize = 4096
  private static let pagesPerBlock = 64
  private static let entrySize = 64

  /// - Throws: where no encrypted file has this length (rule R54).
  package init(_ file: RawFile, key: RealmFileKey) throws(RealmFileFailure) {
    try require(
      Self.canBeEncrypted(size: file.size), 54,
      "a length that is a multiple of 4096, at least 8192", found: "\(file.size) bytes")
    (self.file, self.key) = (file, key)
    let pages = file.size / Self.pageSize
    size = file.size - (pages + Self.pagesPerBlock) / (Self.pagesPerBlock + 1) * Self.pageSize
  }

  package static func canBeEncrypted(size: Int) -> Bool {
    size >= 2 * pageSize && size.isMultiple(of: pageSize)
  }

  package func readWindow(at offset: Int, into window: inout [UInt8]) throws(RealmFileFailure) {
    guard offset >= 0, offset < size else { return }
    let page = offset / Self.pageSize
    let block = page / Self.pagesPerBlock
    let entry = try file.read(
      at: block * (Self.pagesPerBlock + 1) * Self.pageSize
        + page % Self.pagesPerBlock * Self.entrySize,
      count: Self.entrySize)
    let ciphertext = try file.read(
      at: (page + block + 1) * Self.pageSize, count: Self.pageSize)
    guard let vector = try initialVector(of: ciphertext, entry: entry, offset: offset) else {
      window.append(contentsOf: repeatElement(0, count: Self.pageSize))
      return
    }
    window += try decrypt(ciphertext, vector, offset: offset)
  }

  /// What the cipher of a page began with; nil for one that was never written.
  private func initialVector(
    of ciphertext: [UInt8], entry: [UInt8], offset: Int
  ) throws(RealmFileFailure) -> [UInt8]? {
    let (newest, before) = (Array(entry[0..<4]), Array(entry[32..<36]))
    if newest.isZero { return nil }
    let code = Digest.sha224.authenticationCode(of: ciphertext, key: key.authenticationKey)
    let position = (0..<8).map { UInt8(truncatingIfNeeded: offset >> ($0 * 8)) }
    if code.takesAsLong(toEqual: entry[4..<32]) { return newest + position + [0, 0, 0, 0] }
    if !before.isZero, code.takesAsLong(toEqual: entry[36..<64]) {
      return before + position + [0, 0, 0, 0]
    }
    if ciphertext.isZero { return nil }
    throw .damaged(
      57, expected: "an encrypted page whose authentication code fits", found: "another code",
      at: offset)
  }

  /// Whether the key is that of the file: whether it authenticates any of its first pages.
  ///
  /// - Throws: that it is not, where it authenticates the first page and makes no header of it: what decrypts is the
  ///   other half of a key.
  package func isKeyRight() throws(RealmFileFailure) -> Bool {
    for page in 0..<min(size / Self.pageSize, Self.pagesPerBlock) {
      let entry = try file.read(at: page * Self.entrySize, count: Self.entrySize)
      guard !Array(entry[0..<4]).isZero else { continue }
      let ciphertext = try file.read(at: (page + 1) * Self.pageSize, count: Self.pageSize)
      let code = Digest.sha224.authenticationCode(of: ciphertext, key: key.authenticationKey)
      if code.takesAsLong(toEqual: entry[4..<32]) || code.takesAsLong(toEqual: entry[36..<64]) {
        guard page == 0 else { return true }
        var window: [UInt8] = []
        try readWindow(at: 0, into: &window)
        guard FileHeader.isBeginning(Array(window.prefix(FileHeader.size))) else {
          throw RealmFileFailure(.wrongKey)
        }
        return true
      }
    }
    return false
  }

  /// Whether a file begins as encrypted ones do: with an entry for each page, of which those that stand
  /// for no page are empty.
  package static func looksEncrypted(_ file: RawFile) throws(RealmFileFailure) -> Bool {
    let entries = try file.read(at: 0, count: pageSize)
    let pageCount = file.size / pageSize - 1
    for page in 0..<pagesPerBlock {
      let entry = Array(entries[page * entrySize..<(page + 1) * entrySize])
      let isWritten = !Array(entry[0..<4]).isZero
      if page == 0, !isWritten { return false }
      if page >= pageCount || !isWritten, !entry.isZero { return false }
      if isWritten, Array(entry[4..<32]).isZero { return false }
    }
    return true
  }

  private func decrypt(_ ciphertext: [UInt8], _ vector: [UInt8], offset: Int)
    throws(RealmFileFailure) -> [UInt8]
  {
    let plain = AES256.cipherBlockChaining(
      .decrypt, ciphertext, key: key.cipherKey, initialVector: vector)
    guard let plain else {
      throw .damaged(
        57, expected: "an encrypted page of whole blocks", found: "\(ciphertext.count) bytes",
        at: offset)
    }
    return plain
  }
}

extension [UInt8] {
  fileprivate var isZero: Bool { allSatisfy { $0 == 0 } }
}
