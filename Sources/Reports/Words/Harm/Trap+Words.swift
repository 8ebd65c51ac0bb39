internal import Analyzer
internal import TraceFormat

extension TrapIdentifier {
  /// What the trap is, in one line; its name where this version does not know it.
  package var title: String {
    Self.words[rawValue]?.title ?? rawValue.replacing(each: "-", with: " ")
  }

  /// What an app can do not to run into the trap, in one sentence or two, as `docs/traps.md` says it; nil where
  /// this version does not know the trap.
  package var help: String? { Self.words[rawValue]?.help }

  /// Other names: `R…` and `RS-…` as in `docs/rules.md` and `docs/scenario-outcomes.md`, `L…` for
  /// those of the lifecycle.
  package var aliases: [String] { Self.words[rawValue]?.aliases ?? [] }

  private struct Words: Decodable, Sendable {
    var title: String
    var help: String
    var aliases: [String]
  }

  private static let words = [String: Words](embedded: PackageResources.traps_json)
}
