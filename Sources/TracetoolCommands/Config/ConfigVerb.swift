import ArgumentParser

/// A verb that takes values from `tracetool.toml`, with the keys that it has options for.
struct ConfigVerb {
  /// Such as `golden` and `check`.
  let words: [String]
  let keys: [ConfigKey]

  private static let families: [any ParsableCommand.Type] = [
    ReplayCommand.self, PendingCommand.self, GoldenCommand.self, FleetCommand.self,
    PreflightCommand.self,
  ]

  static let all = families.flatMap { all(of: $0, []) }

  private static func all(of type: any ParsableCommand.Type, _ words: [String]) -> [ConfigVerb] {
    let (words, below) = (words + [type._commandName], type.configuration.subcommands)
    return below.isEmpty
      ? [ConfigVerb(words: words, keys: keys(of: type))] : below.flatMap { all(of: $0, words) }
  }

  /// The keys that a verb has an option or arguments for, by what its help lists.
  private static func keys(of type: any ParsableCommand.Type) -> [ConfigKey] {
    let line = /^  (?:(?:-\w, )?--(?<option>[a-z][-a-z]*)|<(?:paths?|trace)>)/
      .anchorsMatchLineEndings()
    let names = type.helpMessage(columns: 1_000).matches(of: line).map {
      $0.option.map(String.init) ?? "paths"
    }
    return ConfigKey.allCases.filter { names.contains($0.rawValue) }
  }

  static func isOne(_ arguments: [String]) -> Bool {
    families.contains { $0._commandName == arguments.first }
  }

  /// The verb of a command line, and how many words name it. Without a subcommand, `fleet` runs.
  static func of(_ arguments: [String]) -> (verb: ConfigVerb, wordCount: Int)? {
    if let verb = all.first(where: { arguments.starts(with: $0.words) }) {
      return (verb, verb.words.count)
    }
    return all.first { arguments.first == "fleet" && $0.words == ["fleet", "run"] }.map { ($0, 1) }
  }
}
