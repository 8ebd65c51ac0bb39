import TraceFormat

enum SetRules {
  /// Emptying beats a change of what is emptied, at any time.
  static func changeAndClear(_ work: inout MergeWork, _ change: Int32, _ clear: Int32) {
    if work.isSamePath(change, clear) { work.drop(change, because: clear) }
  }

  static func changes(_ work: inout MergeWork, _ first: Int32, _ second: Int32) {
    guard work.isSamePath(first, second), work.haveSameValue(first, second) else { return }
    work.dropEarlier(first, second)
  }

  static func removals(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) {
    guard work.isSamePath(ours, theirs) else { return }
    let isByStorage = work.quirks.contains(.setRemovalsCompareStorage)
    if work.haveSameValue(ours, theirs, isByStorage: isByStorage) { work.dropEarlier(ours, theirs) }
  }
}
