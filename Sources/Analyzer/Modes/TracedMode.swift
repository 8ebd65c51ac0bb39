public import Replayer
public import TraceFormat

/// Where the mode of a replay comes from, if none was given.
public enum ModeSource: String, Codable, Hashable, Sendable, CaseIterable {
  /// The trace recorded the app's configuration.
  case configured
  /// The trace recorded what the device did at the reset.
  case observed
  /// The trace names an SDK and its version, whose default is known.
  case sdkDefault
  /// Nothing, so that all modes are replayed.
  case untold
}

/// The mode of a reset that a trace shows, with where it comes from.
public struct TracedMode: Hashable, Sendable {
  public var mode: ResetMode
  public var source: ModeSource

  /// The mode that the trace recorded of a reset, or else the default of the SDK and version that it
  /// names; nil where it tells neither.
  ///
  /// What the app has configured goes before what the device did: the attempt of a device in mode
  /// RecoverOrDiscard may be one that discards.
  public init?(of reset: DueReset) {
    let start = reset.situation.session.start
    if let mode = start?.configuredResetMode {
      (self.mode, source) = (mode, .configured)
    } else if let observed = reset.observed {
      (mode, source) = (observed.recorded.mode, .observed)
    } else if let start, let release = start.sdk.flatMap(SDKRelease.init(parsing:)),
      let mode = release.defaultMode(for: start.syncKind)
    {
      (self.mode, source) = (mode, .sdkDefault)
    } else {
      return nil
    }
  }
}
