import ArgumentParser
import Phrasebook
import TraceFormat

/// A reset mode on the command line, in tracetool's spelling or in that of any Realm SDK; or all.
struct ResetModesArgument: ExpressibleByArgument, Hashable {
  var modes: [ResetMode]

  /// Whether several modes are to be compared.
  var isComparison: Bool { modes.count > 1 }

  /// Case, hyphens and underscores do not matter: `discard`, `DiscardLocal`,
  /// `discardUnsyncedChanges` and `discard-unsynced-changes` are one mode.
  init?(argument: String) {
    let letters = argument.lowercased().filter { $0 != "-" && $0 != "_" }
    if letters == "all" {
      modes = ResetMode.inOrder
    } else if let mode = Self.spellings[letters] {
      modes = [mode]
    } else {
      return nil
    }
  }

  private static let spellings: [String: ResetMode] = [
    "manual": .manual,
    "discard": .discardLocal, "discardlocal": .discardLocal,
    "discardunsyncedchanges": .discardLocal,
    "recover": .recover, "recoverunsyncedchanges": .recover,
    "recoverordiscard": .recoverOrDiscard,
    "recoverordiscardunsyncedchanges": .recoverOrDiscard,
  ]

  static let allValueStrings = ["discard", "recover", "recover-or-discard", "manual", "all"]
}
