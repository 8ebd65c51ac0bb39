internal import RealmModel
public import Replayer
internal import TraceFormat

extension Scrubber {
  /// Works out the digests of the scrubbed states for those that a recording device has noted of its own
  /// after a reset, so that the scrubbed trace confirms a replay where the trace does, and nowhere else.
  ///
  /// - Parameter replay: of the whole trace. One that cannot be replayed has digests that nothing confirms.
  public mutating func learnDigests(from replay: Replay) {
    guard let resets = try? replay.resets() else { return }
    for reset in resets {
      for mode in ResetMode.allCases {
        let outcome = reset.outcome(mode: mode)
        guard let digest = outcome.observed?.recorded.stateDigest,
          rewriting.digests[digest] == nil,
          let state = outcome.candidates.first(where: { $0.canonicalJSON.digest == digest }),
          let image = image(of: state)
        else { continue }
        rewriting.digests[digest] = image.canonicalJSON.digest
      }
    }
  }
}

extension Outcome {
  /// The states that the device may have ended in.
  fileprivate var candidates: [RealmState] {
    [result.after, situation.fresh, situation.local] + [uploadedAgain].compactMap { $0 }
  }

  /// What the server had with what the device says that it has uploaded again.
  private var uploadedAgain: RealmState? {
    observed?.reupload.flatMap(situation.fresh.applying)
  }
}
