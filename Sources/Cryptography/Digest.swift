#if canImport(CommonCrypto)
  internal import CommonCrypto
#else
  internal import CLibcrypto
#endif

/// A digest of the SHA-2 family (FIPS 180-4), computed by the platform's own library.
package enum Digest: Sendable {
  /// 28 bytes: what Realm authenticates encrypted pages with.
  case sha224
  case sha256

  package var sizeBytes: Int {
    switch self {
    case .sha224: 28
    case .sha256: 32
    }
  }

  /// HMAC (RFC 2104) of a message.
  package func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: sizeBytes)
    #if canImport(CommonCrypto)
      let algorithm =
        switch self {
        case .sha224: CCHmacAlgorithm(kCCHmacAlgSHA224)
        case .sha256: CCHmacAlgorithm(kCCHmacAlgSHA256)
        }
      unsafe CCHmac(algorithm, key, key.count, message, message.count, &code)
    #else
      let result = unsafe HMAC(algorithm, key, Int32(key.count), message, message.count, &code, nil)
      unsafe precondition(result != nil, "libcrypto has no HMAC with \(self)")
    #endif
    return code
  }

  #if !canImport(CommonCrypto)
    var algorithm: OpaquePointer? {
      switch self {
      case .sha224: unsafe EVP_sha224()
      case .sha256: unsafe EVP_sha256()
      }
    }
  #endif
}
