/// What is fuzzed: a decoder, and what must hold of it for any bytes.
public enum FuzzKind: String, CaseIterable, Sendable {
  case changesets
  case messages
  case chunks
  case json
  case realmFiles
  case deflatedMessages

  /// Tries one input.
  ///
  /// That the bytes are refused is fine.
  /// - Throws: ``FuzzFinding`` where a promise is broken.
  public func check(_ bytes: [UInt8]) throws(FuzzFinding) {
    switch self {
    case .changesets: try ChangesetCheck.check(bytes)
    case .messages: try MessageCheck.check(bytes)
    case .chunks: try ChunkCheck.check(bytes)
    case .json: try JSONCheck.check(bytes)
    case .realmFiles: try RealmFileCheck.check(bytes)
    case .deflatedMessages: try DeflatedMessageCheck.check(bytes)
    }
  }
}

/// A promise that does not hold for some input.
public struct FuzzFinding: Error, CustomStringConvertible {
  public var description: String

  /// Fails where the condition is false.
  static func require(
    _ condition: Bool, _ promise: @autoclosure () -> String
  ) throws(FuzzFinding) {
    guard condition else { throw FuzzFinding(description: promise()) }
  }

  /// The result of what has to work; what it throws is the finding.
  static func expect<Result>(
    _ promise: String, _ body: () throws -> Result
  ) throws(FuzzFinding) -> Result {
    do { return try body() } catch { throw FuzzFinding(description: "\(promise): \(error)") }
  }
}
