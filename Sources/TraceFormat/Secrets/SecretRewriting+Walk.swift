extension SecretRewriting {
  /// Whether a walk could replace something. Most bytes of a trace are changesets, and looking through
  /// them as they are encoded costs less than decoding them: their strings stand there as they are.
  mutating func needsWalk(_ content: Event.Content) -> Bool {
    switch content {
    case .localCommit(let commit): SecretSearch.mayHoldWebToken(commit.changeset)
    case .serverCommit(let commit): SecretSearch.mayHoldWebToken(commit.changeset)
    case .snapshot(let snapshot):
      snapshot.changesets.contains { SecretSearch.mayHoldWebToken($0) }
    case .message(let message): needsWalk(message)
    default: true
    }
  }

  private mutating func needsWalk(_ message: WireMessage) -> Bool {
    guard message.announcedBodySize != nil, message.bodyForm != .notInflatable,
      !SecretSearch.mayHoldWebToken(message.body)
    else { return true }
    let counts = counts
    _ = connectionText(message.connection)
    self.counts = counts
    return connection?.kinds.isEmpty != true || (try? message.parsed()) == nil
  }
}
