/// Why an instruction cannot be applied.
public struct ApplyFailure: Error, Codable, Hashable, Sendable {
  /// Who rejects the instruction, and so what becomes of the session.
  public enum Class: String, Codable, Hashable, Sendable, CaseIterable {
    /// A check of the applier: the changeset is bad, and the server is told so.
    case badChangeset
    /// A check of the storage engine that the applier does not foresee.
    case storage
    /// A condition that is only asserted: Realm Core terminates the process, or continues undefined.
    case assertion
  }

  /// Who rejects the instruction.
  public var failureClass: Class
  /// Realm Core's message where it has one, else the condition in words.
  public var message: String
  /// The index of the instruction in its changeset.
  public var instructionIndex: Int?

  /// A failure of one instruction, or of the changeset as a whole where no index is given.
  public init(_ failureClass: Class, _ message: String, instructionIndex: Int? = nil) {
    self.failureClass = failureClass
    self.message = message
    self.instructionIndex = instructionIndex
  }

  package static func bad(_ message: String) -> ApplyFailure {
    ApplyFailure(.badChangeset, message)
  }
  package static func storage(_ message: String) -> ApplyFailure { ApplyFailure(.storage, message) }
  package static func assertion(_ message: String) -> ApplyFailure {
    ApplyFailure(.assertion, message)
  }
}

extension ApplyFailure: CustomStringConvertible {
  /// The index of the instruction, where there is one, and the message.
  public var description: String {
    let place = instructionIndex.map { "instruction \($0): " } ?? ""
    return place + message
  }
}
