import RealmModel
import TraceFormat

@testable import Replayer

/// What must hold of every reset, whatever the session; each check gives its violations in words.
struct ResetChecks {
  let request: ResetRequest
  let response: ResetResponse

  /// All checks of one response by itself.
  var violations: [String] { rulings + outcome }

  /// Exactly one ruling for each unsynced instruction, in order.
  private var rulings: [String] {
    let expected = request.unsynced.enumerated().flatMap { index, changeset in
      changeset.instructions.indices.map { [index, $0] }
    }
    let found = response.rulings.map { [$0.changesetIndex, $0.instructionIndex] }
    return found == expected
      ? [] : ["\(found.count) rulings for \(expected.count) unsynced instructions, or out of order"]
  }

  private var outcome: [String] {
    switch response.attempt.result {
    case .discarded: return difference(response.after, request.fresh, "discarded, but not fresh")
    case .recovered: return reupload
    case .failed, .crash, .manual, .noReset:
      let hasReupload = response.reupload.isEmpty ? [] : ["no recovery, but a re-upload"]
      return hasReupload
        + difference(response.after, request.local, "nothing was reset, but the state is another")
    }
  }

  /// What the server gets must bring it to where the client is.
  private var reupload: [String] {
    var server = request.fresh
    do {
      for changeset in response.reupload {
        try server.apply(Changeset(decoding: changeset.encoded()))
      }
    } catch {
      return ["the re-upload does not apply to the fresh state: \(error)"]
    }
    let counts = (response.reupload.count, request.unsynced.count)
    return difference(server, response.after, "the re-upload leads elsewhere")
      + (counts.0 == counts.1 ? [] : ["\(counts.0) changesets replace \(counts.1)"])
  }

  /// Nothing about a reset depends on anything but the request.
  static func repetition(_ first: ResetResponse, _ second: ResetResponse) -> [String] {
    var differences: [String] = []
    if first.attempt != second.attempt { differences.append("another attempt the second time") }
    if first.rulings != second.rulings { differences.append("other rulings the second time") }
    if first.pendingReset != second.pendingReset { differences.append("another tracked reset") }
    if first.reupload.map({ $0.encoded() }) != second.reupload.map({ $0.encoded() }) {
      differences.append("another re-upload the second time")
    }
    if first.after.canonicalJSON.text() != second.after.canonicalJSON.text() {
      differences.append("another state the second time")
    }
    return differences
  }
}

/// The difference of two states; nothing if they are equal.
///
/// A link without target in a set of Mixed reads as null, wherever it stands. A reset makes a real
/// null of it, of which a set has one, in front. So nulls in sets count as one.
func difference(_ state: RealmState, _ expected: RealmState, _ what: String) -> [String] {
  CanonicalDifference.first(
    of: withOneNull(state.canonicalJSON), against: withOneNull(expected.canonicalJSON)
  ).map { ["\(what): \($0)"] } ?? []
}

private func withOneNull(_ value: JSONText) -> JSONText {
  switch value {
  case .array(let elements): return .array(elements.map(withOneNull))
  case .object(let members):
    guard members.first?.name == "$set", case .array(let elements) = members[0].value,
      elements.contains(.null)
    else { return .object(members.map { JSONText.Member($0.name, withOneNull($0.value)) }) }
    return .members(["$set": .array([.null] + elements.filter { $0 != .null })])
  default: return value
  }
}
