import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Marks what takes long: `make test-all` runs it, `make test` does not.
  public static var slow: Self {
    .disabled(if: SlowTests.areLeftOut, "slow; `make test-all` runs it")
  }
}

private enum SlowTests {
  static let areLeftOut = ProcessInfo.processInfo.environment["TRACETOOL_QUICK_TESTS"] != nil
}
