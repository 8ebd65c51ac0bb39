package import TraceFormat

// What the server asks the client to do (Realm Core: `object-store/sync/sync_session.cpp`).
extension TriageEntry {
  static let actions: [TriageEntry] = ServerAction.allCases.map { action in
    TriageEntry(Triage.Topic(action).identifier, terms: [action.rawValue])
  }
}

extension Triage.Topic {
  /// The topic of an action that a server asks for.
  package init(_ action: ServerAction) {
    self.init("action-\(action.rawValue.hyphenated)")
  }
}

extension String {
  /// Words in camel case with hyphens between them: `client-reset-no-recovery`.
  fileprivate var hyphenated: String {
    var text = ""
    var wasUppercase = true
    for character in self {
      if character.isUppercase, !wasUppercase { text += "-" }
      wasUppercase = character.isUppercase
      text += character.lowercased()
    }
    return text
  }
}
