internal import Replayer

/// How far the gaps of a trace leave fates certain (`docs/report.md`, "What is not known").
struct Evidence: Equatable {
  /// Some record of the session is missing or not to be trusted: what depends on the final states
  /// of either side is not known.
  var isIncomplete: Bool
  /// A reset before may have done anything to the writes.
  var hasUnaskedReset: Bool
  /// Whether the reset goes through is not known, and so no fate is that depends on it.
  var leavesEndingOpen: Bool
  /// One of the two states that are compared is an approximation: that they agree says nothing.
  var isApproximate: Bool
  var hidesServer: Bool
  /// What the reset downloaded is not shown: others may have deleted any object by then.
  var hidesDownload: Bool

  init(_ gaps: [Gap]) {
    isIncomplete = gaps.contains {
      switch ($0.kind, $0.fact) {
      case (.lostRecords, _), (.suspectRecords, _), (.unreadableChangeset, _), (.undefinedState, _):
        true
      // What may have been written before the reset decides what it left.
      case (_, .firstSeenAfterReset): true
      default: false
      }
    }
    hasUnaskedReset = gaps.contains(where: \.isOfUnaskedReset)
    leavesEndingOpen = gaps.contains(where: \.hidesEnding)
    hidesServer = gaps.contains(where: \.hidesServer)
    hidesDownload = gaps.contains { $0.fact == .download || $0.fact == .downloadUnderFaults }
    isApproximate = gaps.contains {
      switch $0.kind {
      case .missingFresh, .unmergedConcurrentChanges: true
      default: false
      }
    }
  }
}
