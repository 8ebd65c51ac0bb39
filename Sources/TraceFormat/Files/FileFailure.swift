/// Why the system refused an operation on a file.
public struct FileFailure: Error, Hashable, Sendable {
  /// What was tried, as a verb: `open`, `read`, `write`.
  public var operation: String
  /// The file, by the path that was used.
  public var path: String
  /// The system's error number (`errno`).
  public var code: Int32
  /// The system's words for it.
  public var reason: String

  /// A refusal of an operation.
  public init(operation: String, path: String, code: Int32, reason: String) {
    self.operation = operation
    self.path = path
    self.code = code
    self.reason = reason
  }
}

extension FileFailure: CustomStringConvertible {
  /// One line, such as ``cannot open `a.synctrace`: No such file or directory``.
  public var description: String { "cannot \(operation) `\(path)`: \(reason)" }
}
