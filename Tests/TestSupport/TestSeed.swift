import Foundation

/// The seed of a random test: the one in `TRACETOOL_TEST_SEED`, or a new one each time.
public enum TestSeed {
  public static let value: UInt64 =
    ProcessInfo.processInfo.environment["TRACETOOL_TEST_SEED"].flatMap { UInt64($0) }
    ?? UInt64.random(in: 0...UInt64.max)

  /// How to run the test again with the same numbers.
  public static let hint = "run again with TRACETOOL_TEST_SEED=\(value)"

  /// So many seeds that follow from the one seed of the run.
  public static func seeds(_ count: UInt64) -> [UInt64] { (0..<count).map { value &+ $0 } }
}
