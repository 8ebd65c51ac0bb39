internal import RealmModel
package import Replayer
internal import TraceFormat

/// What the server changed since the last sync, by place, as far as the trace shows its changes: one
/// index that fates, collateral and traps read.
package struct ServerChanges {
  /// Whether the trace shows these changes.
  let isKnown: Bool
  /// The objects that it created.
  private(set) var created: Set<Address> = []
  /// The objects that it deleted, whether or not they are there again.
  private(set) var deleted: Set<Address> = []
  /// The objects that it deleted and made anew: another thing with the same key.
  private(set) var replaced: Set<Address> = []

  private let changesets: [Changeset]

  package init(_ outcome: Outcome) {
    isKnown = outcome.situation.serverChanges != nil
    changesets = outcome.situation.serverChanges?.map(\.changeset) ?? []
    for changeset in changesets {
      for instruction in changeset.instructions {
        switch instruction.kind {
        case .createObject:
          let object = Address(instruction, in: changeset)
          created.insert(object)
          if deleted.contains(object) { replaced.insert(object) }
        case .eraseObject: deleted.insert(Address(instruction, in: changeset))
        default: break
        }
      }
    }
  }

  /// Every place that it wrote to.
  ///
  /// - Complexity: Linear in the changes, at each call.
  func places() -> Set<Address> {
    Set(
      changesets.flatMap { changeset in
        changeset.instructions.map { Address($0, in: changeset).comparable }
      })
  }
}
