import RealmModel
import TraceFormat

/// What an instruction does to one whose path is longer. Time plays no part in it: what is older still
/// takes along what is newer and inside it.
enum NestedRules {
  static func eraseTable(_ work: inout MergeWork, _ outer: Int32, _ inner: Int32) {
    if work.isSameClass(outer, inner) { work.drop(inner, because: outer) }
  }

  /// A collection or an embedded object that is made takes nothing away that fits into it.
  static func update(_ work: inout MergeWork, _ outer: Int32, _ inner: Int32) {
    guard let step = work.nextStep(below: outer, of: inner) else { return }
    switch (work[outer].valueType, step.isIndex) {
    case (.objectValue, _), (.list, true), (.dictionary, false): return
    default: work.drop(inner, because: outer)
    }
  }

  static func dropAllBelow(_ work: inout MergeWork, _ outer: Int32, _ inner: Int32) {
    if work.nextStep(below: outer, of: inner) != nil { work.drop(inner, because: outer) }
  }

  /// Carries what is inside an element along with it; what is inside a removed one goes.
  static func carry(_ work: inout MergeWork, _ outer: Int32, _ inner: Int32) throws(MergeFailure) {
    guard let index = try work.indexThroughList(of: outer, inner), let change = work.change(outer)
    else { return }
    guard let carried = change.position(of: Int(index)) else {
      return work.drop(inner, because: outer)
    }
    guard carried != Int(index) else { return }
    work.setIndexThroughList(of: outer, inner, to: UInt32(truncatingIfNeeded: carried))
  }

  /// The element that the inner path leads through ought to be followed. Realm Core takes it for the
  /// one that is moved instead, and the source of the move for what is carried along.
  static func arrayMove(
    _ work: inout MergeWork, _ outer: Int32, _ inner: Int32
  ) throws(MergeFailure) {
    guard work.quirks.contains(.movesFollowWhatIsInside) else {
      return try carry(&work, outer, inner)
    }
    guard let index = try work.indexThroughList(of: outer, inner) else { return }
    let destination = Int(work[outer].variables.destination)
    work.shift(outer, by: .move(from: Int(index), to: destination), of: inner)
  }
}

extension MergeWork {
  /// The index of `inner` in the list on whose elements `outer` acts; nil if its path leads elsewhere.
  fileprivate func indexThroughList(
    of outer: Int32, _ inner: Int32
  ) throws(MergeFailure) -> UInt32? {
    guard let step = stepThroughList(of: outer, inner) else { return nil }
    guard step.isIndex else { throw failure(.inconsistentPaths, outer, inner) }
    return step.index
  }
}
