import ArgumentParser
import TraceFormat

struct ConfigCommand: TraceCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the settings of tracetool.toml, and where each comes from.",
    discussion: """
      Looks for the file in the working folder and those above it. Lists each key with its value, its line in \
      the file or that it is built in, and the verbs that it counts for. Options that you type win. Ends with \
      65 if the file has a mistake. See docs/usage.md.
      """)

  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws -> ExitStatus {
    let settings = ConfigSettings(try ConfigFile.found(from: ""))
    try output.print(settings.json, settings.lines, on: console)
    return .fine
  }
}

/// The value of every key, and where it comes from.
struct ConfigSettings {
  /// A key, its value in the file if it has one, and the verbs for which that counts.
  private typealias Row = (key: ConfigKey, setting: ConfigFile.Setting?, verbs: [String])

  private let path: String?
  private let rows: [Row]

  init(_ file: ConfigFile?) {
    path = file?.path
    rows = ConfigKey.allCases.flatMap { key in
      let verbs = ConfigVerb.all.filter { $0.keys.contains(key) }.map { verb in
        (name: verb.words.joined(separator: " "), place: file?.setting(key, for: verb)?.place)
      }
      let settings = (file?.settings ?? []).filter { $0.key == key } + [nil]
      return settings.compactMap { setting in
        let names = verbs.filter { $0.place == setting?.place }.map(\.name)
        return setting == nil && names.isEmpty ? nil : (key, setting, names)
      }
    }
  }

  var lines: [String] {
    let values = rows.map { row in
      (
        row.setting?.name ?? row.key.rawValue,
        row.setting?.texts.joined(separator: ", ") ?? row.key.builtIn(for: row.verbs)
      )
    }
    let sources = zip(Columns.lines(values), rows).map { line, row in
      (line, row.setting.map { "line \($0.place.line)" } ?? "built in")
    }
    let verbs = zip(Columns.lines(sources), rows).map { ($0, $1.verbs.joined(separator: ", ")) }
    return [path ?? "no \(ConfigFile.name) here or above", ""] + Columns.lines(verbs)
  }

  var json: JSONText {
    let settings = rows.map { row in
      JSONText.members([
        "key": .string(row.setting?.name ?? row.key.rawValue),
        "source": .string(row.setting == nil ? "builtIn" : "file"),
        "values": row.setting.map { .array($0.texts.map { .string($0) }) },
        "line": row.setting.map { .integer($0.place.line) },
        "column": row.setting.map { .integer($0.place.column) },
        "verbs": .array(row.verbs.map { .string($0) }),
      ])
    }
    return JSONText(facts: ["version": 1, "file?": path, "settings": settings])
  }
}
