public import TraceFormat

/// What an SDK does at a client reset, from a version on, where the app does not say.
struct SDKDefault {
  let sdk: SDK
  /// The first version that has it.
  let since: [Int]
  /// In partition sync; nil where it is not known.
  let partition: ResetMode?
  /// In flexible sync; nil where it is not known.
  let flexible: ResetMode?

  /// All, by SDK and version, oldest first: what the SDKs' changelogs say (`docs/sdk-defaults.md`).
  static let all: [SDKDefault] = [
    SDKDefault(.swift, [0], .manual),
    SDKDefault(.swift, [10, 32], .recover),
    SDKDefault(.objectiveC, [0], .manual),
    SDKDefault(.objectiveC, [10, 32], .recover),
    SDKDefault(.kotlin, [1, 0], partition: .discardLocal, flexible: .manual),
    SDKDefault(.kotlin, [1, 7], .recoverOrDiscard),
    SDKDefault(.java, [0], .manual),
    SDKDefault(.java, [10, 10], partition: nil, flexible: .manual),
    SDKDefault(.java, [10, 12], .recoverOrDiscard),
    SDKDefault(.javaScript, [0], .manual),
    SDKDefault(.javaScript, [11, 0], .discardLocal),
    // The rewritten SDK set none, which leaves Realm Core's own.
    SDKDefault(.javaScript, [12, 0], .manual),
    SDKDefault(.javaScript, [12, 3, 1], .recover),
    SDKDefault(.dotNet, [0], .manual),
    SDKDefault(.dotNet, [10, 13], partition: .discardLocal, flexible: nil),
    SDKDefault(.dotNet, [10, 16], .recoverOrDiscard),
    SDKDefault(.dart, [0], .manual),
    SDKDefault(.dart, [0, 7], .recoverOrDiscard),
  ]

  private init(_ sdk: SDK, _ since: [Int], _ mode: ResetMode) {
    self.init(sdk, since, partition: mode, flexible: mode)
  }

  private init(_ sdk: SDK, _ since: [Int], partition: ResetMode?, flexible: ResetMode?) {
    (self.sdk, self.since, self.partition, self.flexible) = (sdk, since, partition, flexible)
  }
}

extension SDKRelease {
  /// What the SDK does at a client reset where the app does not say; nil where that is not known, or where
  /// the version lacks the number on which it depends.
  public func defaultMode(for syncKind: SyncKind) -> ResetMode? {
    let rows = SDKDefault.all.filter { $0.sdk == sdk }
    guard !rows.contains(where: { isBeginning(of: $0.since) }) else { return nil }
    let row = rows.last { isAtLeast($0.since) }
    return switch syncKind {
    case .partition: row?.partition
    case .flexible: row?.flexible
    }
  }
}
