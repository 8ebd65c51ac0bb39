public import TraceFormat

/// How an SDK spells a mode, from a version on.
struct SDKSpelling {
  let sdk: SDK
  let since: [Int]
  let mode: ResetMode
  let text: String

  /// All, by SDK and version, oldest first (`docs/sdk-defaults.md`).
  static let all: [SDKSpelling] = [
    SDKSpelling(.swift, [10, 25], .manual, ".manual"),
    SDKSpelling(.swift, [10, 25], .discardLocal, ".discardLocal"),
    SDKSpelling(.swift, [10, 32], .manual, ".manual()"),
    SDKSpelling(.swift, [10, 32], .discardLocal, ".discardUnsyncedChanges()"),
    SDKSpelling(.swift, [10, 32], .recover, ".recoverUnsyncedChanges()"),
    SDKSpelling(.swift, [10, 32], .recoverOrDiscard, ".recoverOrDiscardUnsyncedChanges()"),
    SDKSpelling(.objectiveC, [10, 25], .manual, "RLMClientResetModeManual"),
    SDKSpelling(.objectiveC, [10, 25], .discardLocal, "RLMClientResetModeDiscardLocal"),
    SDKSpelling(.objectiveC, [10, 32], .discardLocal, "RLMClientResetModeDiscardUnsyncedChanges"),
    SDKSpelling(.objectiveC, [10, 32], .recover, "RLMClientResetModeRecoverUnsyncedChanges"),
    SDKSpelling(
      .objectiveC, [10, 32], .recoverOrDiscard, "RLMClientResetModeRecoverOrDiscardUnsyncedChanges"
    ),
    SDKSpelling(.kotlin, [1, 0], .manual, "ManuallyRecoverUnsyncedChangesStrategy"),
    SDKSpelling(.kotlin, [1, 0], .discardLocal, "DiscardUnsyncedChangesStrategy"),
    SDKSpelling(.kotlin, [1, 7], .recover, "RecoverUnsyncedChangesStrategy"),
    SDKSpelling(.kotlin, [1, 7], .recoverOrDiscard, "RecoverOrDiscardUnsyncedChangesStrategy"),
    SDKSpelling(.java, [10, 10], .manual, "ManuallyRecoverUnsyncedChangesStrategy"),
    SDKSpelling(.java, [10, 10], .discardLocal, "DiscardUnsyncedChangesStrategy"),
    SDKSpelling(.java, [10, 12], .recover, "RecoverUnsyncedChangesStrategy"),
    SDKSpelling(.java, [10, 12], .recoverOrDiscard, "RecoverOrDiscardUnsyncedChangesStrategy"),
    SDKSpelling(.javaScript, [11, 0], .manual, #""manual""#),
    SDKSpelling(.javaScript, [11, 0], .discardLocal, #""discardLocal""#),
    SDKSpelling(.javaScript, [11, 1], .manual, "ClientResetMode.Manual"),
    SDKSpelling(.javaScript, [11, 1], .discardLocal, "ClientResetMode.DiscardUnsyncedChanges"),
    SDKSpelling(.javaScript, [11, 1], .recover, "ClientResetMode.RecoverUnsyncedChanges"),
    SDKSpelling(
      .javaScript, [11, 1], .recoverOrDiscard, "ClientResetMode.RecoverOrDiscardUnsyncedChanges"),
    SDKSpelling(.dotNet, [10, 13], .manual, "ManualRecoveryHandler"),
    SDKSpelling(.dotNet, [10, 13], .discardLocal, "DiscardLocalResetHandler"),
    SDKSpelling(.dotNet, [10, 16], .discardLocal, "DiscardUnsyncedChangesHandler"),
    SDKSpelling(.dotNet, [10, 16], .recover, "RecoverUnsyncedChangesHandler"),
    SDKSpelling(.dotNet, [10, 16], .recoverOrDiscard, "RecoverOrDiscardUnsyncedChangesHandler"),
    SDKSpelling(.dart, [0], .manual, "ManualSyncClientResetHandler"),
    SDKSpelling(.dart, [0, 7], .manual, "ManualRecoveryHandler"),
    SDKSpelling(.dart, [0, 7], .discardLocal, "DiscardUnsyncedChangesHandler"),
    SDKSpelling(.dart, [0, 7], .recover, "RecoverUnsyncedChangesHandler"),
    SDKSpelling(.dart, [0, 7], .recoverOrDiscard, "RecoverOrDiscardUnsyncedChangesHandler"),
  ]

  private init(_ sdk: SDK, _ since: [Int], _ mode: ResetMode, _ text: String) {
    (self.sdk, self.since, self.mode, self.text) = (sdk, since, mode, text)
  }
}

extension SDKRelease {
  /// How code that uses the SDK spells a mode; nil where the SDK has no such mode.
  public func spelling(of mode: ResetMode) -> String? {
    SDKSpelling.all.last { $0.sdk == sdk && $0.mode == mode && isAtLeast($0.since) }?.text
  }
}

extension ResetMode {
  /// The mode that a word means: Realm Core's name, the spelling of an SDK, or `discard`.
  ///
  /// Case, hyphens, underscores and quotation marks do not matter, nor what stands before the last dot or colon, nor
  /// what is in parentheses: `discard-unsynced-changes`, `ClientResetMode.DiscardUnsyncedChanges` and
  /// `.discardUnsyncedChanges(beforeReset: nil)` are one mode.
  public init?(spelling: String) {
    guard let mode = Self.spellings[Self.letters(of: spelling)] else { return nil }
    self = mode
  }

  private static let spellings: [String: ResetMode] = {
    var spellings: [String: ResetMode] = ["discard": .discardLocal]
    for mode in allCases {
      spellings[letters(of: mode.rawValue)] = mode
      // Of Realm Core's interface in C, `RLM_SYNC_SESSION_RESYNC_MODE_RECOVER` and so on.
      spellings["rlmsyncsessionresyncmode" + letters(of: mode.rawValue)] = mode
    }
    for spelling in SDKSpelling.all { spellings[letters(of: spelling.text)] = spelling.mode }
    return spellings
  }()

  private static func letters(of spelling: String) -> String {
    let name = spelling.prefix { $0 != "(" }.split { $0 == "." || $0 == ":" }.last ?? ""
    return name.lowercased().filter { !"-_\"'".contains($0) }
  }
}
