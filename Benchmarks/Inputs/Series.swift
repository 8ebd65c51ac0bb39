/// The sizes at which benchmarks are measured, to show how their cost grows: how many edits each side made.
public enum Series {
  public static let sizes = [1_000, 10_000, 100_000]

  /// Such as `10k`, as the last part of a benchmark's name.
  public static func name(of size: Int) -> String { "\(size / 1_000)k" }

  /// How many edits a transaction has.
  static let editsPerTransaction = 100
}
