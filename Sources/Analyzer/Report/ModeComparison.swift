internal import RealmModel
internal import Replayer
public import TraceFormat

/// Which automatic mode to take: modes are compared by what they destroy that nobody meant to destroy, place
/// by place (`docs/report.md`, "Which mode").
package struct ModeChoice: Hashable, Sendable {
  /// Modes that destroy the very same.
  package struct Group: Hashable, Sendable {
    package var modes: [ResetMode]
    /// The report on the first of them, as an index in ``ModeComparison/reports``.
    package var report: Int
    package var destroysNothing: Bool
  }

  /// The groups of which no other destroys a part alone: one is the best, several are a choice.
  package var best: [Group]
  /// The other automatic modes that go through.
  package var worse: [Group]
  /// The automatic modes that do not go through.
  package var failing: [ResetMode]
  /// Whether one of the best may be better than another: that depends on changes of which it is not known what becomes.
  package var isOpen: Bool
  package var hidden: [HiddenPart]

  /// The modes that are plainly the best; none where the trace does not show enough, several destroy different
  /// places, or all destroy the same.
  package var recommended: [ResetMode] {
    let isChoice = !(worse.isEmpty && failing.isEmpty)
    return hidden.isEmpty && best.count == 1 && isChoice ? best[0].modes : []
  }
}

extension ModeComparison {
  /// The choice between the automatic modes; the mode manual destroys nothing and keeps nothing.
  package var choice: ModeChoice {
    let automatic = reports.indices.filter { reports[$0].mode != .manual }
    let groups = automatic.filter { reports[$0].result.isCarriedOut }
      .groupedInOrder { reports[$0].destruction }.map { destroyed, indexes in
        let group = ModeChoice.Group(
          modes: indexes.map { reports[$0].mode }, report: indexes[0],
          destroysNothing: destroyed.all.isEmpty)
        return (group: group, destroyed: destroyed)
      }
    let failing = automatic.filter {
      !reports[$0].result.isCarriedOut && reports[$0].result != .noReset
    }
    let isBest = groups.map { own in
      !groups.contains { $0.destroyed.isSurelyLess(than: own.destroyed) }
    }
    let best = zip(groups, isBest).filter(\.1).map(\.0)
    return ModeChoice(
      best: best.map(\.group), worse: zip(groups, isBest).filter { !$0.1 }.map(\.0.group),
      failing: failing.map { reports[$0].mode },
      isOpen: best.contains { one in
        best.count { one.destroyed.certain.isSubset(of: $0.destroyed.all) } > 1
      },
      hidden: reports[0].hiddenParts)
  }
}

private enum DestroyedPlace: Hashable {
  case write(Int)
  case place(Address, OverwrittenPlace.Kind)
}

private struct Destruction: Hashable {
  var certain: Set<DestroyedPlace> = []
  /// The writes that it may destroy: what becomes of them is not known.
  var possible: Set<DestroyedPlace> = []
  /// Whether there are such, and the mode discards: then it keeps of them what the server has, as a recovery does too.
  var mayDiscard = false
  /// Whether an edit of the device's stands where others have edited too: it was meant to, unless the server took it before.
  var overwrites = false

  var all: Set<DestroyedPlace> { certain.union(possible) }

  /// Whether it is known to destroy a part alone of what another one destroys, or the same and to overwrite nothing.
  func isSurelyLess(than other: Self) -> Bool {
    guard certain.isSubset(of: other.certain),
      possible.isSubset(of: mayDiscard && !other.mayDiscard ? other.certain : other.all)
    else { return false }
    return all != other.all || certain.isStrictSubset(of: other.certain)
      || !overwrites && other.overwrites
  }
}

extension Report {
  fileprivate var destruction: Destruction {
    var destroyed = Destruction()
    for change in changes where change.outcome.isLoss || change.outcome == .notKnown {
      // Who loses a value of a new object destroys less than who loses the object.
      let part = change.writes.filter {
        change.kind.makesObject && [.lost, .unknown].contains(writes[$0].fate)
      }
      let destroyedWrites = (part.isEmpty ? change.writes : part).map(DestroyedPlace.write)
      if change.outcome == .notKnown {
        destroyed.possible.formUnion(destroyedWrites)
      } else {
        destroyed.certain.formUnion(destroyedWrites)
      }
    }
    destroyed.mayDiscard = result == .discarded && !destroyed.possible.isEmpty
    destroyed.overwrites = !harm.deviceWon.isEmpty
    for place in unmeantPlaces { destroyed.certain.insert(.place(place.address, place.kind)) }
    return destroyed
  }
}

/// One reset replayed in several modes, side by side.
///
/// The reports are of the same reset, so they have the same unsynced writes in the same order.
public struct ModeComparison: Sendable {
  /// One for each mode, in the order they are shown.
  public var reports: [Report]
  /// The modes that were asked for and have no report: what they do depends on what the reset downloads, which the trace
  /// does not show.
  public var unanswered: [ResetMode]

  /// - Precondition: All reports are of one reset, and there is at least one.
  public init(_ reports: [Report], unanswered: [ResetMode] = []) {
    precondition(
      Set(reports.map(\.session.resetSequence)).count == 1, "the reports are of one reset")
    (self.reports, self.unanswered) = (reports, unanswered)
  }

  package var comparesModes: Bool { reports.count + unanswered.count > 1 }

  /// The writes whose fate depends on the mode, by their index in ``Report/writes``.
  package var differingWrites: [Int] {
    reports[0].writes.indices.filter { index in
      let fate = reports[0].writes[index].fate
      return reports.indices.contains { reports[$0].writes[index].fate != fate }
    }
  }
}
