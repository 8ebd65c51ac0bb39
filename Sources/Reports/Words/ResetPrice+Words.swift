internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What a mode keeps and what it costs.
extension Report {
  /// The mode as the SDK that the trace names spells it, or as `--mode` does.
  func name(of mode: ResetMode) -> String {
    guard let release = session.start?.sdk.flatMap(SDKRelease.init(parsing:)),
      let spelling = release.spelling(of: mode)
    else { return mode.optionName }
    return String(spelling.prefix { $0 != "(" })
  }

  var isRecoveryForbidden: Bool { error.action == .clientResetNoRecovery }

  var keptCount: Int { changes.count(where: \.outcome.isKept) }

  var lostChanges: [Change] {
    changes.filter { $0.outcome.isLoss || $0.outcome == .notKnown }
  }

  /// Such as `2 of 3`, behind the verb.
  var keptCountWords: String {
    let (count, unknown) = (changes.count, changeCount(.notKnown))
    if keptCount == count { return count == 1 ? "the only one" : "all \(count)" }
    return (keptCount == 0 ? "none" : "\(keptCount) of \(count)")
      + (unknown == 0 ? "" : " (\(unknown) not known)")
  }

  var allKeptWords: String {
    switch changes.count {
    case 0: "what is there"
    case 1: "the only change"
    case let count: Self.all(count)
    }
  }

  /// Such as `keeps 30 of 31 changes and overwrites 1 value that others wrote`, or the same of several modes.
  func priceWords(of modes: Int = 1, isNamed: Bool = false) -> String {
    func verb(_ stem: String, _ ending: String = "s") -> String {
      stem + (modes == 1 ? ending : "")
    }
    let (count, unknown) = (changes.count, changeCount(.notKnown))
    let lostCount = count - keptCount - unknown
    let partCount = changes.count(where: isLostInPart)
    let inPart =
      partCount == 0
      ? "" : partCount == lostCount ? " in part" : " (\(partCount) of them in part)"
    let what: String? =
      switch (keptCount, lostCount) {
      case (0, 0):
        count == 0 && hiddenWrites.isEmpty ? "\(verb("lose")) nothing that was unsynced" : nil
      case (_, _) where count == 1:
        "\(verb(keptCount == 1 ? "keep" : "lose")) "
          + (isNamed ? sentenceWords(naming: changes[0]) : partCount == 0 ? "it" : "part of it")
      case (count, _): "\(verb("keep")) \(Self.all(count))"
      case (0, count): "\(verb("lose")) \(Self.all(count))\(inPart)"
      case (0, _): "\(verb("lose")) \(lostCount) of \(count) changes\(inPart)"
      default: "\(verb("keep")) \(keptCount) of \(count) changes"
      }
    let part = keptCount > 0 && partCount > 0 ? "\(verb("lose")) \(partCount) only in part" : nil
    let costs = othersLossCounts.map { kind, count in
      switch kind {
      case .overwritten, .editedOnBothSides:
        "\(verb("overwrite")) \(count.counted("value")) that others wrote\(placeWords(kind))"
      case .deleted:
        "\(verb("delete")) \(count.counted(deletedNoun)) that others wrote\(placeWords(kind))"
      case .doneTwice: "\(verb("do", "es")) \(count.counted("change")) twice"
      case .goneWithRestore:
        "\(verb(isGoneOrChanged ? "replace" : "drop")) \(count.counted("synced value"))"
      case .deletionUndone: "\(verb("undo", "es")) \(count.counted("synced deletion"))"
      }
    }
    let rest =
      unknown > 0
      ? ["\(verb("leave")) the outcome of \(unknown.counted("change")) not known"] : []
    return Phrase.list([what, part].compactMap(\.self) + costs + rest)
  }

  /// The only place of a kind, in brackets; nothing where there are several.
  private func placeWords(_ kind: OverwrittenPlace.Kind) -> String {
    let places = unmeantPlaces.filter { $0.kind == kind }.map(\.address)
    let all = kind == .overwritten ? places + harm.deviceWon : places
    return all.count == 1 ? " (\(all[0].text))" : ""
  }

  private static func all(_ count: Int) -> String {
    count == 2 ? "both changes" : "all \(count) changes"
  }
}
