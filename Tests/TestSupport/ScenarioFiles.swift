/// The scenarios in `traces/scenarios`, by hand, with what they should end in.
public enum ScenarioFiles {
  private static let folder = "traces/scenarios"
  private static let countMin = 178
  private static let expectedCountMin = 177

  /// The paths of all scenarios, from the repository's root.
  ///
  /// - Throws: ``MissingInput`` where scenarios have vanished.
  public static func paths() throws -> [String] {
    try ProjectFiles.paths(in: folder, suffix: ".json", countMin: countMin)
  }

  /// The names of the scenarios of which is written down what they should end in.
  ///
  /// - Throws: ``MissingInput`` where expectations have vanished.
  public static func expectedNames() throws -> [String] {
    try ProjectFiles.paths(in: "\(folder)/expected", suffix: ".json", countMin: expectedCountMin)
      .map { String($0.dropFirst("\(folder)/expected/".count).dropLast(".json".count)) }
  }
}
