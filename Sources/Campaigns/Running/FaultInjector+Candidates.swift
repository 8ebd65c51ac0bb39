internal import FaultPlans
internal import Replayer
internal import TraceFormat

// Questions about events and plans that were made up, of which many show nothing.
extension FaultInjector {
  /// Folds events that may be no session; nil for those that cannot be replayed.
  init?(candidate events: some Sequence<Event>) {
    var replay = Replay()
    for event in events { replay.observe(event) }
    guard let injector = try? FaultInjector(replay) else { return nil }
    self = injector
  }

  /// The resets that are due under a plan, and the other errors, such as for a deletion, that its faults bring; none
  /// where nothing of that comes about, or the session cannot be replayed with its faults.
  ///
  /// - Parameter mode: leaves out those that have no answer in it; nil leaves out those without a download.
  func resetsIfAny(under plan: FaultPlan, in mode: ResetMode? = nil) -> [DueReset] {
    guard let mode else { return (try? resets(under: plan)) ?? [] }
    let found = try? resetsAndEnds(under: plan, in: { _ in [mode] })
    return found?.all.filter {
      ($0.isReset || !$0.injected.indexes.isEmpty) && $0.isAnswered(in: mode)
    } ?? []
  }

  /// The ends of sessions without a reset, where a plan has no faults: what
  /// ``resetsAndEnds(under:session:in:)`` has besides the resets.
  func sessionEndsIfAny(under plan: FaultPlan) -> [DueReset] {
    guard plan.faults.isEmpty else { return [] }
    return (try? resetsAndEnds(under: plan))?.all.filter { !$0.isReset } ?? []
  }
}
