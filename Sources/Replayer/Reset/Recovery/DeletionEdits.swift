package import RealmModel
package import TraceFormat

/// Finds the edits that deleting an object made to whatever linked to it.
///
/// Realm records them as if a person had made them, right before the deletion: null in place of a
/// link, no element in place of one. What they removed tells them apart, so the client's state is
/// followed from what it last shared with the server; where that is not known, nothing is found.
package struct DeletionEdits {
  /// The client's state before the instruction at hand.
  private var client: ChangesetApplier?

  package init(base: RealmState?) { client = base.map { ChangesetApplier($0) } }

  /// Whether a changeset could have such edits: a deletion right after the removal of something.
  package static func mayBeIn(_ changeset: Changeset) -> Bool {
    zip(changeset.instructions, changeset.instructions.dropFirst()).contains { edit, deletion in
      guard case .eraseObject = deletion else { return false }
      return switch edit {
      case .update(let update): update.value == .null
      case .arrayErase, .setErase: true
      default: false
      }
    }
  }

  /// The indexes of such edits in the next changeset. Each stands in a row of them that ends at the deletion.
  package mutating func find(in changeset: Changeset) -> Set<Int> {
    guard var applier = client else { return [] }
    client = nil
    applier.begin(changeset)
    var (found, removed): (Set<Int>, [Int: ObjectAddress]) = ([], [:])
    for (index, instruction) in changeset.instructions.enumerated() {
      if let object = Self.erasedObject(instruction, changeset, &applier) {
        var edit = index - 1
        while edit >= 0, removed[edit] == object {
          found.insert(edit)
          edit -= 1
        }
      }
      removed[index] = Self.removedLink(instruction, changeset, &applier)
      // What does not fit is met again by the recovery, which fails there and says why.
      guard (try? applier.apply(instruction, of: changeset)) != nil else { return found }
    }
    applier.transaction.removeAsymmetricObjects()
    client = applier
    return found
  }

  private static func erasedObject(
    _ instruction: Instruction, _ changeset: Changeset, _ applier: inout ChangesetApplier
  ) -> ObjectAddress? {
    guard case .eraseObject(let erasure) = instruction else { return nil }
    return find(erasure.table, erasure.object, changeset, applier)
  }

  private static func find(
    _ table: StringIndex, _ key: PrimaryKey, _ changeset: Changeset, _ applier: ChangesetApplier
  ) -> ObjectAddress? {
    applier.transaction.state.address(
      of: ObjectName(className: changeset.string(table), key: changeset.value(key)))
  }

  private static func removedLink(
    _ instruction: Instruction, _ changeset: Changeset, _ applier: inout ChangesetApplier
  ) -> ObjectAddress? {
    switch instruction {
    case .update(let update):
      guard case .null = update.value, update.tail != .isDefault(true) else { return nil }
      return link(at: update.location, changeset, &applier)
    case .arrayErase(let erasure): return link(at: erasure.location, changeset, &applier)
    case .setErase(let erasure):
      guard case .link(let table, let key) = erasure.value else { return nil }
      return find(table, key, changeset, applier)
    default: return nil
    }
  }

  private static func link(
    at location: Location, _ changeset: Changeset, _ applier: inout ChangesetApplier
  ) -> ObjectAddress? {
    // As above: a place that cannot be found is the recovery's to complain of.
    guard let spot = try? applier.resolve(location, changeset, for: "") else { return nil }
    let state = applier.transaction.state
    let link: ObjectAddress? =
      switch spot {
      case .property(let cell): state.cell(cell).linkTarget
      case .listElement(let list, let index):
        state.cell(list).child(.index(UInt32(clamping: index)))?.linkTarget
      case .entry(let dictionary, let key): state.cell(dictionary).child(.key(key))?.linkTarget
      case .list, .dictionary, .set: nil
      }
    guard let link, !state.tables[link.table.slot].isEmbedded else { return nil }
    return link
  }
}
