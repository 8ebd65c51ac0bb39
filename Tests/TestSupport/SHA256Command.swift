import Foundation

/// SHA-256 by the system's own command, for digests that are committed.
public enum SHA256Command {
  private static let commands = [
    ("/usr/bin/sha256sum", []), ("/bin/sha256sum", []), ("/usr/bin/shasum", ["-a", "256"]),
  ]

  /// The digest of a text as a page's security policy names it: `sha256-` and Base64.
  ///
  /// - Throws: ``MissingInput`` where the system has no such command.
  public static func policySource(of text: String) throws -> String {
    guard
      let (path, arguments) = commands.first(where: {
        FileManager.default.isExecutableFile(atPath: $0.0)
      })
    else { throw MissingInput("neither sha256sum nor shasum is there") }
    let ended = try RunningProcess.run(path, arguments, input: Array(text.utf8))
    let digits = Array(ended.text.prefix { $0 != " " }.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    guard ended.status == 0, bytes.count == 32 else {
      throw MissingInput("\(path) says \(ended.text)\(ended.errorText)")
    }
    return "sha256-" + Data(bytes).base64EncodedString()
  }
}
