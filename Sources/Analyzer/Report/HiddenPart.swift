package import Replayer
package import TraceFormat

/// What a trace may not show that modes can't be weighed without.
package enum HiddenPart: Hashable, Sendable, CaseIterable {
  case neverUploaded
  case lastSync
  case acknowledged
  case client
  case download
  case session
  case merging
  case someEvents

  /// Whether there may be unsynced writes that the trace does not show, so that "nothing was unsynced" can't be said.
  package var hidesWrites: Bool {
    switch self {
    case .neverUploaded, .client, .session, .someEvents: true
    case .lastSync, .acknowledged, .download, .merging: false
    }
  }
}

extension Report {
  /// What gaps hide that modes can't be weighed without: each once, in the order of the kinds of gaps.
  package var hiddenParts: [HiddenPart] {
    var seen: Set<HiddenPart> = []
    return Gap.Kind.allCases.filter { kind in gaps.contains { $0.kind == kind } }
      .compactMap(\.hiddenPart).filter { seen.insert($0).inserted }
  }

  package var hiddenWrites: [HiddenPart] { hiddenParts.filter(\.hidesWrites) }

  /// Whether the trace does not show what the reset did to what others wrote, or whether a number has an addition twice.
  package var hidesOthers: Bool {
    attempts.contains { $0.isCarriedOut || $0.isFailedByHandlerAfter }
      && gaps.map(\.kind).hideOthers(
        result, hasWrites: !writes.isEmpty,
        mayAddTwice: writes.contains { $0.reason == .unknown(.sameNumber) })
  }
}

extension Gap.Kind {
  package var hidesWrites: Bool { hiddenPart?.hidesWrites ?? false }

  /// What it hides; nil for one without which modes can be weighed.
  package var hiddenPart: HiddenPart? {
    switch self {
    case .wireOnly: .neverUploaded
    case .missingBase: .lastSync
    case .missingAcknowledgements: .acknowledged
    case .missingLocal: .client
    case .missingFresh: .download
    case .ambiguousSession: .session
    case .unmergedConcurrentChanges: .merging
    case .lostRecords, .suspectRecords, .unreadableChangeset: .someEvents
    case .assumedAction, .unreadableMessage, .unknownInternalKeys, .undefinedState,
      .missingServerHistory:
      nil
    }
  }
}

extension [Gap.Kind] {
  /// Whether they hide what a reset that was carried out did to what others wrote: what the server had, or writes that
  /// a recovery carried out too. One that was not, as in mode manual, does nothing to it.
  ///
  /// - Parameter mayAddTwice: whether the server may have had an addition already that a recovery carried out.
  package func hideOthers(_ result: ResetEnding, hasWrites: Bool, mayAddTwice: Bool) -> Bool {
    let hidesWrites = contains(where: \.hidesWrites)
    let hidesServer = contains { $0.hiddenPart == .download || $0.hiddenPart == .lastSync }
    return hidesServer && (hasWrites || hidesWrites)
      || result == .recovered && (hidesWrites || mayAddTwice)
  }
}
