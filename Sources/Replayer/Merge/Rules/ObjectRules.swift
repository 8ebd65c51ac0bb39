import TraceFormat

enum ObjectRules {
  static let pairs: [MergeTable.Pair] = [
    .init(.eraseObjectCreateObject, .eraseObject, .createObject, dropWithErased),
    .init(.eraseObjects, .eraseObject, .eraseObject, eraseBoth),
  ]

  /// A removal beats a creation at any time.
  @Sendable static func dropWithErased(_ work: inout MergeWork, _ erase: Int32, _ other: Int32) {
    if work.isSameObject(erase, other) { work.drop(other, because: erase) }
  }

  /// The later removal stays, so that it takes along what the other side did after its own.
  @Sendable private static func eraseBoth(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) {
    guard work.isSameObject(ours, theirs) else { return }
    let isOursLater = work.isEarlier(theirs, ours)
    work.drop(isOursLater ? theirs : ours, because: isOursLater ? ours : theirs)
  }
}

enum ColumnRules {
  static let pairs: [MergeTable.Pair] =
    [.init(.eraseColumnUpdate, .eraseColumn, .update, SchemaRules.dropWithErased)]
    + edits.map { .init(.eraseColumnUpdate, .eraseColumn, $0, dropOtherEdit) }

  private static let edits: [InstructionKind] = [
    .addInteger, .arrayInsert, .arrayMove, .arrayErase, .clear, .setInsert, .setErase,
  ]

  /// In whatever object, and however far below the property.
  @Sendable private static func dropOtherEdit(
    _ work: inout MergeWork, _ erase: Int32, _ edit: Int32
  ) {
    guard !work.quirks.contains(.erasedPropertiesKeepEdits) else { return }
    SchemaRules.dropWithErased(&work, erase, edit)
  }
}
