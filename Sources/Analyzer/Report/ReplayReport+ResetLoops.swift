internal import Replayer

extension ReplayReport {
  /// Counts for each reset that found a record those of its session before it which each found one
  /// too.
  mutating func countUnacknowledgedResets() {
    for index in resets.indices {
      for mode in resets[index].reports.indices {
        guard let loop = resets[index].reports[mode].resetLoop else { continue }
        let session = resets[index].reports[mode].session.session
        let earlier = resets[..<index].last { $0.reports[mode].session.session == session }
        let count = earlier?.reports[mode].resetLoop?.unacknowledgedResetCount ?? 0
        resets[index].reports[mode].resetLoop?.unacknowledgedResetCount =
          loop.unacknowledgedResetCount + count
      }
    }
  }
}
