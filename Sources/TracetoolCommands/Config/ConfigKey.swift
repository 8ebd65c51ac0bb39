import ArgumentParser
import Campaigns
import Replayer

/// What `tracetool.toml` can set: options that only say what is read and how it is judged. None names an output, so that a
/// stranger's file can't make a command write anywhere.
enum ConfigKey: String, CaseIterable {
  case paths
  case mode
  case engine
  case budget
  case jobs
  case schema
  case failOn = "fail-on"
  case docsURL = "docs-url"

  /// - Parameter verbs: those that it counts for.
  func builtIn(for verbs: [String]) -> String {
    let known: [ConfigKey: String] = [
      .mode: verbs.contains("replay") ? "all; of `replay`, as the trace says" : "all",
      .engine: Engine.realmCore.rawValue,
      .jobs: "one for each processor",
    ]
    return known[self] ?? "none"
  }

  var isList: Bool { self == .paths || self == .mode }

  var form: String {
    self == .jobs ? "a whole number" : isList ? "a string, or an array of strings" : "a string"
  }

  /// Why a text can't be its value, in the words of the command line; nil if it can.
  func refusal(of text: String) -> String? {
    let words = ["--\(rawValue)=\(text)"]
    do {
      switch self {
      case .mode, .engine, .budget, .jobs: _ = try GoldenReplayOptions.parse(words)
      case .docsURL: _ = try ReportOptions<GoldenFormat>.parse(words)
      case .failOn: _ = try limits(text, FleetGate.init(parsing:))
      case .paths, .schema: break
      }
      return nil
    } catch {
      return GoldenReplayOptions.message(for: error)
    }
  }
}
