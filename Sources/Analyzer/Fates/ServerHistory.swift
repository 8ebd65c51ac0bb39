internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the server changed since the last sync: by place, and followed through lists.
struct ServerHistory {
  let changes: ServerChanges
  /// Nil where the changes are not known, or not asked for.
  private(set) var elements: ElementTimeline?
  private let recorded: [ServerChange]?
  private let followsElements: Bool

  init(_ outcome: Outcome, followsElements: Bool) {
    changes = ServerChanges(outcome)
    recorded = outcome.situation.serverChanges
    self.followsElements = followsElements
    if followsElements, let recorded { elements = ElementTimeline(recorded) }
  }

  /// Whether it is that of an outcome, as far as its memory shows.
  func isOf(_ outcome: Outcome, followsElements: Bool) -> Bool {
    guard self.followsElements == followsElements else { return false }
    guard let recorded, let others = outcome.situation.serverChanges else {
      return recorded == nil && outcome.situation.serverChanges == nil
    }
    return recorded.isIdentical(to: others)
  }
}

extension ElementTimeline {
  fileprivate init(_ changes: [ServerChange]) {
    var number = 0
    for changeset in changes.map(\.changeset) {
      for instruction in changeset.instructions {
        take(instruction, at: Address(instruction, in: changeset), in: changeset, as: number)
        number += 1
      }
    }
    finish()
  }
}
