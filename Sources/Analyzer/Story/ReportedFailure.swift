package import TraceFormat

/// What Realm Core's message about a reset that failed is made of (`object-store/sync/sync_session.cpp`).
package struct ReportedFailure: Codable, Hashable, Sendable {
  package var action: ServerAction
  /// Whether it failed once the app's block before the reset could be called, and not at the download or before.
  package var comesToBlocks: Bool
  /// The client's name of the error that asked for the reset, and its text; nil where it is not known.
  package var originating: Originating?
  package var inner: String
  /// The name of the error that failed, where the message has one and ``inner`` has none.
  package var innerName: String?

  package struct Originating: Codable, Hashable, Sendable {
    package var name: String
    package var message: String
  }
}

// Bytes, not characters: messages hold names of the trace.
extension ReportedFailure {
  package static func == (a: ReportedFailure, b: ReportedFailure) -> Bool {
    a.action == b.action && a.comesToBlocks == b.comesToBlocks && a.originating == b.originating
      && a.inner.hasSameBytes(as: b.inner) && a.innerName == b.innerName
  }
}

extension ReportedFailure.Originating {
  package static func == (a: Self, b: Self) -> Bool {
    a.name.hasSameBytes(as: b.name) && a.message.hasSameBytes(as: b.message)
  }
}
