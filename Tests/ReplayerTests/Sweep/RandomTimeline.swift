import Importers
import RealmModel
import ReplaySupport
import TestSupport
import TraceFormat

@testable import Replayer

/// Timelines of random sessions in which both sides' changes come in any order.
enum RandomTimeline {
  /// What client and server did in a random session, shuffled by its seed.
  static func of(_ session: RandomSession) throws -> SessionTimeline {
    var fold = AppFold(
      SessionTimeline(session: 1, start: nil, recording: .inside, openingGaps: []),
      showsIntegration: false)
    fold.share(session.base)
    let local = session.unsynced.enumerated().map {
      SessionEvent.Content.localCommit(
        Decoded(
          LocalCommit(clientVersion: UInt64($0.offset + 2), changeset: $0.element.encoded())))
    }
    let server = session.serverChanges.enumerated().map {
      SessionEvent.Content.serverCommit(
        Decoded(
          ServerCommit(serverVersion: UInt64($0.offset + 2), changeset: $0.element.encoded())))
    }
    try fold.take(mixing: local, server, seed: session.seed)
    return fold.timeline
  }

  /// A recorded reset, shuffled.
  ///
  /// - Throws: where the changes of both sides are not known.
  static func of(_ vector: ResetVector, seed: UInt64) throws -> SessionTimeline {
    guard let base = vector.base, vector.serverChanges != nil else {
      throw MissingInput("\(vector.name) does not say what the two sides changed")
    }
    var steps: [[SessionEvent.Content]] = [[], []]
    for event in VectorImporter.events(of: vector) {
      switch event.content {
      case .localCommit(let commit): steps[0].append(.localCommit(Decoded(commit)))
      case .serverCommit(let commit): steps[1].append(.serverCommit(Decoded(commit)))
      default: break
      }
    }
    var fold = AppFold(
      SessionTimeline(session: 1, start: nil, recording: .inside, openingGaps: []),
      showsIntegration: false)
    let opening = SessionEvent(
      sequence: 0, timeMicroseconds: 0,
      content: .snapshot(DecodedSnapshot(Snapshot(role: .base, changesets: base))))
    try fold.take(opening)
    try fold.take(mixing: steps[0], steps[1], seed: seed)
    return fold.timeline
  }
}

extension AppFold {
  /// Takes two sequences of events, each in its order.
  fileprivate mutating func take(
    mixing a: [SessionEvent.Content], _ b: [SessionEvent.Content], seed: UInt64
  ) throws {
    var random = SeededNumbers(seed: seed)
    var (a, b) = (a[...], b[...])
    while !a.isEmpty || !b.isEmpty {
      let isFirst = b.isEmpty || (!a.isEmpty && random.next() % 2 == 0)
      guard let content = isFirst ? a.popFirst() : b.popFirst() else { return }
      let sequence = UInt64(timeline.points.count)
      try take(
        SessionEvent(
          sequence: sequence, timeMicroseconds: Int64(sequence), content: content))
    }
  }
}
