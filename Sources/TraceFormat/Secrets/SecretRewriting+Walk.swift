extension SecretRewriting {
  /// Whether a walk could replace something. Most bytes of a trace are changesets, and looking through
  /// them as they are encoded costs less than decoding them: their strings stand there as they are.
  ///
  /// - Parameter meaning: what a message means, where that is known: it is not parsed again.
  mutating func needsWalk(_ content: Event.Content, _ meaning: ProtocolMessage? = nil) -> Bool {
    switch content {
    case .localCommit(let commit): SecretSearch.mayHoldWebToken(commit.changeset)
    case .serverCommit(let commit): SecretSearch.mayHoldWebToken(commit.changeset)
    case .snapshot(let snapshot):
      snapshot.changesets.contains { SecretSearch.mayHoldWebToken($0) }
    case .message(let message): needsWalk(message, meaning)
    default: true
    }
  }

  private mutating func needsWalk(_ message: WireMessage, _ meaning: ProtocolMessage?) -> Bool {
    let bodySize = meaning.map(\.bodySize) ?? message.announcedBodySize
    guard bodySize != nil, message.bodyForm != .notInflatable,
      !SecretSearch.mayHoldWebToken(message.body)
    else { return true }
    let counts = counts
    _ = connectionText(message.connection)
    self.counts = counts
    return connection?.kinds.isEmpty != true || (meaning ?? (try? message.parsed())) == nil
  }
}
