import TraceFormat

/// Which instructions of a changeset, as it was written, those of its merged form are.
package struct InstructionOrigins: Hashable, Sendable {
  private var indexes: [Int]

  init(of changeset: Changeset) { indexes = Array(changeset.instructions.indices) }

  /// The index of an instruction in the changeset as it was written; below 0 for one that a merge has made,
  /// of which each has another one.
  package subscript(index: Int) -> Int {
    indexes.indices.contains(index) ? indexes[index] : -1 - index
  }

  /// Those that are left when some are dropped.
  ///
  /// A merge that removes a class may put removals of properties before it; then it is not told which are
  /// which, and all count as made by the merge. Nothing of such a changeset can be recovered.
  func without(_ dropped: [Int], leaving count: Int) -> InstructionOrigins {
    let dropped = Set(dropped)
    var left = self
    left.indexes = indexes.indices.filter { !dropped.contains($0) }.map { indexes[$0] }
    if left.indexes.count != count { left.indexes = (0..<count).map { -1 - $0 } }
    return left
  }
}
