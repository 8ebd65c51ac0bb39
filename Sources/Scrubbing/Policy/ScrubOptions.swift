/// What a scrubbed trace keeps, where you can choose.
public struct ScrubOptions: Hashable, Sendable {
  /// What becomes of the names of classes and properties.
  public enum Names: String, Hashable, Sendable, CaseIterable {
    /// They stay, so that a report can be read.
    case keep
    /// Pseudonyms, the same in all traces that are scrubbed with one key.
    case replace
  }

  /// What becomes of the names of classes and properties.
  public var names: Names
  /// Whether all times are moved by one span, which the key decides.
  public var shiftsTimes: Bool

  /// Names and times as they are, unless something else is asked for.
  public init(names: Names = .keep, shiftsTimes: Bool = false) {
    (self.names, self.shiftsTimes) = (names, shiftsTimes)
  }
}
