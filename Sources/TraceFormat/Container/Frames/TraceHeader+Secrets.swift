extension TraceHeader {
  private static let secretsName = "secrets"

  /// What became of secrets when the trace was made; nil if that was not noted.
  public var secrets: SecretHandling? {
    get { self[Self.secretsName].flatMap(SecretHandling.init(rawValue:)) }
    set {
      let note = newValue.map { Metadata(Self.secretsName, $0.rawValue) }
      let index = metadata.firstIndex { $0.name.hasSameBytes(as: Self.secretsName) }
      switch (index, note) {
      case (let index?, let note?): metadata[index] = note
      case (let index?, nil): metadata.remove(at: index)
      case (nil, let note?): metadata.append(note)
      case (nil, nil): break
      }
    }
  }

  /// A header whose notes have their secrets handled, which it says.
  package init(noting notes: [Metadata], secrets: SecretHandling) {
    var redactor = SecretRedactor(secrets)
    self = TraceHeader(metadata: notes).redacted(by: &redactor)
  }

  /// The header with the secrets of its notes handled, which it says.
  public func redacted(by redactor: inout SecretRedactor) -> TraceHeader {
    var header = redactor.handling == .kept ? self : rewritten(by: &redactor.rewriting)
    header.secrets = redactor.handling
    return header
  }

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

extension SecretCounts {
  /// What a trace notes of them at its end, such as `secretsReplaced` = `jwt 2, token 9`; nothing where
  /// there were none.
  public var closingNotes: [TraceHeader.Metadata] {
    let list = byKind.map { "\($0.kind.rawValue) \($0.count)" }.joined(separator: ", ")
    return list.isEmpty ? [] : [TraceHeader.Metadata("secretsReplaced", list)]
  }
}
