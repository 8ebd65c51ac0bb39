import TraceFormat

/// How the two sides of a WebSocket compress their messages (`permessage-deflate`, RFC 7692, section 7.1).
struct MessageCompression: Equatable, Sendable {
  /// Whether a message of the client may refer to the ones before it.
  var clientKeepsContext = true
  var serverKeepsContext = true
}

extension MessageCompression {
  /// What the parameters of an answer say; each may be there once.
  fileprivate init(_ parameters: [String]) throws(InvalidParameter) {
    var names: [TextBytes] = []
    for parameter in parameters {
      let parts = parameter.split(separator: "=", maxSplits: 1).map(HeaderText.trimmed)
      let name = TextBytes(parts.first ?? "")
      let value = parts.count == 2 ? HeaderText.unquoted(parts[1]) : nil
      guard !names.contains(name), take(name, value) else {
        throw InvalidParameter(text: parameter)
      }
      names.append(name)
    }
  }

  fileprivate struct InvalidParameter: Error {
    let text: String
  }

  /// Returns whether there is such a parameter with such a value.
  private mutating func take(_ name: TextBytes, _ value: String?) -> Bool {
    for (side, path) in [
      ("client", \MessageCompression.clientKeepsContext), ("server", \.serverKeepsContext),
    ] {
      if name == TextBytes("\(side)_no_context_takeover"), value == nil {
        self[keyPath: path] = false
        return true
      }
      guard name == TextBytes("\(side)_max_window_bits"), let value else { continue }
      return (8...15).contains { value.hasSameBytes(as: "\($0)") }
    }
    return false
  }
}

/// What a server's answer says of extensions, in `Sec-WebSocket-Extensions` (RFC 6455, section 9.1). The client has
/// offered them, and ends the connection where it does not agree.
struct WebSocketExtensions: Equatable, Sendable {
  /// Nil where messages are not compressed, or in a way that cannot be read.
  private(set) var compression: MessageCompression?
  /// What cannot be read, and why, for people.
  private(set) var unreadable: [String] = []

  init() {}

  init(_ values: [String]) {
    let extensions = values.flatMap { HeaderText.parts(of: $0, at: ",") }
    var compressionCount = 0
    for text in extensions {
      let parts = HeaderText.parts(of: text, at: ";")
      guard let name = parts.first, name.hasSameBytes(as: "permessage-deflate") else {
        unreadable.append("`\(text.visible)`")
        continue
      }
      compressionCount += 1
      do throws(MessageCompression.InvalidParameter) {
        compression = try MessageCompression(Array(parts.dropFirst()))
      } catch {
        unreadable.append("`\(text.visible)` (`\(error.text.visible)` is not valid)")
      }
    }
    guard compressionCount > 1 else { return }
    compression = nil
    unreadable.append("`permessage-deflate` (\(compressionCount) times)")
  }
}

private enum HeaderText {
  /// What is between separators outside of quotes, without blanks around it, as far as there is something.
  static func parts(of text: String, at separator: Unicode.Scalar) -> [String] {
    var parts = [""]
    var (isQuoted, isEscaped) = (false, false)
    for scalar in text.unicodeScalars {
      if scalar == separator, !isQuoted {
        parts.append("")
        continue
      }
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && scalar == "\\" && !isEscaped
      parts[parts.count - 1].unicodeScalars.append(scalar)
    }
    return parts.map { trimmed($0[...]) }.filter { !$0.isEmpty }
  }

  static func trimmed(_ text: Substring) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let start = text.drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
  }

  static func unquoted(_ text: String) -> String {
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var isEscaped = false
    return String(
      text.dropFirst().dropLast().filter { character in
        isEscaped = character == "\\" && !isEscaped
        return !isEscaped
      })
  }
}
