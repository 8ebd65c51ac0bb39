import RealmModel
import TraceFormat

/// A reset from its error to its end, over as many attempts as it takes: what befalls it on the way,
/// and what the client does next.
///
/// Without mishaps there is one attempt; or two, where a recovery fails in mode RecoverOrDiscard.
struct ResetRun {
  /// What one mishap did.
  struct Occurrence {
    var faultIndex: Int
    /// In words, without a final period.
    var text: String
  }

  /// What a reset that went through has left to the next one.
  struct Earlier {
    var response: ResetResponse
    /// Whether the server has taken what was uploaded, so that nothing can happen to it any more.
    var isAcknowledged: Bool
  }

  private(set) var attempts: [ResetAttempt] = []
  private(set) var occurrences: [Occurrence] = []
  /// What the reset ended in; its rulings are on the changesets that the run began with.
  private(set) var response: ResetResponse
  /// The mishaps that have not happened, by the order of the steps.
  private(set) var mishaps: [Mishap]

  /// The attempt at hand.
  var request: ResetRequest
  /// A reset of this run that went through before the one at hand.
  var earlier: Earlier?
  /// Whether the device goes no further after a failure, because the trace recorded that.
  private let stopsWhenFailed: Bool

  init(_ request: ResetRequest, mishaps: [Mishap] = [], stopsWhenFailed: Bool = false) {
    self.request = request
    self.mishaps = mishaps.sorted(by: Mishap.precedes)
    self.stopsWhenFailed = stopsWhenFailed
    response = ClientReset.perform(request)
    run()
  }

  private mutating func run() {
    while let next = complete() {
      request = next
      response = ClientReset.perform(request)
    }
  }

  /// Ends the attempt at hand; gives the next one, if one follows.
  private mutating func complete() -> ResetRequest? {
    let before = earlier
    let next = suffer()
    if let before { response.follow(before) }
    attempts.append(response.attempt)
    return next ?? (isFollowedByDiscard ? retry() : nil)
  }

  /// Lets the mishaps happen that the attempt comes to, until one ends it; gives the next attempt.
  private mutating func suffer() -> ResetRequest? {
    while let index = mishaps.firstIndex(where: { $0.isReached(by: response) }) {
      let mishap = mishaps.remove(at: index)
      switch mishap.kind {
      case .downloadDelayed(let text): note(mishap, text)
      case .crash: return crash(at: mishap)
      case .handlerThrows(let message): return throwFromHandler(message, mishap)
      case .diskFull: return fillDisk(at: mishap)
      case .downloadFails(let error): return failDownload(with: error, mishap)
      case .secondReset(let error): return resetAgain(for: error, mishap)
      }
    }
    return nil
  }

  /// A recovery that failed in mode RecoverOrDiscard left a record, and the next attempt, which meets
  /// the same error, finds it and discards.
  private var isFollowedByDiscard: Bool {
    let attempt = response.attempt
    return attempt.requestedMode == .recoverOrDiscard && attempt.actualMode == .recover
      && attempt.result == .failed && attempt.failure?.failureClass != .handlerThrew
      && response.pendingReset?.action == attempt.action && !stopsWhenFailed
  }

  mutating func note(_ mishap: Mishap, _ text: String) {
    occurrences.append(Occurrence(faultIndex: mishap.faultIndex, text: text))
  }

  mutating func replaceResponse(_ change: (inout ResetResponse) -> Void) { change(&response) }

  /// The same error again, met by the file as the attempt left it.
  func retry() -> ResetRequest {
    var next = request
    next.pendingReset = response.pendingReset
    // The record has tables of its own, which stay.
    if request.pendingReset == nil, next.pendingReset != nil { next.local.addResetRecordTables() }
    return next
  }
}

extension ResetResponse {
  /// Whether the reset went through, so that the file has the new state.
  var isComplete: Bool { lastStep == .acknowledged }
}
