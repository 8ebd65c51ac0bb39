import TraceFormat

extension MessageRecorder where Inflater: ~Copyable {
  /// The connection of a name that was not met before. Names that differ in nothing but a secret get
  /// numbers, so that they stay different.
  mutating func newConnection(_ name: String) -> RecordedConnection {
    let plain = withoutSecrets(name)
    var unique = plain
    var number = 2
    while !connectionNameSet.insert(TextBytes(unique)).inserted {
      unique = "\(plain) (\(number))"
      number += 1
    }
    connectionNames.append(unique)
    return RecordedConnection(name: unique, source: source)
  }

  package mutating func withoutSecrets(_ text: String) -> String {
    secrets == .kept ? text : redactor.redacted(text)
  }

  mutating func withoutSecrets(_ content: Event.Content) -> Event.Content {
    guard case .note(let note) = content else { return content }
    return .note(Note(text: withoutSecrets(note.text)))
  }

  /// What is said of a message is said of what remains, so that no part of a secret gets into a note.
  mutating func withoutSecrets(_ understood: UnderstoodMessage) -> UnderstoodMessage {
    guard secrets == .replaced else { return understood }
    let redacted = redactor.redacted(understood.message, meaning: understood.understood)
    guard redacted != understood.message else { return understood }
    // Why a body does not inflate is said in numbers, and not to be found out again.
    guard redacted.bodyForm != .notInflatable else {
      return UnderstoodMessage(message: redacted, meaning: understood.meaning)
    }
    return UnderstoodMessage(redacted)
  }
}
