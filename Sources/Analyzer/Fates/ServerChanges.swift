internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the server changed since the last sync, as far as the trace shows its changes: one index that fates, collateral
/// and traps read, by place and, where that is asked for, followed through lists.
package struct ServerChanges {
  private(set) var created: Set<Address> = []
  /// Those of them that changes create which are not known to come from another file than the device's.
  private var createdHere: Set<Address> = []
  /// The objects that it deleted, whether or not they are there again.
  private(set) var deleted: Set<Address> = []
  /// Those of them that others than the device deleted.
  private(set) var deletedByOthers: Set<Address> = []
  /// The objects that others made anew where one was deleted: another thing with the same key.
  private(set) var replaced: Set<Address> = []
  /// Nil where the changes are not known, or not asked for.
  private(set) var elements: ElementTimeline?

  private let (recorded, unsynced): ([ServerChange]?, [UnsyncedChangeset])
  private let integrated: Set<Int>
  /// Which of them are the device's own, which the server took unheard, and as which of its transactions.
  private let own: [Int: Int]
  /// By these transactions the numbers of their first instructions among all.
  private var ownStarts: [Int: Int] = [:]
  private let followsElements: Bool

  init(_ outcome: Outcome, followsElements: Bool) {
    (recorded, unsynced) = (outcome.situation.serverChanges, outcome.situation.unsynced)
    integrated = outcome.situation.integrated
    own = Self.own(in: outcome.situation)
    self.followsElements = followsElements
    var number = 0
    for (index, change) in (recorded ?? []).enumerated() {
      let isOwn = own[index] != nil
      let changeset = change.changeset
      if let transaction = own[index] { ownStarts[transaction] = number }
      number += changeset.instructions.count
      for instruction in changeset.instructions {
        switch instruction.kind {
        case .createObject:
          let object = Address(instruction, in: changeset)
          created.insert(object)
          if !change.isForeign { createdHere.insert(object) }
          if deleted.contains(object), !isOwn { replaced.insert(object) }
        case .eraseObject:
          let object = Address(instruction, in: changeset)
          deleted.insert(object)
          if !isOwn { deletedByOthers.insert(object) }
        default: break
        }
      }
    }
    if followsElements, isKnown { elements = ElementTimeline(changesets) }
  }

  private static func own(in situation: ResetSituation) -> [Int: Int] {
    guard !situation.integrated.isEmpty, let changes = situation.serverChanges else { return [:] }
    let matches = ServerChange.matches(situation.unsynced, in: changes)
    return Dictionary(matches.map { ($0.change, $0.transaction) }) { first, _ in first }
  }

  /// Whether the trace shows these changes.
  var isKnown: Bool { recorded != nil }

  /// Whether others have deleted the object that a write was made for, and created another one with its key.
  func hasReplacedObject(of write: JudgedWrite, since base: RealmState?) -> Bool {
    let object = write.address.wholeObject
    return write.kind != .createObject && !write.isOnOwnObject && replaced.contains(object)
      && base?.has(object) == true
  }

  /// Whether others have removed the element of a list that a write made, which the server took unheard; nil where that
  /// does not show.
  func hasRemovedElement(of write: JudgedWrite) -> Bool? {
    guard let elements, let start = ownStarts[write.transactionIndex] else { return nil }
    return elements.undone.contains(start + write.instructionIndex)
  }

  /// Whether other files alone have created an object, as far as the trace shows.
  func areOthersCreators(of object: Address) -> Bool {
    created.contains(object) && !createdHere.contains(object)
  }

  private var changesets: [Changeset] { recorded?.map(\.changeset) ?? [] }

  /// Every place that it wrote to, at a cost linear in the changes at each call.
  func places() -> Set<Address> {
    Set(
      changesets.flatMap { changeset in
        changeset.instructions.map { Address($0, in: changeset).comparable }
      })
  }

  /// The places that it wrote to since it was restored from a backup: elsewhere it has changed nothing, and has other
  /// values because it is older. Nil where it was not restored, or where these changes are not all shown.
  func placesSinceRestore(in outcome: Outcome) -> PlaceSet? {
    outcome.showsChangesSinceRestore && isKnown ? PlaceSet(places()) : nil
  }

  /// Whether it is that of an outcome, as far as its memory shows.
  func isOf(_ outcome: Outcome, followsElements: Bool) -> Bool {
    guard self.followsElements == followsElements else { return false }
    let situation = outcome.situation
    guard let recorded, let others = situation.serverChanges else {
      return recorded == nil && situation.serverChanges == nil
    }
    return recorded.isIdentical(to: others) && integrated == situation.integrated
      && (integrated.isEmpty || unsynced.areSame(as: situation.unsynced))
  }
}

/// Places, to be asked whether another one has to do with them.
struct PlaceSet {
  let places: Set<Address>
  private let around: Set<Address>

  init(_ places: some Collection<Address>) {
    self.places = Set(places)
    around = Set(places.flatMap { $0.andAbove })
  }

  /// Whether one of them is the place itself, inside of it or around it.
  func touches(_ address: Address) -> Bool {
    guard !places.isEmpty else { return false }
    return around.contains(address) || address.andAbove.contains(where: places.contains)
  }
}

extension ElementTimeline {
  fileprivate init(_ changesets: [Changeset]) {
    var number = 0
    for changeset in changesets {
      for instruction in changeset.instructions {
        take(instruction, at: Address(instruction, in: changeset), in: changeset, as: number)
        number += 1
      }
    }
    finish()
  }
}
