/// Harm done by a known defect of the engine, and not by the conflict: the engine without its defects
/// has another outcome here (`docs/report.md`, "Defects").
public struct EngineDefect: Codable, Hashable, Sendable {
  /// The defects' names in `docs/rules.md`, such as `R4` and `RS-70`. Empty where it takes several
  /// together, and which ones was not worked out.
  public var identifiers: [String]
  /// The fate with the engine that doesn't have the defect; nil where that can't be said of one write.
  public var idealFate: Fate?
  /// What would be there after the reset without the defect.
  public var idealAfter: ObservedValue?
  package var effect: Effect

  package enum Effect: Codable, Hashable, Sendable {
    /// The reset failed, and without the defect goes through; the write is kept then or not.
    case resetFailed(idealFate: Fate)
    /// The write has this fate, and is kept without the defect.
    case notKept(Fate)
    /// The write is kept, and has this fate without the defect.
    case onlyKept(idealFate: Fate)
    /// The write was carried out although the server had it.
    case doneTwice
    /// Something else is there without the defect, as far as that can be shown.
    case doneWrong(instead: ObservedValue?)
    /// Harm to the server's data, which stays as it was without the defect.
    case harmedServer
    case harmedServerOtherwise(instead: ObservedValue?)
  }

  private enum CodingKeys: String, CodingKey {
    case identifiers, idealFate, idealAfter
    case effect = "fact"
  }
}
