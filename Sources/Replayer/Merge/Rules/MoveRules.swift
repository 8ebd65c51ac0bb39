import TraceFormat

enum MoveRules {
  /// The two need not agree on the size of the list.
  static func moveUpdate(
    _ work: inout MergeWork, _ move: Int32, _ update: Int32
  ) throws(MergeFailure) {
    guard try work.updatesElement(move, update) else { return }
    try work.checkElement(move, update)
    try work.checkElement(update, move)
    guard let change = work.change(move) else { return }
    work.shift(update, by: change, of: move)
  }

  /// Where both end at one place, the element of the later one stands first: the other way round than
  /// for two insertions and for two moves. Nothing is checked.
  static func moveInsert(_ work: inout MergeWork, _ move: Int32, _ insert: Int32) {
    guard work.isSameContainer(move, insert) else { return }
    work[move].variables.priorSize &+= 1
    if work[insert].index > work[move].index {
      work[insert].index &-= 1
    } else {
      work[move].index &+= 1
    }
    let (target, index) = (work[move].variables.destination, work[insert].index)
    if index == target ? work.isEarlier(move, insert) : index < target {
      work[move].variables.destination &+= 1
    } else {
      work[insert].index &+= 1
    }
  }

  static func moves(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) throws(MergeFailure) {
    guard work.isSameContainer(ours, theirs) else { return }
    try work.checkSizes(ours, theirs)
    for (move, other) in [(ours, theirs), (theirs, ours)] {
      try work.checkElement(move, other)
      try work.check(
        work[move].variables.destination, below: work[move].variables.priorSize, move, other)
    }
    if work[ours].index == work[theirs].index { return movesOfOne(&work, ours, theirs) }
    movesOfTwo(&work, ours, theirs)
  }

  /// The later move of an element wins, from where the earlier one left it.
  private static func movesOfOne(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) {
    let (later, earlier) = work.later(ours, theirs)
    work[later].index = work[earlier].variables.destination
    work.drop(earlier, because: later, isIdle: isStill(work, later))
    dropIfStill(&work, later, because: earlier)
  }

  private static func movesOfTwo(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) {
    var (a, b) = (work[ours], work[theirs])
    if a.index < b.index { b.index &-= 1 } else { a.index &-= 1 }
    if a.variables.destination > b.index {
      a.variables.destination &-= 1
    } else {
      b.index &+= 1
    }
    if a.index < b.variables.destination {
      b.variables.destination &-= 1
    } else {
      a.index &+= 1
    }
    let (to, other) = (a.variables.destination, b.variables.destination)
    if to == other ? work.isEarlier(ours, theirs) : to < other {
      b.variables.destination &+= 1
    } else {
      a.variables.destination &+= 1
    }
    (work[ours], work[theirs]) = (a, b)
    dropIfStill(&work, ours, because: theirs)
    dropIfStill(&work, theirs, because: ours)
  }

  private static func dropIfStill(_ work: inout MergeWork, _ move: Int32, because other: Int32) {
    guard isStill(work, move) else { return }
    work.drop(move, because: other, isIdle: true)
  }

  private static func isStill(_ work: MergeWork, _ move: Int32) -> Bool {
    work[move].index == work[move].variables.destination
  }

  static func eraseMove(
    _ work: inout MergeWork, _ erase: Int32, _ move: Int32
  ) throws(MergeFailure) {
    guard try work.changeElements(erase, move) else { return }
    work[move].variables.priorSize &-= 1
    guard work[erase].index != work[move].index else {
      work[erase].index = work[move].variables.destination
      return work.drop(move, because: erase)
    }
    if work[erase].index > work[move].index {
      work[erase].index &-= 1
    } else {
      work[move].index &-= 1
    }
    if work[erase].index >= work[move].variables.destination {
      work[erase].index &+= 1
    } else {
      work[move].variables.destination &-= 1
    }
    dropIfStill(&work, move, because: erase)
  }
}
