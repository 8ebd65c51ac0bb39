extension TraceHeader {
  /// The header with what its recorder noted replaced as a rewriting says; the names of the notes
  /// and the required features are vocabularies, and stay.
  public func rewritten(by rewriting: inout some EventRewriting) -> TraceHeader {
    var rewritten = self
    for index in metadata.indices {
      rewritten.metadata[index].value = rewriting.text(metadata[index].value, .metadata)
    }
    return rewritten
  }
}
