import RealmModel
package import TraceFormat

/// A reset that is due, with everything it depends on: one that the trace asks for, or one that was
/// injected into a session.
package struct DueReset: Sendable {
  package var situation: ResetSituation
  /// What the trace does not show.
  package var gaps: [Gap]
  /// What the device itself did, where the trace recorded it.
  package var observed: ObservedReset?

  /// Carries the reset out.
  ///
  /// A recovery that fails in mode RecoverOrDiscard is followed by the attempt that discards.
  package func outcome(mode: ResetMode, quirks: Quirks = .realmCore) -> Outcome {
    outcome(of: run(mode: mode, quirks: quirks), quirks: quirks)
  }

  /// The attempts at the reset, with what goes wrong on the way.
  ///
  /// - Parameter memory: what other resets did.
  func run(
    mode: ResetMode, quirks: Quirks, faults: [StepFault] = [], memory: ResetMemory = ResetMemory()
  ) -> ResetRun {
    var situation = situation
    // Mode Manual never comes as far as the fresh state, which is where vectors begin.
    if mode == .manual { situation.entry = .session }
    let run = { (quirks: Quirks) in
      ResetRun(
        situation, mode: mode, quirks: quirks, faults: faults,
        stopsWhenFailed: isRecordedToStop(mode), memory: memory)
    }
    let asNumbered = run(quirks)
    guard !situation.hasInternalKeys, !quirks.isDisjoint(with: .hangingOnInternalKeys),
      !isConfirmed(asNumbered, mode)
    else { return asNumbered }
    var certain = run(quirks.withoutInternalKeys)
    certain.noteWhatHangsOnInternalKeys(unlike: asNumbered)
    return certain
  }

  /// Whether the device ended up in the very state that the numbers of a listing lead to.
  private func isConfirmed(_ run: ResetRun, _ mode: ResetMode) -> Bool {
    guard let recorded = observed?.recorded, recorded.mode == mode,
      recorded.result == run.attempted.attempt.ending
    else { return false }
    return recorded.stateDigest.map { $0 == run.attempted.result.after.canonicalJSON.digest }
      ?? true
  }

  /// What the attempts led to.
  func outcome(of run: ResetRun, quirks: Quirks) -> Outcome {
    var gaps = gaps
    if situation.action != situation.error.action {
      gaps.append(Gap(.action, sequence: situation.session.resetSequence))
    }
    if run.hangsOnInternalKeys { gaps.append(Gap(.internalKeys)) }
    return Outcome(
      situation: situation, result: run.attempted.result, attempts: run.attempts, gaps: gaps,
      quirks: quirks, observed: observed)
  }

  /// Whether the trace recorded this very attempt, failed, and nothing after it.
  private func isRecordedToStop(_ mode: ResetMode) -> Bool {
    observed?.recorded.mode == mode && observed?.recorded.result == .failed
  }
}

extension DueReset {
  /// Takes note of what the device itself did.
  mutating func note(_ observed: ObservedReset) {
    self.observed = observed
    gaps += observed.gaps
  }
}

/// What a device itself did at a reset, as recorded.
package struct ObservedReset: Sendable {
  package var recorded: ResetObserved
  /// What it uploaded again, decoded, in the order of the record; nil for a changeset that can't be
  /// read, which a gap says. Nil as a whole where it is not known.
  package private(set) var reupload: [Changeset?]?
  /// Of the changesets that can't be read.
  private(set) var gaps: [Gap] = []

  /// - Parameter sequence: the record.
  init(_ recorded: ResetObserved, _ sequence: UInt64, _ memory: inout MemoryBudget) {
    let reupload = recorded.reupload?.map { Decoded($0, &memory).contents }
    self.init(recorded, sequence, reupload)
  }

  /// What a device did as far as its messages show; `reupload` belongs to that of `recorded`.
  init(
    _ recorded: ResetObserved, _ sequence: UInt64,
    _ reupload: [Result<Changeset, DecodingFailure>]?
  ) {
    self.recorded = recorded
    self.reupload = reupload?.map { contents in
      switch contents {
      case .success(let changeset): return changeset
      case .failure(let failure):
        gaps.append(Gap(.unreadableChangeset(failure), sequence: sequence))
        return nil
      }
    }
  }
}

/// A version of a server's history. The salt tells two servers apart, and a server from its own backup.
package struct ServerVersion: Hashable, Sendable {
  package var version: UInt64
  package var salt: Int64
}
