internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What is said of one change and of one place of others'.
extension Report {
  func changesHeading(_ extent: String) -> String {
    let count = changes.count
    return count == 1 ? "What the change is: \(extent)" : "What the \(count) changes are: \(extent)"
  }

  /// What the server had and what is there now, where the value of the change does not say so.
  func otherSides(of change: Change, columns: Int) -> String? {
    guard change.kind == .edited, let last = change.writes.last,
      writes[last].address.comparable == writes[last].address
    else { return nil }
    let (place, seen) = (writes[last].seen.value, writes[last].observed)
    let own = writes[last].ownValue
    let isOwn = seen.device == nil ? seen.after.looksLike(own) : place.isAfterAsDevice
    if let after = seen.after, result != .manual, !isOwn {
      let isServers = place.hasServerChanged && place.isAfterAsServer
      return "now \(after.text(columns: columns))" + (isServers ? ", as on the server" : "")
    }
    // The reason says what the device's value won over.
    let isServers = seen.device == nil ? seen.server.looksLike(own) : place.isServerAsDevice
    guard place.hasServerChanged, change.outcome != .keptAndOverwrote, !isServers else {
      return nil
    }
    return seen.server.map { "the server had \($0.text(columns: columns))" }
  }

  /// Why a change has its outcome; nil where the mode does that to every change.
  func reasonWords(of change: Change, withDefects: Bool = true) -> String? {
    let reasons = change.writes.map { writes[$0] }.filter { write in
      switch write.cause {
      case .discardedByMode?, .manualMode?: false
      default: write.fate != .recovered && write.fate != .superseded
      }
    }
    let failsHere = reasons.contains { $0.reason == .untouched(.failedHere) }
    let told = reasons.filter {
      !failsHere || ![.untouched(.resetFailed), .untouched(.processEnded)].contains($0.reason)
    }
    let defects = withDefects ? reasons.compactMap(\.defect) : []
    // Where the reset failed, what a correct recovery keeps of the change is said, and not the rest.
    let kept = defects.filter(\.keepsWhatFailed)
    var words = Phrase.distinct(
      told.map { reasonWords(of: $0, in: change) } + (kept.isEmpty ? defects : kept).map(\.words))
    if change.outcome == .lost, !words.isEmpty,
      change.writes.allSatisfy({ [.redundant, .superseded].contains(writes[$0].fate) })
    {
      words.append("the server has values that the new object lacks")
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// A change of a whole object does not name the property that is lost, or that the server had changed too.
  private func reasonWords(of write: JudgedWrite, in change: Change) -> String {
    guard change.address.property == nil, let property = write.address.property else {
      return write.reason.words
    }
    switch write.reason {
    case .lost where isLostInPart(change), .conflict(.overwroteChanged):
      return "\(property.shortName): \(write.reason.words)"
    default: return write.reason.words
    }
  }

  /// How changes that no server gets can still be had, and how many of them conflict with the server's data.
  ///
  /// - Parameter reports: one for each mode.
  static func rescueSentence(of reports: [Report]) -> String {
    let report = reports.first { $0.mergePlan != nil }
    let decisions = report.flatMap(\.mergePlan).map { plan in
      Set(plan.operations.lazy.filter(\.isConflicting).flatMap(\.writes))
    }
    let toDecide = decisions.map { writes in
      report?.changes.count { $0.writes.contains(where: writes.contains) } ?? 0
    }
    let extent = toDecide.map {
      $0 == 0 ? "; nothing conflicts" : "; you decide about \($0.counted("change"))"
    }
    let isEmpty = report?.mergePlan?.operations.isEmpty ?? false
    let isPlanned = !isEmpty && reports.allSatisfy { $0.mergePlanGap == nil }
    // It has no step for what is not known, nor for edits of a list that the device left as it was.
    let isKept = reports.allSatisfy {
      $0.lossCount + $0.changeCount(.notKnown) == 0 && $0.hiddenWrites.isEmpty
        && $0.mergePlanGap == nil
    }
    if let plan = report?.mergePlan, isEmpty, isKept { return "\(plan.sentence)." }
    let whom = reports.contains { $0.changes.count > 1 } ? "them" : "it"
    return "To put \(whom) back: `tracetool export`"
      + (isPlanned ? ", or `replay --mode manual --format merge-plan`\(extent ?? "")." : ".")
  }

  /// Which write it is, by version, time and rule.
  func evidence(ofWrite index: Int) -> String {
    let write = writes[index]
    let transaction = transactions[write.transactionIndex]
    let parts: [String?] = [
      write.operationAtPath(), "\(Phrase.clientVersion) \(transaction.clientVersion)",
      Phrase.when(transaction.timeMicroseconds), write.fate.rawValue,
      write.rule.map { "rule \($0.rawValue)" }, write.cause.map { "cause \($0.rawValue)" },
      write.changeWords,
    ]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// What happened to a value that others had written, behind the name of its place.
  func words(for place: OverwrittenPlace, columns: Int) -> String {
    let texts = Phrase.apart([place.before, place.after], columns: columns)
    let values = "\(texts[0]) → \(texts[1])"
    let why = Phrase.distinct(place.collateral.map { collateral[$0].reason.words }).joined(
      separator: "; ")
    let reason = why.isEmpty ? "" : " (\(why))"
    switch place.kind {
    case .editedOnBothSides:
      return switch (place.before, place.after) {
      case (.present, .present): "this device's object stays; the server's is overwritten"
      case (.present, .absent): "deleted here, with what the server had changed in it"
      case (_, .absent): "removed here, and the server's \(texts[0]) with it"
      default: "\(texts[1]) stays; the server's \(texts[0]) is overwritten"
      }
    case .deletionUndone: return "this device had deleted it and synced that, and it is back"
    case .goneWithRestore:
      // Where it may have been changed since, a note above says so of all of them.
      return isGoneOrChanged ? values : "\(values), gone with the restored server"
    case .overwritten, .deleted, .doneTwice: return values + reason
    }
  }

  var sequelWords: String {
    switch result {
    case .recovered:
      switch uploadedTransactionCount {
      case 0: hiddenWrites.isEmpty ? "uploads nothing" : "uploads: not known"
      case let count: "uploads \(count.counted("transaction"))"
      }
    case .discarded: isSkipped ? "nothing to reset" : "uploads nothing; no backup"
    case .manual: "sync stops; your app must act"
    case .failed: "fails; sync stops until your app acts"
    case .crash: "the process ends"
    case .noReset: "no reset"
    }
  }

  private var uploadedTransactionCount: Int {
    consequences.lazy.compactMap {
      if case .uploads(let transactions, _) = $0 { transactions } else { nil }
    }.first ?? 0
  }
}

// What is said of one change and of one place where it stands alone, a line each: in JUnit and SARIF.
extension Report {
  /// Such as `lost: T 1 v 11 → 111; now 1111, as on the server`.
  func finding(of change: Change) -> String {
    let effect = effectWords(of: change, columns: Phrase.valueColumns)
    let what =
      switch change.kind {
      case .edited: [change.address.wholeProperty.text, effect]
      case .schema: [change.address.text, effect]
      case .deleted: [change.address.text, change.kind.rawValue]
      case .created, .recreated:
        [change.address.text, change.kind.rawValue, effect.isEmpty ? nil : "(\(effect))"]
      }
    let parts: [String?] = [
      what.compactMap(\.self).joined(separator: " "),
      otherSides(of: change, columns: Phrase.valueColumns),
      reasonWords(of: change, withDefects: false),
    ]
    return "\(words(for: change.outcome)): \(parts.compactMap(\.self).joined(separator: "; "))"
  }

  /// Such as `overwritten: T 1 v: 11 → 12`.
  func finding(of place: OverwrittenPlace) -> String {
    let isOpen = place.kind == .goneWithRestore && isGoneOrChanged
    return "\(place.kind.words)\(isOpen ? " or changed" : ""): \(place.address.text): "
      + words(for: place, columns: Phrase.valueColumns)
  }
}

extension Change.Outcome {
  var meaning: String {
    switch self {
    case .kept: "the change stands"
    case .keptAndOverwrote: "the change stands, and something that another user wrote does not"
    case .merged: "the edits of both sides count"
    case .serversKept: "the server had changed the same place, and its change stands"
    case .lost: "the change is gone"
    case .inBackupOnly: "the change is in the device's old file, which no server takes"
    case .alreadyOnServer: "the server already has the effect of the change"
    case .pending: "nothing was reset: the device uploads the change when its sync continues"
    case .notKnown: "the trace does not show what becomes of the change"
    }
  }
}

extension OverwrittenPlace.Kind {
  var words: String {
    switch self {
    case .overwritten: "overwritten"
    case .deleted: "deleted"
    case .doneTwice: "done twice"
    case .goneWithRestore: "synced and gone"
    case .deletionUndone: "deletion undone"
    case .editedOnBothSides: "edited on both sides"
    }
  }

  var meaning: String {
    switch self {
    case .overwritten: "another value is where another user had written"
    case .deleted: "the object or the entry that another user had written to is gone"
    case .doneTwice: "something counts or is there twice"
    case .goneWithRestore: "this device had synced it, and the restored server lacks it"
    case .deletionUndone: "this device had synced the deletion, and the restored server undoes it"
    case .editedOnBothSides: "the edit of this device stands, and that of another user does not"
    }
  }
}
