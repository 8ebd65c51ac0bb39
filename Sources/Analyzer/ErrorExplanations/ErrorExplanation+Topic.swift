extension ErrorExplanation {
  /// What a message can be about: a heading of `docs/triage.md`, as `messages.json` names it.
  package struct Topic: RawRepresentable, Decodable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    static let automaticResetFailed = Topic(rawValue: "automatic-reset-failed")
    static let clientResetFailed = Topic(rawValue: "client-reset-failed")
    static let clientResetLeftToApp = Topic(rawValue: "client-reset-left-to-app")
    static let clientResetNotAsked = Topic(rawValue: "client-reset-not-asked")
    static let clientResetNotStarted = Topic(rawValue: "client-reset-not-started")
    static let clientResetRequired = Topic(rawValue: "client-reset-required")
    static let downloadNotIntegrated = Topic(rawValue: "download-not-integrated")
    package static let processTerminated = Topic(rawValue: "process-terminated")
    static let unknownErrorCode = Topic(rawValue: "unknown-error-code")
    /// The topic of what no message is known of; the table has no row for it.
    package static let unknownMessage = Topic(rawValue: "unknown-message")

    /// All topics, in the order of the table.
    package static let all = ExplainedMessage.all.groupedInOrder(by: \.topic).map(\.key)
  }

  /// What a message says has ended, and so what becomes of the data.
  package enum Ending: String, Decodable, Hashable, Sendable {
    /// The reset, before its attempt was recorded.
    case notStarted
    /// The reset, in its transaction: the attempt is on record.
    case rolledBack
    /// The same, because device and server have different schemas, which only another schema mends.
    case schemaMismatch
    /// One write, and not the reset.
    case writeDropped
    case nothing
    /// Nothing yet: the action that came with the error decides, and the app's mode.
    case decidedByAction
    /// Perhaps the session: the action that came with the error decides, and no data is lost.
    case syncError
    /// Something that is said of this topic alone.
    case own

    package var isDecidedByAction: Bool { self == .decidedByAction || self == .syncError }
  }
}

extension ErrorExplanation.Topic {
  package var ending: ErrorExplanation.Ending { ExplainedMessage.named(rawValue)?.ending ?? .own }
}
