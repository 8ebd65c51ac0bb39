import TraceFormat

enum ValueRules {
  static func updates(
    _ work: inout MergeWork, _ ours: Int32, _ theirs: Int32
  ) throws(MergeFailure) {
    guard work.isSamePath(ours, theirs) else { return }
    if work[ours].isElementUpdate { try work.checkSizes(ours, theirs) }
    let types = (work[ours].valueType, work[theirs].valueType)
    if types.0 != types.1, types.0 == .objectValue || types.1 == .objectValue {
      // Making an embedded object is weak: any other value beats it.
      let made = types.0 == .objectValue ? ours : theirs
      return work.drop(made, because: made == ours ? theirs : ours)
    }
    if types.0 == types.1, types.0 == .list || types.0 == .dictionary { return }
    switch (work[ours].isDefault, work[theirs].isDefault) {
    case (true, false): work.drop(ours, because: theirs)
    case (false, true): work.drop(theirs, because: ours)
    default: work.dropEarlier(ours, theirs)
    }
  }

  /// An addition survives what was set before it, and becomes part of it.
  static func addIntegerUpdate(_ work: inout MergeWork, _ add: Int32, _ update: Int32) {
    guard work.isSamePath(add, update) else { return }
    guard work.isEarlier(update, add) || work[update].isDefault else {
      return work.drop(add, because: update)
    }
    switch work[update].valueType {
    case .null: return
    case .int: work[update].variables.integer &+= work[add].variables.integer
    default: work.drop(add, because: update)
    }
  }

  static func clearUpdate(
    _ work: inout MergeWork, _ clear: Int32, _ update: Int32
  ) throws(MergeFailure) {
    guard work.isSamePath(clear, update) else { return }
    switch (work[clear].collection, work[update].valueType) {
    case (_, .set): throw work.failure(.abort(.clearedNestedSet), clear, update)
    case (.list, .list), (.dictionary, .dictionary): return
    default: work.dropEarlier(clear, update)
    }
  }

  static func clears(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) {
    if work.isSamePath(ours, theirs) { work.dropEarlier(ours, theirs) }
  }
}

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
