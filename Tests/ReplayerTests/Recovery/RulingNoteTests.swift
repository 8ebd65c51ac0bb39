import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

/// What a recovery says beside its rules, over all resets that Realm Core recorded.
@Suite(.slow) struct RulingNoteTests {
  static let files = Vectors.resetFiles.filter { $0 != "reset-core.ndjson.zst" }

  /// The outcomes of the recoveries in a file.
  static func recoveries(
    _ file: String, quirks: Quirks = .realmCore
  ) throws -> [(name: String, outcome: Outcome)] {
    try Vectors.lines(of: file).compactMap { line in
      let vector = try ResetVector(parsing: line)
      guard vector.mode == .recover else { return nil }
      let events = VectorImporter.events(of: vector)
      return (vector.name, try Replay.run(events: events, mode: .recover, quirks: quirks)[0])
    }
    .atLeast(1, "recoveries in \(file)")
  }

  @Test(arguments: files)
  func `the notes of a recovery fit its outcome`(file: String) throws {
    for (name, outcome) in try Self.recoveries(file) {
      let context = Comment(rawValue: name)
      if outcome.ending == .recovered { try checkEmitted(outcome, context) }
      for ruling in outcome.result.rulings { check(ruling.notes, context) }
    }
  }

  @Test(arguments: [
    ("reset-lists.ndjson.zst", Quirks.trackersAreLost, Ruling.Drift.lostTracker),
    ("reset-links.ndjson.zst", .droppedInsertionsAreNotCounted, .droppedInsertion),
  ])
  func `without the defect, no position is wrong because of it`(
    file: String, quirk: Quirks, drift: Ruling.Drift
  ) throws {
    for (name, outcome) in try Self.recoveries(file, quirks: .realmCore.subtracting(quirk)) {
      let notes = outcome.result.rulings.flatMap(\.notes)
      #expect(!notes.contains { $0.drifts.contains(drift) }, Comment(rawValue: name))
    }
  }

  @Test(arguments: [
    ("rs-42a-acknowledgement-lost", ["isRepeated"]),
    ("rs-57a-crossed-lists", ["missedOwnElement lostTracker"]),
    ("rs-57b-crossed-lists-other-first", []),
    ("rs-58a-clipped-index", ["landedElsewhere cutIndex"]),
    ("rs-58c-clipped-index-server-unchanged", []),
    ("rs-58d-clipped-index-removed", ["landedElsewhere cutIndex"]),
    ("rs-13-list-remove-existing", ["touchesSyncedElement"]),
    (
      "rs-59a-copied-then-cleared",
      ["clearedSinceCopy", "missedOwnElement droppedInsertion", "touchesSyncedElement"]
    ),
    ("rs-59b-cleared-without-copy-before", ["missedOwnElement droppedInsertion"]),
    ("rs-70a-link-to-later-created-object", ["touchesSyncedElement"]),
    ("rs-71-drift-after-discarded-insertion", ["landedElsewhere droppedInsertion"]),
    ("rs-72-drift-after-object-delete", ["cutsLinkToDeleted", "landedElsewhere deletion"]),
    ("rs-73-nested-dead-link-fails-reset", ["followsDroppedInsertion"]),
    ("rs-74-delete-overwrites-lists", ["cutsLinkToDeleted", "touchesSyncedElement"]),
    ("rs-75-delete-nulls-repointed-link", ["cutsLinkToDeleted", "touchesSyncedElement"]),
  ])
  func `a scenario shows where positions are wrong`(name: String, expected: [String]) throws {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    let outcome = try Replay.run(events: scenario.events, mode: .recover)[0]
    let words = Set(outcome.result.rulings.flatMap(\.notes).map(\.words))
    #expect(words.sorted() == expected)
  }

  /// What rulings and copies emitted is the whole of what is uploaded, each part once, in order.
  private func checkEmitted(_ outcome: Outcome, _ context: Comment) throws {
    for (index, replaced) in outcome.result.reupload.enumerated() {
      let parts =
        outcome.result.rulings.filter { $0.changesetIndex == index }.map(\.emitted)
        + outcome.result.listCopies.filter { $0.changesetIndex == index }.map(\.emitted)
      var end = 0
      for part in parts where !part.isEmpty {
        #expect(part.lowerBound == end, context)
        end = part.upperBound
      }
      #expect(end == replaced.instructions.count, context)
    }
  }

  private func check(_ notes: [Ruling.Note], _ context: Comment) {
    for note in notes {
      switch note {
      case .landedElsewhere(let landing): #expect(!landing.drifts.isEmpty, context)
      case .missedOwnElement(let drifts): #expect(!drifts.isEmpty, context)
      default: break
      }
    }
  }
}

extension Ruling.Note {
  /// The name of the note, and what put positions wrong.
  fileprivate var words: String {
    let name = "\(self)".prefix { $0 != "(" }
    return ([String(name)] + drifts.map(\.rawValue)).joined(separator: " ")
  }

  fileprivate var drifts: [Ruling.Drift] {
    switch self {
    case .landedElsewhere(let landing): landing.drifts
    case .missedOwnElement(let drifts): drifts
    default: []
    }
  }
}
