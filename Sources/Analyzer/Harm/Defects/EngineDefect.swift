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

/// A place where a reset came to something else than without the engine's defects.
public struct DefectSighting: Hashable, Sendable {
  /// The defects' names in `docs/rules.md`; as ``EngineDefect/identifiers``.
  public var identifiers: [String]
  /// An object, or a property as a whole; nil for the reset as a whole, which ended otherwise.
  public var address: WriteAddress?
  /// What is there after the reset.
  public var after: Sighting?
  /// What would be there without the defects.
  public var idealAfter: Sighting?
  /// The writes that carry the defect, as indexes in ``Report/writes``.
  public var writes: [Int]
  /// What is there and what would be, in one sentence without a final period.
  public var text: String
}

extension DefectSighting {
  /// The names as a sentence gives them.
  package var names: String {
    identifiers.isEmpty ? "several that work together" : identifiers.joined(separator: ", ")
  }
}
