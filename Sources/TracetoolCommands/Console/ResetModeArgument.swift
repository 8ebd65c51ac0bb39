import ArgumentParser
import TraceFormat

/// A reset mode on the command line, in tracetool's spelling or in that of any Realm SDK.
struct ResetModeArgument: ExpressibleByArgument, Hashable {
  var mode: ResetMode

  /// Case, hyphens and underscores do not matter: `discard`, `DiscardLocal`,
  /// `discardUnsyncedChanges` and `discard-unsynced-changes` are one mode.
  init?(argument: String) {
    let letters = argument.lowercased().filter { $0 != "-" && $0 != "_" }
    guard let mode = Self.spellings[letters] else { return nil }
    self.mode = mode
  }

  private static let spellings: [String: ResetMode] = [
    "manual": .manual,
    "discard": .discardLocal, "discardlocal": .discardLocal,
    "discardunsyncedchanges": .discardLocal,
    "recover": .recover, "recoverunsyncedchanges": .recover,
    "recoverordiscard": .recoverOrDiscard,
    "recoverordiscardunsyncedchanges": .recoverOrDiscard,
  ]

  static let allValueStrings = ["discard", "recover", "recover-or-discard", "manual"]
}
