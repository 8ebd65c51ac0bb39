public import RealmModel
public import TraceFormat

/// A place where a reset came to something else than without the engine's defects.
public struct DefectSighting: Hashable, Sendable {
  /// The defects' names in `docs/rules.md`; as ``EngineDefect/identifiers``.
  public var identifiers: [String]
  /// An object, or a property as a whole; nil for the reset as a whole, which ended otherwise.
  public var address: Address?
  /// What is there after the reset.
  public var after: Sighting?
  /// What would be there without the defects.
  public var idealAfter: Sighting?
  /// How the reset ended.
  public var result: ResetEnding
  /// How it would have ended without the defects.
  public var idealResult: ResetEnding
  /// The writes that carry the defect, as indexes in ``Report/writes``.
  public var writes: [Int]
}
