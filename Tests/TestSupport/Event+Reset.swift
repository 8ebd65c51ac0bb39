import TraceFormat

extension Sequence<Event> {
  /// Whether an error among the events orders a client reset.
  public var askForReset: Bool {
    contains { event in
      guard case .syncError(let error) = event.content else { return false }
      return error.action.startsClientReset
    }
  }
}
