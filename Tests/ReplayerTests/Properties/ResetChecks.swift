import RealmModel
import ReplaySupport
import TraceFormat

@testable import Replayer

/// What must hold of every reset, whatever the session; each check gives its violations in words.
struct ResetChecks {
  let situation: ResetSituation
  let performed: AttemptedReset

  /// All checks of one response by itself.
  var violations: [String] { rulings + outcome }

  /// Exactly one ruling for each unsynced instruction, in order.
  private var rulings: [String] {
    let expected = situation.unsynced.enumerated().flatMap { index, transaction in
      transaction.changeset.instructions.indices.map { [index, $0] }
    }
    let found = performed.result.rulings.map { [$0.changesetIndex, $0.instructionIndex] }
    return found == expected
      ? [] : ["\(found.count) rulings for \(expected.count) unsynced instructions, or out of order"]
  }

  private var outcome: [String] {
    switch performed.attempt.ending {
    case .discarded:
      return difference(performed.result.after, situation.fresh, "discarded, but not fresh")
    case .recovered: return reupload
    case .failed, .crash, .manual, .noReset:
      let hasReupload = performed.result.reupload.isEmpty ? [] : ["no recovery, but a re-upload"]
      return hasReupload
        + difference(
          performed.result.after, situation.local, "nothing was reset, but the state is another")
    }
  }

  /// What the server gets must bring it to where the client is.
  private var reupload: [String] {
    var server = situation.fresh
    do {
      for changeset in performed.result.reupload {
        try server.apply(Changeset(decoding: changeset.encoded()))
      }
    } catch {
      return ["the re-upload does not apply to the fresh state: \(error)"]
    }
    guard !situation.unsynced.contains(where: \.changeset.hasDefaultOfNoLink) else { return [] }
    let counts = (performed.result.reupload.count, situation.unsynced.count)
    return difference(server, performed.result.after, "the re-upload leads elsewhere")
      + (counts.0 == counts.1 ? [] : ["\(counts.0) changesets replace \(counts.1)"])
  }

  /// Nothing about a reset depends on anything but the situation.
  static func repetition(_ first: AttemptedReset, _ second: AttemptedReset) -> [String] {
    var differences: [String] = []
    if first.attempt != second.attempt { differences.append("another attempt the second time") }
    if first.result.rulings != second.result.rulings {
      differences.append("other rulings the second time")
    }
    if first.result.pendingReset != second.result.pendingReset {
      differences.append("another tracked reset")
    }
    if first.result.reupload.map({ $0.encoded() }) != second.result.reupload.map({ $0.encoded() }) {
      differences.append("another re-upload the second time")
    }
    if first.result.after.canonicalJSON.text() != second.result.after.canonicalJSON.text() {
      differences.append("another state the second time")
    }
    return differences
  }
}

extension Changeset {
  /// Whether an instruction writes null as a default value. Realm's recorder never tells of such a
  /// value of a link, so no client uploads one, and neither does a recovery that has carried one out
  /// (`docs/rules.md`, "update").
  fileprivate var hasDefaultOfNoLink: Bool {
    instructions.contains { instruction in
      guard case .update(let update) = instruction, case .null = update.value,
        case .isDefault(true) = update.tail
      else { return false }
      return true
    }
  }
}
