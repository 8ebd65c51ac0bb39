import TraceFormat

enum ObjectRules {
  /// A removal beats a creation at any time.
  static func dropWithErased(_ work: inout MergeWork, _ erase: Int32, _ other: Int32) {
    if work.isSameObject(erase, other) { work.drop(other, because: erase) }
  }

  /// The later removal stays, so that it takes along what the other side did after its own.
  static func eraseBoth(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) {
    guard work.isSameObject(ours, theirs) else { return }
    let isOursLater = work.isEarlier(theirs, ours)
    work.drop(isOursLater ? theirs : ours, because: isOursLater ? ours : theirs)
  }
}
