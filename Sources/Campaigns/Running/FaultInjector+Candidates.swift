internal import FaultPlans
internal import Replayer
internal import TraceFormat

// Questions about events and plans that were made up, of which many show nothing.
extension FaultInjector {
  /// Folds events that may be no session; nil for those that cannot be replayed.
  init?(candidate events: some Sequence<Event>) {
    var replay = Replay()
    for event in events { replay.observe(event) }
    do throws(ReplayFailure) {
      try self.init(replay)
    } catch {
      return nil
    }
  }

  /// The resets that are due under a plan; none where no reset comes about, or the session cannot be
  /// replayed with its faults.
  ///
  /// - Parameter mode: leaves out those that have no answer in it; nil leaves out those without a download.
  func resetsIfAny(under plan: FaultPlan, in mode: ResetMode? = nil) -> [DueReset] {
    do throws(ReplayFailure) {
      guard let mode else { return try resets(under: plan) }
      return try resetsAndEnds(under: plan, in: { _ in [mode] }).all.filter {
        $0.isReset && $0.isAnswered(in: mode)
      }
    } catch {
      return []
    }
  }

  /// The ends of sessions without a reset, where a plan has no faults: what
  /// ``resetsAndEnds(under:session:)`` has besides the resets.
  func sessionEndsIfAny(under plan: FaultPlan) -> [DueReset] {
    guard plan.faults.isEmpty else { return [] }
    do throws(ReplayFailure) {
      return try resetsAndEnds(under: plan).all.filter { !$0.isReset }
    } catch {
      return []
    }
  }
}
