internal import TraceFormat

/// The key of an encrypted Realm file: 64 bytes.
public struct RealmFileKey: Sendable {
  /// For AES-256 in CBC mode.
  let cipherKey: [UInt8]
  /// For HMAC-SHA-224.
  let authenticationKey: [UInt8]
  static let sizeBytes = 64

  /// A key by its bytes.
  ///
  /// - Throws: ``RealmFileFailure`` where there are not 64 (rule R55).
  public init(_ bytes: [UInt8]) throws(RealmFileFailure) {
    guard bytes.count == Self.sizeBytes else {
      throw RealmFileFailure(.invalidKey("\(bytes.count) bytes, expected 64"))
    }
    cipherKey = Array(bytes[..<32])
    authenticationKey = Array(bytes[32...])
  }

  /// A key as a file holds it: 64 bytes, or as text their hexadecimal digits or their base64.
  ///
  /// - Throws: ``RealmFileFailure`` where it is none of them.
  public init(contentsOfFile bytes: [UInt8]) throws(RealmFileFailure) {
    if bytes.count == Self.sizeBytes {
      self = try RealmFileKey(bytes)
      return
    }
    let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    guard let decoded = Hex.decode(text) ?? Base64.decode(text) else {
      throw RealmFileFailure(
        .invalidKey(
          "\(bytes.count) bytes that are neither 64 raw ones nor 128 hexadecimal digits nor base64")
      )
    }
    self = try RealmFileKey(decoded)
  }
}
