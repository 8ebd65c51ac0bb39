/// Harm done by a known defect of the engine, and not by the conflict: the two engines differ here.
public struct EngineDefect: Hashable, Sendable {
  /// The defect's names in `docs/rules.md`, such as `R4` and `RS-70`.
  public var identifiers: [String]
  /// The fate with the engine that doesn't have the defect; nil where that can't be said of one
  /// write.
  public var idealFate: Fate?
  /// What would be there after the reset without the defect.
  public var idealAfter: Sighting?
  /// What a correct recovery does, in one sentence without a final period.
  public var text: String
}
