extension Changeset {
  /// The same instructions with every string declared where Realm's recorder declares it.
  ///
  /// Strings that no instruction uses are gone, so changesets that say the same have one
  /// normalized form.
  public func normalized() -> Changeset {
    var builder = ChangesetBuilder()
    for instruction in instructions { builder.append(instruction, from: self) }
    return builder.changeset
  }

  /// Whether both say the same, instruction by instruction, whatever strings they declare and in
  /// what order.
  public func hasSameInstructions(as other: Changeset) -> Bool {
    guard instructions.count == other.instructions.count else { return false }
    let (mine, its) = (normalized(), other.normalized())
    return mine.instructions == its.instructions && mine.pathElements == its.pathElements
      && mine.strings == its.strings && mine.storage == its.storage
  }
}
