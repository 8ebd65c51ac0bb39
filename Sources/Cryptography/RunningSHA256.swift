#if canImport(CommonCrypto)
  internal import CommonCrypto
#else
  internal import CLibcrypto
#endif

@safe package struct RunningSHA256: ~Copyable {
  #if canImport(CommonCrypto)
    private var context = CC_SHA256_CTX()

    package init() { unsafe CC_SHA256_Init(&context) }

    package mutating func update(_ bytes: [UInt8]) {
      unsafe CC_SHA256_Update(&context, bytes, CC_LONG(bytes.count))
    }

    package consuming func digest() -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: Digest.sha256.sizeBytes)
      unsafe CC_SHA256_Final(&digest, &context)
      return digest
    }
  #else
    private let context: OpaquePointer

    package init() {
      guard let context = unsafe EVP_MD_CTX_new(),
        unsafe EVP_DigestInit_ex(context, Digest.sha256.algorithm, nil) == 1
      else { preconditionFailure("libcrypto has no SHA-256") }
      unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    package mutating func update(_ bytes: [UInt8]) {
      let isDone = unsafe EVP_DigestUpdate(context, bytes, bytes.count)
      precondition(isDone == 1, "libcrypto refuses bytes to digest")
    }

    package consuming func digest() -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: Digest.sha256.sizeBytes)
      let isDone = unsafe EVP_DigestFinal_ex(context, &digest, nil)
      precondition(isDone == 1, "libcrypto gives no digest")
      return digest
    }
  #endif
}
