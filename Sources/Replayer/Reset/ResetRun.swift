import FaultPlans
import TraceFormat

/// A reset from its error to its end, over as many attempts as it takes: what goes wrong on the way,
/// and what the client does next.
///
/// Without faults there is one attempt; or two, where a recovery fails or ends the process in mode RecoverOrDiscard.
struct ResetRun {
  struct Occurrence {
    var faultIndex: Int
    var effect: StepEffect
  }

  /// What a reset that went through has left to the next one.
  struct Earlier {
    var result: ResetResult
    /// Whether the server has integrated what was uploaded, so that nothing can happen to it any more.
    var isAcknowledged: Bool
  }

  private(set) var attempts: [ResetAttempt] = []
  private(set) var occurrences: [Occurrence] = []
  /// The attempt at hand, or the one that the reset ended with. Its rulings are on the changesets
  /// that the run began with.
  var attempted: AttemptedReset
  /// The faults that have not happened, by the order of the steps.
  private(set) var faults: [StepFault]

  private(set) var situation: ResetSituation
  var earlier: Earlier?
  let unsynced: [UnsyncedChangeset]
  /// Whether it ends otherwise, or in another state, with other internal keys.
  var hangsOnInternalKeys = false
  private let mode: ResetMode
  private let quirks: Quirks
  /// Whether the device goes no further after a failure, because the trace recorded that.
  private let stopsWhenFailed: Bool
  let cache: ReplayCache

  init(
    _ situation: ResetSituation, mode: ResetMode, quirks: Quirks = .realmCore,
    faults: [StepFault] = [], stopsWhenFailed: Bool = false, cache: ReplayCache = ReplayCache()
  ) {
    self.situation = situation
    unsynced = situation.unsynced
    (self.mode, self.quirks) = (mode, quirks)
    self.faults = faults.sorted(by: StepFault.precedes)
    (self.stopsWhenFailed, self.cache) = (stopsWhenFailed, cache)
    attempted = ClientReset.perform(situation, mode: mode, quirks: quirks, cache)
    run()
  }

  private mutating func run() {
    while let next = complete() {
      situation = next
      attempted = ClientReset.perform(situation, mode: mode, quirks: quirks, cache)
    }
  }

  /// Ends the attempt at hand; gives what the next one begins with, if one follows.
  private mutating func complete() -> ResetSituation? {
    let before = earlier
    let next = meetFaults()
    if let before { attempted.follow(before) }
    attempts.append(attempted.attempt)
    return next ?? (isFollowedByDiscard ? retry() : nil)
  }

  /// Lets the faults happen that the attempt reaches, until one ends it; gives what the next attempt begins with.
  private mutating func meetFaults() -> ResetSituation? {
    while let index = faults.firstIndex(where: { $0.isReached(by: attempted) }) {
      let fault = faults.remove(at: index)
      switch fault.kind {
      case .downloadDelayed(let delay): note(fault, .downloadDelayed(delay))
      case .crash: return crash(at: fault)
      case .handlerThrows(let message): return throwFromHandler(message, fault)
      case .diskFull: return fillDisk(at: fault)
      case .downloadFails(let error): return failDownload(with: error, fault)
      case .secondReset(let error): return resetAgain(for: error, fault)
      }
    }
    return nil
  }

  /// A recovery that failed or ended the process in mode RecoverOrDiscard left a record, and the next
  /// attempt, which meets the same error, finds it and discards.
  private var isFollowedByDiscard: Bool {
    let attempt = attempted.attempt
    return attempt.requestedMode == .recoverOrDiscard && attempt.actualMode == .recover
      && [.failed, .crash].contains(attempt.ending)
      && attempt.failure?.failureClass != .handlerThrew
      && attempted.result.pendingReset?.action == attempt.action && !stopsWhenFailed
  }

  mutating func note(_ fault: StepFault, _ effect: StepEffect) {
    occurrences.append(Occurrence(faultIndex: fault.faultIndex, effect: effect))
  }

  func retry() -> ResetSituation {
    var next = situation
    next.pendingReset = attempted.result.pendingReset
    // The record has tables of its own, which stay.
    if next.pendingReset != nil { next.local = cache.localWithRecord(situation) }
    return next
  }
}

extension AttemptedReset {
  var isComplete: Bool { lastStep == .acknowledged }
}
