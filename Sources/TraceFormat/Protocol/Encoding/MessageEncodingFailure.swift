/// Why a message cannot be written: nobody could read it as what it is.
public enum MessageEncodingFailure: Error, Hashable, Sendable {
  /// A message that this side never sends.
  case wrongDirection(ProtocolMessage.Kind, WireMessage.Direction)
  /// A field that only the other kind of sync has, or a missing one that this kind has.
  case wrongSyncKind(ProtocolMessage.Kind, SyncKind)
  /// The head would announce another size than its entries have, in bytes.
  case wrongBodySize(ProtocolMessage.Kind, announced: UInt64, found: UInt64)
}

extension MessageEncodingFailure: CustomStringConvertible {
  /// One line, such as `upload: the head says that the body has 3 bytes, it has 5`.
  public var description: String {
    switch self {
    case .wrongDirection(let kind, let direction):
      let sender = direction == .clientToServer ? "client" : "server"
      return "\(kind.rawValue): no message that a \(sender) sends"
    case .wrongSyncKind(let kind, let syncKind):
      return "\(kind.rawValue): not as \(syncKind.rawValue) sync has it"
    case .wrongBodySize(let kind, let announced, let found):
      return "\(kind.rawValue): the head says that the body has \(announced) bytes, it has \(found)"
    }
  }
}
