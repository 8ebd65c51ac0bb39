/// Harm done by a known defect of the engine, and not by the conflict: the engine without its defects
/// comes to something else here (`docs/report.md`, "Defects").
public struct EngineDefect: Hashable, Sendable {
  /// The defects' names in `docs/rules.md`, such as `R4` and `RS-70`. Empty where it takes several
  /// together, and which ones was not worked out.
  public var identifiers: [String]
  /// The fate with the engine that doesn't have the defect; nil where that can't be said of one
  /// write.
  public var idealFate: Fate?
  /// What would be there after the reset without the defect.
  public var idealAfter: Sighting?
  /// What the defect did and a correct recovery does, in one sentence without a final period.
  public var text: String
}
