import Cryptography

@testable import RealmFile

/// Encrypts files as Realm does (Realm Core: `util/encrypted_file_mapping.cpp`), for tests.
public enum RealmFileCipher {
  /// The key of the encrypted files among the vectors: byte *i* is (3 *i* + 1) mod 256.
  public static let vectorKey = (0..<64).map { UInt8(truncatingIfNeeded: 3 * $0 + 1) }

  private static let pageSize = EncryptedFile.pageSize
  private static let pagesPerBlock = 64

  /// The encrypted form of a file, filled up to whole pages; each page as if it had been written once.
  ///
  /// - Parameter key: 64 bytes.
  public static func encrypt(_ plain: [UInt8], key: [UInt8] = vectorKey) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let pageCount = (plain.count + pageSize - 1) / pageSize
    for first in stride(from: 0, to: pageCount, by: pagesPerBlock) {
      var entries: [UInt8] = []
      var pages: [UInt8] = []
      for page in first..<min(first + pagesPerBlock, pageCount) {
        let ciphertext = try encrypt(page: page, of: plain, key)
        entries += littleEndian(1, count: 4)
        entries += Digest.sha224.authenticationCode(of: ciphertext, key: Array(key[32...]))
        entries += [UInt8](repeating: 0, count: 32)
        pages += ciphertext
      }
      bytes += entries + [UInt8](repeating: 0, count: pageSize - entries.count) + pages
    }
    return bytes
  }

  private static func encrypt(page: Int, of plain: [UInt8], _ key: [UInt8]) throws -> [UInt8] {
    let offset = page * pageSize
    let part = plain[offset..<min(offset + pageSize, plain.count)]
    let whole = Array(part) + [UInt8](repeating: 0, count: pageSize - part.count)
    let vector = littleEndian(1, count: 4) + littleEndian(offset, count: 8) + [0, 0, 0, 0]
    let ciphertext = AES256.cipherBlockChaining(
      .encrypt, whole, key: Array(key[..<32]), initialVector: vector)
    struct NotEncrypted: Error {}
    guard let ciphertext else { throw NotEncrypted() }
    return ciphertext
  }

  private static func littleEndian(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
