internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Change.Outcome {
  /// What became of a change, such as `kept`; follows a number.
  var words: String {
    switch self {
    case .kept, .merged, .lost: rawValue
    case .keptAndOverwrote: "kept and overwrote"
    case .serversKept: "server's kept instead"
    case .inBackupOnly: "in the backup file only"
    case .alreadyOnServer: "already on the server"
    case .pending: "not synced yet"
    case .notKnown: "not known"
    }
  }

  var role: TextStyle.Role? {
    switch self {
    case .lost, .serversKept, .notKnown: .bad
    case .kept, .merged: .good
    case .alreadyOnServer: .faint
    case .keptAndOverwrote, .inBackupOnly, .pending: nil
    }
  }

  /// Whether nothing of the change is gone where the server is.
  var isKept: Bool {
    switch self {
    case .kept, .keptAndOverwrote, .merged, .alreadyOnServer: true
    case .serversKept, .lost, .inBackupOnly, .pending, .notKnown: false
    }
  }
}

extension Report {
  /// Such as `28 kept, 1 kept and overwrote, 2 merged`.
  var outcomeWords: String {
    changes.isEmpty
      ? (hiddenWrites.isEmpty ? "nothing to keep" : "not known")
      : outcomeCounts.map { "\($0.count) \(words(for: $0.outcome))" }.joined(separator: ", ")
  }

  /// What became of a change. A file that stays where it is has not become a backup.
  func words(for outcome: Change.Outcome) -> String {
    outcome == .inBackupOnly && leavesFile ? "on the device only" : outcome.words
  }

  /// The report in a line, for places that have room for no more, such as
  /// `15 kept, 2 merged; what others wrote: 1 value overwritten`.
  var summary: String {
    let others = whatOthersLostWords
    let hidden = hiddenWrites.map(\.words)
    let parts = [
      changes.isEmpty ? nil : outcomeWords,
      overwrittenCount == 0 ? nil : "what others wrote: \(others)",
      defects.isEmpty ? nil : "defects of the engine in \(defects.count.counted("place"))",
      hidden.isEmpty ? nil : "the trace does not show \(Phrase.list(hidden, "or"))",
    ].compactMap(\.self)
    return parts.isEmpty ? nothingWords().uncapitalizedFirst : parts.joined(separator: "; ")
  }

  /// How many places of what others wrote there are of each kind, for the head and the table alike: an
  /// overwritten value counts as such whether or not the device had edited the place, too.
  var othersLossCounts: [(kind: OverwrittenPlace.Kind, count: Int)] {
    let counts = overwrittenPlaceCounts
    let rest = counts.filter { $0.kind != .overwritten && $0.kind != .editedOnBothSides }
    let overwrittenCount = counts.reduce(0) { $0 + $1.count } - rest.reduce(0) { $0 + $1.count }
    return (overwrittenCount > 0 ? [(.overwritten, overwrittenCount)] : []) + rest
  }

  /// Such as `1 value overwritten`; what both sides had edited counts here, too.
  var whatOthersLostWords: String {
    let parts = othersLossCounts.map { kind, count in
      switch kind {
      case .overwritten, .editedOnBothSides: "\(count.counted("value")) overwritten"
      case .deleted: "\(count.counted(deletedNoun)) deleted"
      case .doneTwice: "\(count) done twice"
      case .goneWithRestore:
        "\(count.counted("synced value")) gone" + (isGoneOrChanged ? " or changed" : "")
      case .deletionUndone: "\(count.counted("synced deletion")) undone"
      }
    }
    guard parts.isEmpty else { return parts.joined(separator: ", ") }
    return hidesOthers ? "not known" : "untouched"
  }

  /// What places are that others wrote and the reset deleted: whole objects, or what is in them, too.
  var deletedNoun: String {
    let hasOthers = unmeantPlaces.contains { $0.kind == .deleted && $0.address.property != nil }
    return hasOthers ? "place" : "object"
  }
}

// What a change did
extension Report {
  /// Whether what a restored server lacks may have been changed by another user since, instead of gone with the backup.
  var isGoneOrChanged: Bool { gaps.contains { $0.fact == .changesSinceRestore } }

  /// What the device wrote, such as `"ok" → "checked"`, `+1` or `[2] inserted "leak"`; behind the name of the place.
  func effectWords(of change: Change, columns: Int) -> String {
    switch change.kind {
    case .created, .recreated:
      return valueParts(of: change, columns: columns).joined(separator: ", ")
    case .deleted, .schema: return writes[change.writes[0]].operation.words
    case .edited:
      let first = writes[change.writes[0]]
      guard change.writes.count > 1, case .insert = first.operation, let now = first.element?.device
      else { return editWords(of: change.writes, columns: columns) }
      // An element of the device's own, with all that was done to it.
      return change.address.behindPath("inserted \(now.text(columns: columns))")
    }
  }

  /// The values of a created object, such as `title "leak"`.
  private func valueParts(of change: Change, columns: Int) -> [String] {
    let inside = change.writes.filter { writes[$0].address.property != nil }
    return inside.groupedInOrder { writes[$0].address.wholeProperty }.map { place, own in
      let first = writes[own[0]]
      let name = place.property?.shortName ?? ""
      if case .set(.value(let value), _) = first.operation, first.address.path.isEmpty,
        own.dropFirst().allSatisfy({ writes[$0].operation.isAddition }),
        let now = own.count == 1 ? value : first.observed.device?.value
      {
        return "\(name) \(now.text(columns: columns))"
      }
      return "\(name) \(editWords(of: own, columns: columns))"
    }
  }

  private func editWords(of indexes: [Int], columns: Int) -> String {
    let edits = indexes.map { writes[$0] }
    let sums = edits.compactMap { if case .add(let number) = $0.operation { number } else { nil } }
    if sums.count == edits.count {
      let sum = sums.reduce(0, &+)
      return edits[0].address.behindPath(sum < 0 ? "−\(sum.magnitude)" : "+\(sum)")
    }
    guard edits.count > 1, edits[0].address != edits[edits.count - 1].address else {
      return editWords(of: edits[edits.count - 1], columns: columns)
    }
    let kinds = edits.groupedInOrder { TextBytes($0.operation.shortWords) }
    return kinds.map { "\($0.elements.count) \($0.key.text)" }.joined(separator: ", ")
  }

  private func editWords(of write: JudgedWrite, columns: Int) -> String {
    // An addition comes here only behind a value that was set.
    let isOfValue =
      if case .set = write.operation { true } else { write.operation.isAddition }
    guard isOfValue, write.address.comparable == write.address, let own = write.ownValue
    else { return write.operationAtPath(valueColumns: columns) }
    let sides = [write.observed.before, own].compactMap(\.self)
    let texts = Phrase.apart(sides, columns: columns)
    return write.address.behindPath(texts.joined(separator: " → "))
  }
}

extension JudgedWrite {
  /// What the device had before the reset; where that is not known, the value that the write set, if it set one.
  var ownValue: ObservedValue? {
    guard observed.device == nil, case .set(.value(let value), _) = operation else {
      return observed.device
    }
    return .value(value)
  }
}

extension WriteOperation {
  /// What several of a kind did, behind their number.
  fileprivate var shortWords: String {
    switch self {
    case .insert: "inserted"
    case .addMember: "added"
    case .removeElement, .removeMember, .removeEntry: "removed"
    case .move: "moved"
    case .clear: "cleared"
    default: "set"
    }
  }
}

extension Change.Kind {
  /// Such as `3 created`, or `1 schema change`.
  func words(_ count: Int) -> String {
    self == .schema ? count.counted("schema change") : "\(count) \(rawValue)"
  }
}

// A change within a sentence.
extension Report {
  /// Such as `2 changes (T 4 created, T 1 v = 40)`; `the change T 1 v = 99`.
  func changesWords(_ changes: [Change]) -> String {
    let shown = changes.prefix(3).map(words(naming:))
    guard changes.count <= 3 else { return changes.count.counted("change") }
    return "\(changes.count.counted("change")) (\(shown.joined(separator: ", ")))"
  }

  /// Such as `T 1 v = 99`, `T 4 created`.
  func words(naming change: Change) -> String {
    let place = change.address.text
    switch change.kind {
    case .edited:
      if change.writes.count == 1,
        case .set(.value(let value), _) = writes[change.writes[0]].operation
      {
        return "\(place) = \(value.text(columns: 24))"
      }
      // Of an element the effect has the path.
      return "\(change.address.wholeProperty.text) \(effectWords(of: change, columns: 24))"
    case .created, .recreated, .deleted: return "\(place) \(change.kind.rawValue)"
    case .schema: return "\(place): \(writes[change.writes[0]].operation.words)"
    }
  }

  /// The same within a sentence, such as `the edit T 1 v = 99`, `the new T 4` or `part of the new T 4 (link)`.
  func sentenceWords(naming change: Change) -> String {
    guard isLostInPart(change) else { return wholeWords(naming: change) }
    let lost = change.writes.filter { writes[$0].fate == .lost }
      .compactMap { writes[$0].address.property?.shortName }
    let names = Phrase.first(of: Phrase.distinct(lost)) { $0 }.joined(separator: ", ")
    return "part of \(wholeWords(naming: change))" + (names.isEmpty ? "" : " (\(names))")
  }

  private func wholeWords(naming change: Change) -> String {
    switch change.kind {
    case .edited: "the edit \(words(naming: change))"
    case .created: "the new \(change.address.text)"
    case .recreated: "the \(change.address.text) that was recreated"
    case .deleted: "the deletion of \(change.address.text)"
    case .schema: "the change of the schema (\(words(naming: change)))"
    }
  }
}
