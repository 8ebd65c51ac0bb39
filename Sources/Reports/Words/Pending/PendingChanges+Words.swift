package import Analyzer
internal import Campaigns
internal import RealmModel
internal import Replayer
package import TraceFormat

extension PendingChanges {
  var title: String {
    switch kind {
    case .reset: "Not synced before the client reset of \(session.title)"
    case .endOfSession: "Not synced at the end of \(session.title)"
    }
  }

  var extentSentence: String {
    let count = Phrase.extent(writes: writes.count, objects: objectCount)
    if let extent = Phrase.extent(count, in: transactions, gaps) { return extent }
    if gaps.contains(where: { $0.kind == .wireOnly }) { return Phrase.nothingOnWire }
    guard gapsOfWrites.isEmpty else {
      return "Not known: the trace shows no unsynced transaction, and may lack some."
    }
    return session.unknownFileSentence
      ?? "Nothing: every transaction that the trace shows was acknowledged."
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
    case .changed, .deleted, .schema: rawValue
    case .replaced: "deleted and recreated"
    case .createdAndDeleted: "created and deleted"
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

  /// What is unsynced at the moment at which most is.
  package var extentSentence: String? { largest?.extentSentence }
}

extension PendingWrite {
  /// What a write did, in words that follow the name of what it acted on; of a new class or property also
  /// what it is, such as `property added: string?[]`.
  ///
  /// - Parameter columns: the most columns of a value.
  package func words(valueColumns columns: Int = Phrase.valueColumns) -> String {
    operation.words(valueColumns: columns) + (definition?.words ?? "")
  }
}

extension PendingDefinition {
  fileprivate var words: String {
    switch self {
    case .addedClass(let kind, let key):
      (kind == .topLevel ? "" : ", \(kind.name)")
        + (key.map { ", primary key \($0.name.shortName): \($0.notation)" } ?? "")
    case .addedProperty(let property): ": \(property.notation)"
    case .removedClass, .removedProperty: ""
    }
  }
}

extension PendingConflict.Kind {
  /// What the writes meet, in a sentence without a final period.
  package var words: String {
    switch self {
    case .changed: "the target has changed it since the last sync"
    case .deleted: "the target has deleted the object since the last sync"
    case .missing: "the target does not have the object; whether it ever did is not known"
    case .exists: "the target has an object with this key already"
    case .differs: "the target declares it differently"
    case .alreadyThere: "the target has it already, nothing is left to do"
    case .addsUp: "the target has changed the number too; what the device adds is added to it"
    case .unknownBase: "the target has something else; what it was at the last sync is not known"
    case .unknownObject: "the target does not show which of its objects it is"
    }
  }
}

extension Phrase {
  package static func conflicts(_ open: Int, alreadyThere: Int, of writes: Int) -> String {
    let done = alreadyThere == 0 ? "" : "; \(alreadyThere.counted("write")) already there"
    return open == 0
      ? "No conflict: the target has nothing else at the places of \(writes.counted("write"))\(done)."
      : "\(open.counted("write")) of \(writes) in conflict with the target\(done)."
  }
}

extension PendingConflict {
  /// What the writes meet, in a sentence without a final period.
  package var sentence: String {
    kind == .addsUp && base == nil
      ? "what the target had at the last sync is not known; what the device adds is added to it"
      : kind.words
  }

  /// A value of one side, or what a class or property is there, such as `int, optional`.
  package func words(for value: JSONText, columns: Int) -> String {
    guard address.object == nil, case .object(let members) = value else {
      return value.words(columns: columns)
    }
    return members.map { member in
      if case .bool(true) = member.value { return member.name }
      let text = words(for: member.value, columns: columns).filter { $0 != "\"" }
      return ["type", "kind"].contains(member.name) ? text : "\(member.name) \(text)"
    }.joined(separator: ", ")
  }
}
