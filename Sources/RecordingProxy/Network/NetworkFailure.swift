import NIOCore
import NIOPosix
import NIOSSL
import TraceFormat

enum NetworkFailure {
  /// One line.
  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as IOError: SystemText.of(error.errnoCode)
    case let error as NIOConnectionError: reason(error)
    case let error as SocketAddressError.UnknownHost:
      "its address cannot be found: \(error.errorDescription)"
    case let error as ChannelError: channel(error)
    case is NIOSSLExtraError: "the certificate is not for this name: \(error)"
    case let error as NIOSSLError: tls("\(error)")
    default: "\(error)"
    }
  }

  /// What BoringSSL says is for its developers.
  private static func tls(_ text: String) -> String {
    let known = [
      "CERTIFICATE_VERIFY_FAILED":
        "its certificate is not trusted: no known authority has signed it, or it is out of date",
      "HTTP_REQUEST": "it speaks plain HTTP where TLS is spoken",
      "WRONG_VERSION_NUMBER": "it does not speak TLS",
      "uncleanShutdown": "it ended the connection without ending TLS",
      "TLSV1_ALERT_UNKNOWN_CA": "it does not trust the certificate",
      "KEY_VALUES_MISMATCH": "the key is not the certificate's",
    ]
    return "TLS: \(known.first { text.contains($0.key) }?.value ?? text)"
  }

  /// Of all addresses that a name has, the failures that differ.
  private static func reason(_ error: NIOConnectionError) -> String {
    var reasons: [String] = []
    if let failure = error.dnsAError ?? error.dnsAAAAError, error.connectionErrors.isEmpty {
      reasons.append(reason(failure))
    }
    for failure in error.connectionErrors.map({ reason($0.error) }) where !reasons.contains(failure)
    {
      reasons.append(failure)
    }
    return reasons.joined(separator: ", ")
  }

  private static func channel(_ error: ChannelError) -> String {
    switch error {
    case .connectTimeout(let time): "no answer within \(time.nanoseconds / 1_000_000) ms"
    case .eof, .inputClosed, .outputClosed: "the other side closed it"
    default: "\(error)"
    }
  }
}
