internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the defects that were at work at a place are called in `docs/rules.md`: some have one name for
/// each of the ways in which they show.
struct DefectNames {
  private let after: RealmState
  /// What rulings and copies noted, by the property that they are about.
  private var notes: [Address: Set<Ruling.Note>] = [:]
  private var deviations: [Address: Set<CopyDeviation.Kind>] = [:]

  init(_ outcome: Outcome) {
    after = outcome.result.after
    for ruling in outcome.result.rulings where !ruling.notes.isEmpty {
      let changeset = outcome.situation.unsynced[ruling.changesetIndex].changeset
      let instruction = changeset.instructions[ruling.instructionIndex]
      notes[Address(instruction, in: changeset).wholeProperty, default: []]
        .formUnion(ruling.notes)
    }
    for deviation in outcome.result.deviations + outcome.result.listCopies.flatMap(\.deviations) {
      deviations[deviation.address, default: []].insert(deviation.kind)
    }
  }

  /// - Parameter address: where the defects were at work; nil for the reset as a whole.
  func names(of quirks: Quirks, at address: Address?) -> [String] {
    quirks.separated.flatMap { names(ofOne: $0, at: address) }
  }

  private func names(ofOne quirk: Quirks, at address: Address?) -> [String] {
    switch quirk {
    case .listsAreCopiedOnce: wasReplacedSinceCopy(address) ? ["R9"] : ["R4", "RS-70"]
    case .droppedInsertionsAreNotCounted: address == nil ? ["R11", "RS-73"] : ["R5", "RS-71"]
    case .clampedInsertionsCollide: ["R6", "RS-58"]
    case .deletionsShiftUnnoticed: ["R7", "RS-72"]
    case .trackersAreLost: ["R8", "RS-57"]
    case .copiedOutlivesClear: ["R10", "RS-59"]
    case .deletionsEditTheirReferrers where address == nil: ["R2", "R3"]
    case .deletionsEditTheirReferrers: isList(address) ? ["R2", "RS-74"] : ["R3", "RS-75"]
    case .dictionaryPathsCompareInternalKeys: ["R12"]
    case .mixedCopiesAreRaw: deviationNames(address)
    case .integratedChangesAreRepeated: ["R20", "RS-42"]
    default: []
    }
  }

  private func isList(_ address: Address?) -> Bool {
    guard let address, case .value(.list) = ObservedValue(after, at: address) else { return false }
    return true
  }

  private func wasReplacedSinceCopy(_ address: Address?) -> Bool {
    address.flatMap { notes[$0] }?.contains(.replacedSinceCopy) ?? false
  }

  /// Copies of Mixed values go wrong in three ways, which the copies themselves tell apart.
  private func deviationNames(_ address: Address?) -> [String] {
    let kinds = address.flatMap { deviations[$0] } ?? []
    let names: [(CopyDeviation.Kind, String)] = [
      (.elementsOutOfOrder, "R13"), (.rawLinkInserted, "R14"), (.wrongLinkKept, "L13"),
    ]
    let found = names.filter { kinds.contains($0.0) }.map(\.1)
    return found.isEmpty ? ["R13", "R14"] : found
  }
}

extension CopyDeviation {
  var address: Address { Address(className: className, object: place?.object, property: property) }
}
