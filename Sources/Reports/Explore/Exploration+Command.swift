internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Exploration {
  /// The command line that shows a replay.
  func command(_ mode: ResetMode, _ faults: [String], _ trace: String) -> String {
    ReplayCommandLine(mode: mode, engine: options.engine, faults: faults, seed: options.seed)
      .text(trace: trace)
  }
}
