internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Report {
  /// Why the server asked, such as `the server no longer knows this file (error 208)`.
  var causeWords: String {
    if error.isHiddenFromApp { return "for a reason that no SDK shows to an app" }
    if gaps.contains(where: { $0.fact == .request }) {
      let code = error.code.map { "error \($0)" } ?? "an error"
      let recovery = error.action == .clientResetNoRecovery ? ", and recovery is turned off" : ""
      return "assumed at the end of the session (\(code)\(recovery))"
    }
    guard let code = error.code ?? Self.code(ofMessage: error.message) else {
      return error.action == .noAction
        ? "no error that asked for it is in the trace" : "\(error.action.causeWords)"
    }
    let cause = Self.causes[code] ?? (error.message.isEmpty ? nil : "")
    let text = cause.flatMap { $0.isEmpty ? nil : $0 } ?? error.message.quoted(columns: 80)
    return "\(text) (error \(code))"
  }

  /// The number that servers send with a message, where a trace has the message alone.
  private static func code(ofMessage message: String) -> Int32? {
    causes.keys.sorted().first { ProtocolErrorCode.message($0)?.hasSameBytes(as: message) ?? false }
  }

  /// By the server's error number (Realm Core: `sync/protocol.hpp`).
  private static let causes: [Int32: String] = [
    208: "the server no longer knows this file",
    209: "the server has gone back to an older state",
    210: "the server expects changes that this device never made",
    211: "the server's history is not the one that this device synced with",
    217: "the server can no longer sync this file",
    222: "the device was offline for too long",
    228: "the user's permissions have changed",
    232: "the server moves your app to flexible sync",
    234: "the server moves your app back to partition-based sync",
  ]

  /// What the server does not have, such as `the server has removed the property `s` of T`; nil where the reset
  /// fails on something else.
  var missingSchemaWords: String? {
    guard !missingSchema.isEmpty else { return nil }
    let groups = missingSchema.groupedInOrder(by: \.wasSynced).map { wasSynced, missing in
      let verb =
        switch wasSynced {
        case true?: "has removed"
        case false?: "never had"
        case nil: "does not have"
        }
      return "\(verb) \(Self.names(of: missing))"
    }
    return "the server \(Phrase.list(groups))"
  }

  var missingSchemaRemedy: String? {
    guard !missingSchema.isEmpty else { return nil }
    let groups = missingSchema.groupedInOrder(by: \.wasSynced)
    let steps = groups.map { wasSynced, missing in
      let (it, names) = (missing.count == 1 ? "it" : "them", Self.names(of: missing))
      guard wasSynced == false else {
        let first = groups.count == 1 && missing.count > 1 ? it : names
        return "Put \(first) back on the server, or ship a client without \(it)"
      }
      return "Let the server take \(groups.count == 1 ? it : names) before this device connects "
        + "(development mode)"
    }
    return steps.joined(separator: ". ") + "; until then save the file."
  }

  private static func names(of missing: [MissingSchema]) -> String {
    guard let address = missing.first?.address else { return "" }
    let names = missing.prefix(3).map { missing in
      "`\((missing.address.property ?? missing.address.className).shortName)`"
    }
    let rest = missing.count - names.count
    let list = Phrase.list(names + (rest > 0 ? ["\(rest) more"] : []))
    let one = missing.count == 1
    guard address.property != nil else { return "the \(one ? "class" : "classes") \(list)" }
    return "the \(one ? "property" : "properties") \(list) of \(address.className.shortName)"
  }
}

extension ServerAction {
  /// What the server asks for, where it gives no number.
  fileprivate var causeWords: String {
    switch self {
    case .clientReset: "the server asks for a client reset"
    case .clientResetNoRecovery: "the server asks for a reset, and recovery is turned off"
    default: "the server asks for \(rawValue)"
    }
  }
}

extension ResetFailureClass {
  func remedy(for report: Report) -> String {
    switch self {
    case .recoveryNotAllowed: "Turn on recovery on the server before this device connects."
    case .resetCycle:
      "Save the file, then let your app start with a fresh one."
    case .classesRemoved:
      "Put the classes back on the server, or ship a client without them; until then save the file."
    case .propertiesRemoved:
      "Put the properties back on the server, or ship a client without them; until then save the file."
    case .incompatiblePrimaryKey, .incompatibleType, .incompatibleAttributes:
      "Undo that change of the schema on the server, or ship a client with the same; until then save the file."
    case .unrecoverable, .badChangeset, .rejectedByStorage:
      if let plan = report.mergePlan, plan.operations.isEmpty {
        "\(report.sentence(of: plan))."
      } else {
        "Save the file before the next launch, and carry the "
          + "\(report.changes.count == 1 ? "change" : "changes") over by hand."
      }
    case .downloadFailed: "See why the download fails; the next connection tries again."
    case .handlerThrew: "Correct the handler that throws, and ship it before this device connects."
    case .outOfDiskSpace: "Free space on the device, then let it connect again."
    }
  }
}

// Why a reset fails, and what removes that
extension Report {
  /// Whether the file stays where it is: without a reset, or where the process ends in it and no attempt before has
  /// scheduled a move.
  var leavesFile: Bool {
    result == .noReset || result == .crash && attempts.schedulingMove == nil
  }

  /// Where the changes are after a reset that failed. One that only your app's handler failed has replaced the data, so
  /// that changes are lost as in one that goes through.
  var whereaboutsLines: [String] {
    let lost = changes.filter(\.outcome.isLoss)
    let left = changes.filter { !$0.outcome.isLoss }
    let loss = "\(changesWords(lost)) \(lost.count == 1 ? "is" : "are") lost"
    return (lost.isEmpty ? [] : ["\(loss): the reset was committed before that."])
      + (left.isEmpty
        ? []
        : [
          "\(changesWords(left)) \(left.count == 1 ? "stays" : "stay") in the device's file"
            + (leavesFile ? "." : ", which is moved away at the next launch.")
        ])
  }

  var failureWords: String {
    if let words = missingSchemaWords { return words }
    if let explanation = explanations.last, Self.namesItsPlace.contains(explanation.identifier) {
      return explanation.cause.uncapitalizedFirst
    }
    return failure?.failureClass?.meaning
      ?? failure.map { $0.message.quoted(columns: 120) } ?? "the reason is not known"
  }

  /// The messages about a schema that name what differs.
  private static let namesItsPlace: Set = [
    "primary-key-type-changed", "primary-key-renamed", "property-type-changed",
  ]

  var remedies: [String] {
    if let remedy = missingSchemaRemedy { return [remedy] }
    return failure?.failureClass.map { [$0.remedy(for: self)] } ?? []
  }
}
