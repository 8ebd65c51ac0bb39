internal import Replayer
internal import TraceFormat

// Fates in recover mode. The rulings say what was done with each instruction; what is left to judge
// is whether that still shows, and whom it overwrote.
extension Judge {
  /// A write that was applied to the server's state, or is part of a list that was copied whole.
  func judgeRecovered(
    _ verdict: inout WriteVerdict, _ ruling: Ruling, _ replacedBy: Int?,
    among verdicts: [WriteVerdict]
  ) {
    if let replacedBy {
      supersede(&verdict, by: replacedBy, among: verdicts)
    } else if Self.serverHadIt.contains(ruling.rule) {
      verdict.settle(.redundant, because: verdict.redundancy)
    } else if ruling.rule == .updateLinkTargetGone {
      verdict.settle(
        .lost, .linkTargetGone,
        because: "the target of the link is gone from the server; null was written instead")
    } else if ruling.effect == .copiedWhole, !verdict.showsAfterwards {
      verdict.settle(
        .lost, .notInCopy,
        because: "the list was copied whole, and what this write did is not in the copy")
    } else if verdict.isContested {
      verdict.settle(
        .conflicted, .serverValueOverwritten, .device,
        because: "the server had changed it too; the device's value won")
    } else {
      verdict.settle(
        .recovered,
        because: ruling.effect == .copiedWhole
          ? "the list was copied whole from the device" : "applied to the server's state")
    }
  }

  /// A write that the recovery dropped by a rule of its own.
  func judgeDropped(
    _ verdict: inout WriteVerdict, _ ruling: Ruling, _ replacedBy: Int?,
    among verdicts: [WriteVerdict]
  ) {
    if let replacedBy {
      supersede(&verdict, by: replacedBy, among: verdicts)
    } else if Self.serverHadIt.contains(ruling.rule) {
      verdict.settle(.redundant, because: verdict.redundancy)
    } else {
      let why = Self.whyDropped[ruling.rule]
      verdict.settle(.lost, why?.cause ?? .overwritten, because: why?.reason ?? verdict.serverSide)
    }
  }

  /// Rules by which an instruction has nothing left to do (`docs/rules.md`).
  private static let serverHadIt: Set<RuleIdentifier> = [
    .createExistingObject, .eraseMissingObject, .embeddedObjectKept, .collectionKept,
    .dictionaryEraseMissing, .setInsertPresent, .setEraseMissing, .alreadyIntegrated,
  ]

  private static let whyDropped: [RuleIdentifier: (cause: Cause, reason: String)] = [
    .objectGone: (.objectDeleted, "the server has deleted the object"),
    .embeddedObjectGone: (.embeddedObjectGone, "the server no longer has the embedded object"),
    .dictionaryKeyGone: (.dictionaryEntryGone, "the server no longer has the dictionary entry"),
    .collectionGone: (
      .collectionGone, "the server's value is no longer that kind of collection"
    ),
    .addIntegerNotAnInteger: (.notAnInteger, "the server's value is no integer"),
    .listLinkTargetGone: (.linkTargetGone, "the target of the link is gone from the server"),
    .setLinkTargetGone: (.linkTargetGone, "the target of the link is gone from the server"),
    .listElementGone: (.linkTargetGone, "the element never came to be on the server"),
    .listCopyNotResolved: (.listNotCopied, "the list could not be found on both sides"),
    .fileDeleted: (.fileDeleted, "the server had the file deleted, without a backup"),
  ]
}

extension WriteVerdict {
  /// Whether the effect of a write to a list shows in the list's copy. A copy is the device's list,
  /// at worst without links whose target was not there, so only added elements can be missing.
  fileprivate var showsAfterwards: Bool {
    switch (sightings.device, sightings.after) {
    case (.value(.list(let device)), .value(.list(let after))):
      guard kind == .arrayInsert || kind == .update, let element = carried else {
        return after.allSatisfy { kept in device.contains { $0.looksLike(kept) } }
      }
      return after.contains { $0.looksLike(element) }
        || !device.contains { $0.looksLike(element) }
    case (.value(let device), .value(let after)): return device.looksLike(after)
    case (.absent, .absent), (.present, .present): return true
    default: return false
    }
  }

  /// Whether the server had changed the very value that the write set.
  fileprivate var isContested: Bool {
    guard kind == .update, case .value(let before) = sightings.before,
      case .value(let server) = sightings.server, case .value(let device) = sightings.device
    else { return false }
    return !server.looksLike(before) && !server.looksLike(device)
  }
}
