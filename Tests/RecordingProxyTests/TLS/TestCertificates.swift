import NIOSSL
import TestSupport

/// Certificates for tests, valid from 2020 to 2120 but for the one that is out of date, which an authority has
/// signed that nobody trusts outside of these tests. All of them have one key, of the curve P-256.
///
/// They were made with `openssl ca -startdate … -enddate …`, with these names in `subjectAltName`.
enum TestCertificates: String, CaseIterable {
  /// That of the authority itself.
  case authority
  /// That of another authority, which has signed none of them.
  case stranger
  /// Of the names `localhost` and 127.0.0.1.
  case right
  /// Of the name `sync.example.com`.
  case otherName
  /// As the right one, but valid in January 2020 alone.
  case outdated

  /// Writes it to a folder and gives its path.
  func path(in folder: TemporaryFolder) throws -> String {
    try folder.write(Array(pem.utf8), to: "\(rawValue).pem")
    return folder.path("\(rawValue).pem")
  }

  /// Writes the key of all of them to a folder and gives its path.
  static func keyPath(in folder: TemporaryFolder) throws -> String {
    try folder.write(Array(key.utf8), to: "key.pem")
    return folder.path("key.pem")
  }

  /// What a server needs that shows it.
  func serverContext() throws -> NIOSSLContext {
    try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: [
          .certificate(try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem))
        ],
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(Self.key.utf8), format: .pem))))
  }

  /// What a client needs that trusts it alone.
  func clientContext() throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates([
      try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
    ])
    return try NIOSSLContext(configuration: configuration)
  }

  private var pem: String {
    switch self {
    case .authority: Self.authorityPEM
    case .stranger: Self.strangerPEM
    case .right: Self.rightPEM
    case .otherName: Self.otherNamePEM
    case .outdated: Self.outdatedPEM
    }
  }

  private static let authorityPEM = """
    -----BEGIN CERTIFICATE-----
    MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA90cmFjZXRv
    b2wgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBoxGDAW
    BgNVBAMMD3RyYWNldG9vbCB0ZXN0czBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
    BIIvWE1q14LhANJBRj3aV1ZNB5uNfBNV25w39cU4cZw9b6MpETvCMMstENWe3N8R
    IBSorZleGsLb3ayD0HOsqTejQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/
    BAQDAgIEMB0GA1UdDgQWBBRy2838lXTy3cXWyffVwLDPrrzWAzAKBggqhkjOPQQD
    AgNIADBFAiArFa4ptVTmpD7yJbRLhR0sHzo8E+/adk6TcVWoDuPRTgIhAMc+0IUi
    We/+YncS9v16diH9cMKSS1vqnsjhgDotMIW0
    -----END CERTIFICATE-----

    """

  private static let strangerPEM = """
    -----BEGIN CERTIFICATE-----
    MIIBazCCARGgAwIBAgIBAjAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFhbm90aGVy
    IGF1dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEa
    MBgGA1UEAwwRYW5vdGhlciBhdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjOPQMB
    BwNCAASeHpnF8g6WMTC4etMYjW4x+wB9ySBMmY1ByLkaHgjbW51ulH+px3C6HaFF
    JvmI9JsNA/KwBEufY7e/IC+o1Ddao0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1Ud
    DwEB/wQEAwICBDAdBgNVHQ4EFgQUsWNQjolv9y6lyk/0BjuhWFDSTnUwCgYIKoZI
    zj0EAwIDSAAwRQIhAJBrqeW/Tnq/2HqXuSqrHW5e7GGS+EvSBECEye7s5CeCAiBQ
    Fox12WnAV64ETBfrvXfOwhclGmR/S7nJxkpP4G6wKg==
    -----END CERTIFICATE-----

    """

  private static let rightPEM = """
    -----BEGIN CERTIFICATE-----
    MIIBkjCCATigAwIBAgIBAzAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA90cmFjZXRv
    b2wgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQ
    BgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABB+MVOdY
    XU3YuceBYq4k++KVCsbpDoyLlO6XLkaaz7SyvoPQ5nF/i3f468esqfe7+/1x+hku
    IynBcSNmjjFbQXKjczBxMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATATBgNV
    HSUEDDAKBggrBgEFBQcDATAdBgNVHQ4EFgQUd88ICohVRtjWCXFSUcQTnAHwybQw
    HwYDVR0jBBgwFoAUctvN/JV08t3F1sn31cCwz6681gMwCgYIKoZIzj0EAwIDSAAw
    RQIga8NtvJjqy2vjtlf26bITYc3ytsTS3Vvuf3TmmuvjJWoCIQDLkpyGDdaQRXxx
    0whrNH89NCbOzBzCUYBeknrc8Q7PYQ==
    -----END CERTIFICATE-----

    """

  private static let otherNamePEM = """
    -----BEGIN CERTIFICATE-----
    MIIBmTCCAUCgAwIBAgIBBDAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA90cmFjZXRv
    b2wgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBsxGTAX
    BgNVBAMMEHN5bmMuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
    AAQfjFTnWF1N2LnHgWKuJPvilQrG6Q6Mi5Tuly5Gms+0sr6D0OZxf4t3+OvHrKn3
    u/v9cfoZLiMpwXEjZo4xW0Fyo3QwcjAbBgNVHREEFDASghBzeW5jLmV4YW1wbGUu
    Y29tMBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQWBBR3zwgKiFVG2NYJcVJR
    xBOcAfDJtDAfBgNVHSMEGDAWgBRy2838lXTy3cXWyffVwLDPrrzWAzAKBggqhkjO
    PQQDAgNHADBEAiAp6rFRnjiJZRKtdT1O8kDHocN8Ub/N2zpfAaKFYKJW+gIgHaj+
    isowx1FaXx/CZ+d14doIbHbF0910m+vnOR+ZacE=
    -----END CERTIFICATE-----

    """

  private static let outdatedPEM = """
    -----BEGIN CERTIFICATE-----
    MIIBkDCCATagAwIBAgIBBTAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA90cmFjZXRv
    b2wgdGVzdHMwHhcNMjAwMTAxMDAwMDAwWhcNMjAwMjAxMDAwMDAwWjAUMRIwEAYD
    VQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQfjFTnWF1N
    2LnHgWKuJPvilQrG6Q6Mi5Tuly5Gms+0sr6D0OZxf4t3+OvHrKn3u/v9cfoZLiMp
    wXEjZo4xW0Fyo3MwcTAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwEwYDVR0l
    BAwwCgYIKwYBBQUHAwEwHQYDVR0OBBYEFHfPCAqIVUbY1glxUlHEE5wB8Mm0MB8G
    A1UdIwQYMBaAFHLbzfyVdPLdxdbJ99XAsM+uvNYDMAoGCCqGSM49BAMCA0gAMEUC
    IH9tosVsP64GlTVvvw613+xvCA478yVblr3p+RpRXJ4TAiEAuEzOo5EEuUXW27bg
    AwOxLy5iDy9JME77924dK2yhl2Y=
    -----END CERTIFICATE-----

    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXkBqvZknTNaIiFWq
    PbYq1PYDYU23zgRnVk5TpqkrJ4mhRANCAAQfjFTnWF1N2LnHgWKuJPvilQrG6Q6M
    i5Tuly5Gms+0sr6D0OZxf4t3+OvHrKn3u/v9cfoZLiMpwXEjZo4xW0Fy
    -----END PRIVATE KEY-----

    """
}
