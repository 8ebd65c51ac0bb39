internal import TraceFormat

extension SARIFReport {
  /// Text as a message of SARIF: braces would stand for arguments, and `](` would make a link
  /// (section 3.11 of the standard). What could hide or turn other text is made visible.
  static func text(_ text: String) -> String {
    var escaped = ""
    for scalar in text.visible.unicodeScalars {
      switch scalar {
      case "{": escaped += "{{"
      case "}": escaped += "}}"
      case "(" where escaped.unicodeScalars.last == "]": escaped += " ("
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A path as a URI reference (RFC 3986): absolute ones as `file:` URIs, others as they are, with
  /// everything escaped that a path can't hold.
  static func uri(of path: String) -> String {
    var uri = ""
    for byte in path.utf8 {
      if pathBytes.contains(byte) {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return path.hasPrefix("/") ? "file://" + uri : uri
  }

  /// Unreserved characters and those that a path may hold as they are. A colon is not among them,
  /// because in the first step of a path it would end a scheme.
  private static let pathBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/!$&'()*+,;=@".utf8)
}
