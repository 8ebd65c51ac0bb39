import RealmModel
import TraceFormat

/// Something the trace does not show, with what follows from it.
public struct Gap: Hashable, Sendable {
  /// What is missing.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The trace has only the wire: transactions that were never uploaded are not on it.
    case wireOnly
    /// No state of the last sync is known; the values before the unsynced changes are unknown.
    case missingBase
    /// The trace does not show the session that the client's state would be known from.
    case missingLocal
    /// No fresh state was recorded; the server's state as far as the trace shows it stands for it.
    case missingFresh
    /// The error names no action that asks for a reset; that of an ordinary reset is assumed.
    case assumedAction
    /// Which session was reset is not certain, because several fit.
    case ambiguousSession
    /// Concurrent changes, which the client or under faults the server would have merged, were
    /// applied one after the other: its state is approximate.
    case unmergedConcurrentChanges
    /// Records are missing from the trace.
    case lostRecords
    /// Records come from a part of the file that failed its checksum.
    case suspectRecords
    /// A changeset could not be read, or did not fit the state it was for.
    case unreadableChangeset
    /// A message of the wire could not be read.
    case unreadableMessage
  }

  public var kind: Kind
  /// The record at fault, where there is one.
  public var sequence: UInt64?
  /// One sentence for people, without a final period and without the record.
  public var text: String

  /// The sentence with the record that it is about.
  public var sentence: String {
    guard let sequence else { return text }
    return "record \(sequence): \(text)"
  }

  public init(kind: Kind, sequence: UInt64? = nil, text: String) {
    self.kind = kind
    self.sequence = sequence
    self.text = text
  }
}

extension Gap {
  /// A changeset that can't be read.
  static func unreadable(_ sequence: UInt64, _ failure: DecodingFailure) -> Gap {
    Gap(
      kind: .unreadableChangeset, sequence: sequence,
      text: "the changeset cannot be read: \(failure)")
  }

  /// A changeset that does not fit.
  static func misfit(_ sequence: UInt64, _ failure: ApplyFailure) -> Gap {
    Gap(
      kind: .unreadableChangeset, sequence: sequence,
      text: "the changeset does not fit the state before it: \(failure)")
  }

  /// A changeset that is whole, and was made for a state that faults have changed.
  static func unmerged(_ sequence: UInt64, _ failure: ApplyFailure) -> Gap {
    Gap(
      kind: .unmergedConcurrentChanges, sequence: sequence,
      text: "with the faults this change meets others that it would have been merged with, which "
        + "is not replayed; what does not fit is left out (\(failure))")
  }

  /// What a capture can't show.
  static let wireOnly = Gap(
    kind: .wireOnly,
    text: "only what crossed the wire is known: transactions that were not uploaded before "
      + "the reset do not show")
}
