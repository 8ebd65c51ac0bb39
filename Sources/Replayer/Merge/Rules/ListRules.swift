import RealmModel
import TraceFormat

enum ListRules {
  static func insertUpdate(
    _ work: inout MergeWork, _ insert: Int32, _ update: Int32
  ) throws(MergeFailure) {
    guard try work.updatesElement(insert, update) else { return }
    try work.checkSizes(insert, update)
    try work.checkGap(insert, update)
    try work.checkElement(update, insert)
    work[update].variables.priorSize &+= 1
    work.shift(update, by: .insertion(at: Int(work[insert].index)), of: insert)
  }

  static func eraseUpdate(
    _ work: inout MergeWork, _ erase: Int32, _ update: Int32
  ) throws(MergeFailure) {
    guard try work.updatesElement(erase, update) else { return }
    try work.checkSizes(erase, update)
    try work.checkElement(erase, update)
    try work.checkElement(update, erase)
    work[update].variables.priorSize &-= 1
    work.shift(update, by: .removal(at: Int(work[erase].index)), of: erase)
  }

  static func inserts(
    _ work: inout MergeWork, _ ours: Int32, _ theirs: Int32
  ) throws(MergeFailure) {
    guard work.isSameContainer(ours, theirs) else { return }
    try work.checkSizes(ours, theirs)
    makeRoom(&work, ours, theirs)
  }

  /// The element that is further behind moves on by one; of two at one place the one that was inserted
  /// first stands first.
  static func makeRoom(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) {
    work[ours].variables.priorSize &+= 1
    work[theirs].variables.priorSize &+= 1
    let (mine, its) = (work[ours].index, work[theirs].index)
    let isOursBehind = mine == its ? !work.isEarlier(ours, theirs) : mine > its
    work[isOursBehind ? ours : theirs].index &+= 1
  }

  static func eraseInsert(
    _ work: inout MergeWork, _ erase: Int32, _ insert: Int32
  ) throws(MergeFailure) {
    guard work.isSameContainer(erase, insert) else { return }
    try work.checkSizes(erase, insert)
    try work.checkElement(erase, insert)
    try work.checkGap(insert, erase)
    work[erase].variables.priorSize &+= 1
    work[insert].variables.priorSize &-= 1
    if work[insert].index <= work[erase].index {
      work[erase].index &+= 1
    } else {
      work[insert].index &-= 1
    }
  }

  static func erases(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) throws(MergeFailure) {
    guard try work.changeElements(ours, theirs) else { return }
    work[ours].variables.priorSize &-= 1
    work[theirs].variables.priorSize &-= 1
    let (mine, its) = (work[ours].index, work[theirs].index)
    if mine == its { return work.dropBoth(ours, theirs) }
    work[mine > its ? ours : theirs].index &-= 1
  }

  /// A collection that is itself an element of the list, and emptied.
  static func changeClear(_ work: inout MergeWork, _ change: Int32, _ clear: Int32) {
    guard !work.quirks.contains(.clearsStayAtTheirIndex), work.isSameContainer(change, clear),
      work[clear].variables.last.isIndex, let shift = work.change(change)
    else { return }
    work.shift(clear, by: shift, of: change)
  }
}

// What the rules for lists have in common
extension MergeWork {
  /// Whether an update is one of an element of the list that the other instruction changes.
  func updatesElement(_ change: Int32, _ update: Int32) throws(MergeFailure) -> Bool {
    guard isSameContainer(change, update) else { return false }
    guard self[update].isElementUpdate else {
      throw failure(.abort(.dictionaryUpdateInList), change, update)
    }
    return true
  }

  /// Whether both change elements of one list, which have to be there.
  func changeElements(_ first: Int32, _ second: Int32) throws(MergeFailure) -> Bool {
    guard isSameContainer(first, second) else { return false }
    try checkSizes(first, second)
    try checkElement(first, second)
    try checkElement(second, first)
    return true
  }

  /// Both must have seen the list in one size.
  func checkSizes(_ first: Int32, _ second: Int32) throws(MergeFailure) {
    let sizes = (self[first].variables.priorSize, self[second].variables.priorSize)
    guard sizes.0 != sizes.1 else { return }
    let (ours, theirs) = isOurs(first) ? sizes : (sizes.1, sizes.0)
    throw failure(.listSizesDiffer(ours: ours, theirs: theirs), first, second)
  }

  func checkElement(_ number: Int32, _ other: Int32) throws(MergeFailure) {
    try check(self[number].index, below: self[number].variables.priorSize, number, other)
  }

  /// The index of an instruction must be that of an element, or behind the last one.
  func checkGap(_ number: Int32, _ other: Int32) throws(MergeFailure) {
    let (index, size) = (self[number].index, self[number].variables.priorSize)
    guard index > size else { return }
    throw failure(.indexOutOfRange(index, size: size), number, other)
  }

  func check(
    _ index: UInt32, below size: UInt32, _ number: Int32, _ other: Int32
  ) throws(MergeFailure) {
    guard index >= size else { return }
    throw failure(.indexOutOfRange(index, size: size), number, other)
  }

  func change(_ number: Int32) -> ListChange? {
    let it = self[number]
    switch it.kind {
    case .arrayInsert: return .insertion(at: Int(it.index))
    case .arrayErase: return .removal(at: Int(it.index))
    case .arrayMove: return .move(from: Int(it.index), to: Int(it.variables.destination))
    default: return nil
    }
  }

  /// Carries the element of an instruction along; drops the instruction where the element goes.
  mutating func shift(_ number: Int32, by change: ListChange, of other: Int32) {
    guard let index = change.position(of: Int(self[number].index)) else {
      return drop(number, because: other)
    }
    self[number].index = UInt32(truncatingIfNeeded: index)
  }
}
