import ArgumentParser
import Foundation

struct JobsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many to work on at once; by default one for each processor.",
      valueName: "count"))
  var jobs: Int = min(ProcessInfo.processInfo.activeProcessorCount, Self.countMax)

  /// More threads than any machine has processors cost memory and bring nothing.
  static let countMax = 64

  func validate() throws {
    guard (1...Self.countMax).contains(jobs) else {
      throw ValidationError("`--jobs` takes a number from 1 to \(Self.countMax)")
    }
  }
}
