import Foundation
import Reports
import TraceFormat

/// A `tracetool.toml`: values for options that a command line leaves out.
struct ConfigFile {
  static let name = "tracetool.toml"

  struct Setting {
    /// The verb, or the first words of several, that it is for; empty for all.
    var table: [String]
    var key: ConfigKey
    /// What the option gets; paths begin where the command works.
    var texts: [String]
    var place: TextPosition

    /// Such as `golden.budget`.
    var name: String { (table + [key.rawValue]).joined(separator: ".") }
  }

  /// Where the file is, as seen from where the command works.
  let path: String
  /// In the order of the file.
  private(set) var settings: [Setting] = []

  /// Looks for the file in a folder and those above it.
  ///
  /// - Parameter folder: with a slash at its end; empty for where the command works.
  /// - Returns: nil where there is none.
  /// - Throws: `CommandFailure` with the line and column of what is wrong with it.
  static func found(from folder: String) throws -> ConfigFile? {
    let depth = URL(fileURLWithPath: folder + ".").standardizedFileURL.pathComponents.count
    return try (0..<depth).lazy.map { folder + String(repeating: "../", count: $0) }
      .first { FileManager.default.fileExists(atPath: $0 + name) }.map { try ConfigFile(in: $0) }
  }

  private init(in folder: String) throws {
    path = folder + Self.name
    let bytes = try InputFile.readAll(FileSource(ofRegularFile: path), sizeMaxBytes: 1 << 14)
    var reader: TOMLReader
    let entries: [TOMLEntry]
    do throws(TOMLFailure) {
      reader = try TOMLReader(bytes)
      entries = try reader.entries()
    } catch {
      throw failure(error.place, error.text)
    }
    for table in reader.tables { _ = try verbs(of: table.names, at: table.place) }
    settings = try entries.map { try setting($0, in: folder) }
  }

  private func failure(_ place: TextPosition, _ text: String, hint: String? = nil) -> CommandFailure
  {
    CommandFailure(
      .badInput, "`\(path)`, \(place): \(text)",
      hint: hint ?? "docs/usage.md describes `\(Self.name)`")
  }

  /// The value for a verb: that of the table that names most of it. `replay` takes one mode, and none of several.
  func setting(_ key: ConfigKey, for verb: ConfigVerb) -> Setting? {
    settings.filter { $0.key == key && verb.words.starts(with: $0.table) }
      .max { $0.table.count < $1.table.count }
      .flatMap { key == .mode && $0.texts.count > 1 && verb.words == ["replay"] ? nil : $0 }
  }
}

/// A command line with what a configuration adds to it.
struct ConfiguredLine {
  /// The words, behind the verb those of the configuration, over which what was typed wins.
  private(set) var arguments: [String]
  /// What to add where the command line names no path.
  private(set) var paths: [String] = []

  /// - Parameter folder: where the search for the file begins.
  init(_ arguments: [String], in folder: String) throws {
    self.arguments = arguments
    let typed = arguments.prefix { $0 != "--" }
    // A worker does what its master says.
    let stops = ["-h", "--help", "--version", "--worker"]
    guard ConfigVerb.isOne(arguments), !typed.contains(where: stops.contains),
      let file = try ConfigFile.found(from: folder), let (verb, count) = ConfigVerb.of(arguments)
    else { return }
    for setting in verb.keys.compactMap({ file.setting($0, for: verb) }) {
      let option = "--" + setting.key.rawValue
      if setting.key == .paths {
        paths = setting.texts
      } else if !typed.contains(where: { $0 == option || $0.hasPrefix(option + "=") }),
        // All clients are compared in no mode.
        setting.key != .mode || !typed.contains("--all-clients")
      {
        self.arguments.insert(contentsOf: setting.texts.map { "\(option)=\($0)" }, at: count)
      }
    }
  }
}

extension ConfigFile {
  private func verbs(of table: [String], at place: TextPosition) throws -> [ConfigVerb] {
    let verbs = ConfigVerb.all.filter { $0.words.starts(with: table) }
    guard verbs.isEmpty else { return verbs }
    let names = ConfigVerb.all.flatMap { [$0.words[0], $0.words.joined(separator: ".")] }
    throw unknown(
      table.joined(separator: "."), "a verb with settings", Phrase.distinct(names), place)
  }

  private func setting(_ entry: TOMLEntry, in folder: String) throws -> Setting {
    let verbs = try verbs(of: entry.table, at: entry.place)
    let keys = ConfigKey.allCases.filter { key in verbs.contains { $0.keys.contains(key) } }
    guard let key = keys.first(where: { $0.rawValue == entry.key }) else {
      let place = entry.table.isEmpty ? "here" : "in `[\(entry.table.joined(separator: "."))]`"
      throw unknown(entry.key, "a key \(place)", keys.map(\.rawValue), entry.place)
    }
    guard !entry.isArray || key.isList && !entry.values.isEmpty else {
      throw failure(entry.place, "`\(entry.key)` takes \(key.form)")
    }
    let texts = try entry.values.map { try text($0.value, for: key, at: $0.place, in: folder) }
    return Setting(table: entry.table, key: key, texts: texts, place: entry.place)
  }

  private func unknown(
    _ name: String, _ what: String, _ names: [String], _ place: TextPosition
  ) -> CommandFailure {
    failure(
      place, "`\(name)` is not \(what)",
      hint: names.nearest(to: name).map { "did you mean `\($0)`?" }
        ?? "write one of \(names.joined(separator: ", "))")
  }

  private func text(
    _ value: JSONText, for key: ConfigKey, at place: TextPosition, in folder: String
  ) throws -> String {
    switch value {
    case .string(let text) where key != .jobs, .number(let text) where key == .jobs:
      if let refusal = key.refusal(of: text) { throw failure(place, refusal) }
      return key == .paths || key == .schema ? try path(text, at: place, in: folder) : text
    default: throw failure(place, "`\(key.rawValue)` takes \(key.form)")
    }
  }

  /// A path as seen from where the command works. It stays in the folder of the file, also through links, so that
  /// nobody's file makes a command look elsewhere.
  private func path(_ text: String, at place: TextPosition, in folder: String) throws -> String {
    func real(_ path: String) -> [String] {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().pathComponents
    }
    guard !text.isEmpty, text != "-", !text.hasPrefix("/"),
      !text.split(separator: "/").contains(".."),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 }),
      real(folder + text).starts(with: real(folder + "."))
    else {
      throw failure(
        place, "`\(text)` is not a path in the folder of `\(Self.name)`",
        hint: "name it on the command line, or put `\(Self.name)` into a folder above it")
    }
    return folder.isEmpty && text.hasPrefix("-") ? "./" + text : folder + text
  }
}
