package import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension PendingChanges {
  /// What stands above it.
  var title: String {
    switch kind {
    case .reset: "Not synced before the client reset of \(session.title)"
    case .endOfSession: "Not synced at the end of \(session.title)"
    }
  }

  var extentSentence: String {
    guard let first = transactions.first, let last = transactions.last else {
      return gaps.contains { $0.kind == .wireOnly }
        ? "Nothing that the trace shows; what was never uploaded did not cross the wire."
        : "Nothing: every transaction that the trace shows was acknowledged."
    }
    let versions = Phrase.versions(first.clientVersion, last.clientVersion)
    return Phrase.extent(writes: writes.count, objects: objectCount)
      + " in \(transactions.count.counted("transaction")) (\(versions))"
      + Phrase.span(first.timeMicroseconds, last.timeMicroseconds) + "."
  }

  /// When a transaction was recorded, and under which version.
  func origin(of transaction: Int) -> String {
    let transaction = transactions[transaction]
    return Phrase.versions(transaction.clientVersion, transaction.clientVersion)
      + (Phrase.when(transaction.timeMicroseconds).map { ", \($0)" } ?? "")
  }
}

extension PendingObject.Change {
  package var words: String {
    switch self {
    case .created: "new"
    case .changed: "changed"
    case .deleted: "deleted"
    case .replaced: "deleted and recreated"
    case .createdAndDeleted: "created and deleted"
    case .schema: "schema"
    }
  }
}

extension PendingProperty {
  static let unseen = "not known"
  static let unchanged = "as it was"
}

extension PendingSource {
  var digestLine: String { "\(Heading.sourceDigest): \(sha256)" }
}

extension PendingReport {
  package static func title(of trace: String) -> String { "Never uploaded: \(trace)" }
}

extension Heading {
  static let pendingBefore = "Before"
  static let sourceDigest = "SHA-256 of the source"
}
