/// Where unsynced writes come from, as reports and exports name it.
public struct PendingSource: Hashable, Sendable {
  /// The file as the command was given it; `-` for standard input.
  public var name: String
  /// The SHA-256 of all its bytes, 64 hexadecimal digits in lower case.
  public var sha256: String

  /// A file by its name and digest.
  public init(name: String, sha256: String) {
    (self.name, self.sha256) = (name, sha256)
  }

  /// What the keys of its operations begin with, so that those of two files differ.
  package var keyPrefix: String { String(sha256.prefix(16)) }
}
