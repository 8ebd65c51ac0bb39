import NIOSSL

enum PEMFile {
  /// - Throws: ``ProxyFailure``.
  static func certificates(_ path: String) throws -> [NIOSSLCertificate] {
    try read(path, expecting: "certificates (PEM)") { try NIOSSLCertificate.fromPEMFile(path) }
  }

  /// - Throws: ``ProxyFailure``.
  static func key(_ path: String) throws -> NIOSSLPrivateKey {
    try read(path, expecting: "a private key (PEM)") {
      try NIOSSLPrivateKey(file: path, format: .pem)
    }
  }

  private static func read<Content>(
    _ path: String, expecting expected: String, _ body: () throws -> Content
  ) throws -> Content {
    do {
      return try body()
    } catch {
      throw ProxyFailure.unusableCertificate("`\(path)` cannot be read as \(expected)")
    }
  }
}
