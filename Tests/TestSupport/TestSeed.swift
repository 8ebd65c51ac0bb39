import Foundation

/// The seed of a random test: the one in `TRACETOOL_TEST_SEED`, a new one where that says `random`, and else
/// always the same, so that a change passes or fails by what it does and not by luck.
public enum TestSeed {
  public static let value: UInt64 =
    switch ProcessInfo.processInfo.environment["TRACETOOL_TEST_SEED"] {
    case "random": UInt64.random(in: 0...UInt64.max)
    case let stated?: UInt64(stated) ?? usual
    case nil: usual
    }

  private static let usual: UInt64 = 20_240_511

  /// How to run the test again with the same numbers.
  public static let hint = "run again with TRACETOOL_TEST_SEED=\(value)"

  /// So many seeds that follow from the one seed of the run.
  public static func seeds(_ count: UInt64) -> [UInt64] { (0..<count).map { value &+ $0 } }
}
