/// Why a write lost its effect or met a rival: what totals are made over (`docs/report.md`,
/// "Causes").
public struct Cause: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
