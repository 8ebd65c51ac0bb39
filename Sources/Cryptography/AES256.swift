#if canImport(CommonCrypto)
  internal import CommonCrypto
#else
  internal import CLibcrypto
#endif

/// AES-256 in CBC mode without padding, as Realm encrypts pages.
package enum AES256 {
  package static let blockSizeBytes = 16
  package static let keySizeBytes = 32

  package enum Direction: Sendable {
    case encrypt
    case decrypt
  }

  /// The other form of whole blocks; nil where the sizes of message, key or vector are not those of the cipher.
  package static func cipherBlockChaining(
    _ direction: Direction, _ message: [UInt8], key: [UInt8], initialVector: [UInt8]
  ) -> [UInt8]? {
    guard key.count == keySizeBytes, initialVector.count == blockSizeBytes,
      message.count.isMultiple(of: blockSizeBytes), message.count <= Int32.max
    else { return nil }
    #if canImport(CommonCrypto)
      var output = [UInt8](repeating: 0, count: message.count)
      var moved = 0
      let operation = CCOperation(direction == .encrypt ? kCCEncrypt : kCCDecrypt)
      let status = unsafe CCCrypt(
        operation, CCAlgorithm(kCCAlgorithmAES), 0, key, key.count, initialVector, message,
        message.count, &output, output.count, &moved)
      return status == kCCSuccess && moved == message.count ? output : nil
    #else
      guard let context = unsafe EVP_CIPHER_CTX_new() else { return nil }
      defer { unsafe EVP_CIPHER_CTX_free(context) }
      let isReady = unsafe EVP_CipherInit_ex(
        context, EVP_aes_256_cbc(), nil, key, initialVector, direction == .encrypt ? 1 : 0)
      guard isReady == 1, unsafe EVP_CIPHER_CTX_set_padding(context, 0) == 1 else { return nil }
      // libcrypto wants room for a block more.
      var output = [UInt8](repeating: 0, count: message.count + blockSizeBytes)
      var moved: Int32 = 0
      let isDone = unsafe EVP_CipherUpdate(context, &output, &moved, message, Int32(message.count))
      guard isDone == 1, Int(moved) == message.count else { return nil }
      output.removeLast(blockSizeBytes)
      return output
    #endif
  }
}
