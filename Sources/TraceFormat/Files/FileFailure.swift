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
  /// Whether the file was to be written, and not read.
  public var isOutput: Bool

  /// A refusal of an operation.
  public init(
    operation: String, path: String, code: Int32, reason: String, isOutput: Bool = false
  ) {
    (self.operation, self.path, self.code) = (operation, path, code)
    (self.reason, self.isOutput) = (reason, isOutput)
  }
}

extension FileFailure: CustomStringConvertible {
  /// One line, such as "cannot open `a.synctrace`: No such file or directory".
  public var description: String { "cannot \(operation) `\(path.visible)`: \(reason.visible)" }
}
