internal import Replayer

extension Quirks {
  private static let each: [Quirks] = (0..<UInt32(UInt32.bitWidth)).map {
    Quirks(rawValue: 1 << $0)
  }.filter(Quirks.realmCore.contains)

  var separated: [Quirks] { Self.each.filter(contains) }

  init(hintedAtBy outcome: Outcome) {
    self.init(outcome.result.rulings.lazy.flatMap(\.notes).map(Quirks.init(hintedAtBy:)))
    for copy in outcome.result.listCopies {
      if !copy.missing.isEmpty { insert(.listsAreCopiedOnce) }
      if !copy.deviations.isEmpty { insert(.mixedCopiesAreRaw) }
    }
    if !outcome.result.deviations.isEmpty { insert(.mixedCopiesAreRaw) }
  }

  init(hintedAtBy note: Ruling.Note) {
    switch note {
    case .cutsLinkToDeleted: self = .deletionsEditTheirReferrers
    case .isRepeated: self = .integratedChangesAreRepeated
    case .landedElsewhere(let landing): self.init(landing.drifts.map(Quirks.init(_:)))
    case .missedOwnElement(let drifts): self.init(drifts.map(Quirks.init(_:)))
    case .appliedOnTopOfCopy: self = .trackersAreLost
    case .clearedSinceCopy: self = .copiedOutlivesClear
    case .replacedSinceCopy: self = .listsAreCopiedOnce
    case .followsDroppedInsertion: self = .droppedInsertionsAreNotCounted
    case .internalKeysDiffer: self = .dictionaryPathsCompareInternalKeys
    // What the rules ask for, and what the server does.
    case .touchesSyncedElement, .refused, .hangsOnInternalKeys: self = []
    }
  }

  private init(_ drift: Ruling.Drift) {
    switch drift {
    case .droppedInsertion: self = .droppedInsertionsAreNotCounted
    case .cutIndex: self = .clampedInsertionsCollide
    case .deletion: self = .deletionsShiftUnnoticed
    case .lostTracker: self = .trackersAreLost
    }
  }
}
