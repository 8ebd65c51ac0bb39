import ArgumentParser
import TraceFormat

struct SecretOptions: ParsableArguments {
  @Flag(
    help: """
      Keep tokens, passwords and other secrets, and say so in the trace; by default a mark replaces each \
      (docs/security.md).
      """)
  var keepSecrets = false

  var handling: SecretHandling { keepSecrets ? .kept : .replaced }

  /// A header that says what became of secrets, and has none itself.
  func header(_ metadata: [TraceHeader.Metadata]) -> TraceHeader {
    var header = TraceHeader(metadata: metadata)
    if keepSecrets {
      header.secrets = .kept
    } else {
      var redactor = SecretRedactor()
      header = header.redacted(by: &redactor)
    }
    return header
  }

  /// The events of an import, without secrets unless they are to be kept, and how many there were.
  func handle(_ events: [Event]) -> (events: [Event], secrets: SecretCounts) {
    guard !keepSecrets else { return (events, SecretCounts()) }
    var redactor = SecretRedactor()
    let redacted = events.map { redactor.redacted($0) }
    return (redacted, redactor.counts)
  }
}
