/// Leaves everything as it is.
private struct Unchanged: EventRewriting {}

extension ChangesetBuilder {
  /// Appends an instruction of another changeset, with the strings and paths it refers to.
  public mutating func append(_ instruction: Instruction, from source: Changeset) {
    var rewriter = ChangesetRewriter(source: source, rewriting: Unchanged())
    swap(&self, &rewriter.builder)
    defer { swap(&self, &rewriter.builder) }
    do throws(RewritingFailure) {
      rewriter.builder.append(try rewriter.rewritten(instruction))
    } catch {
      preconditionFailure("what stays as it is fits a changeset as before: \(error)")
    }
  }
}

extension Changeset {
  /// The same instructions with every string declared where Realm's recorder declares it.
  ///
  /// Strings that no instruction uses are gone, so changesets that say the same have one normalized form.
  public func normalized() -> Changeset {
    var builder = ChangesetBuilder()
    for instruction in instructions { builder.append(instruction, from: self) }
    return builder.changeset
  }

  /// Whether both say the same, instruction by instruction, whatever strings they declare and in what order.
  public func hasSameInstructions(as other: Changeset) -> Bool {
    instructions.count == other.instructions.count && normalized() == other.normalized()
  }
}
