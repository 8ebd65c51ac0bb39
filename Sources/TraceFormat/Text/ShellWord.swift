// Words of the command lines that people are given to run.

extension String {
  /// The path of a file as a word of a command line, which does not take it for an option.
  package var pathWord: String {
    (utf8.count > 1 && utf8.first == UInt8(ascii: "-") ? "./" + self : self).shellWord
  }

  /// The text as one word for a shell, in quotes unless it is plain.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy {
      $0.isNameByte || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".")
    }
    guard !isPlain || isEmpty else { return self }
    guard hasSameBytes(as: visible.withoutCommand) else { return shellBytes }
    return "'" + replacing(each: "'", with: #"'"'"'"#) + "'"
  }

  /// A word that is not seen as what it is, or that the runner of a build would take for a command, with the
  /// bytes of all but plain ASCII by their numbers: the form `$'…'` of bash and zsh.
  private var shellBytes: String {
    let parts = utf8.map { byte in
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(Unicode.Scalar(byte))
      case 0x20..<0x7F where byte != UInt8(ascii: "#"): String(Unicode.Scalar(byte))
      default: "\\x" + Hex.encode([byte])
      }
    }
    return "$'" + parts.joined() + "'"
  }
}
