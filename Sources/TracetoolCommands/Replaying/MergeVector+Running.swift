import Importers
import Replayer
import TraceFormat

extension MergeVector {
  /// Performs the merge and compares the instructions of both sides, one by one.
  func run() -> VectorRun {
    var result: Result<MergedChanges, MergeFailure>?
    var differences: [String]
    do throws(VectorFailure) {
      let changes = ConcurrentChanges(
        localFileIdent: localFileIdent, ours: try Self.decode(ours, "our"),
        theirs: try Self.decode(theirs, "their"))
      let merged = Result { () throws(MergeFailure) in try changes.merged() }
      result = merged
      differences = try self.differences(of: merged)
    } catch {
      differences = [error.description]
    }
    return VectorRun(differences: differences, emission: emission(result))
  }

  private static func decode(
    _ entries: [Entry], _ whose: String
  ) throws(VectorFailure) -> [HistoryEntry] {
    zip(entries, try Changeset.all(decoding: entries.map(\.changeset), whose)).map {
      HistoryEntry(
        $1, version: $0.version, lastIntegratedRemoteVersion: $0.lastIntegratedRemoteVersion,
        originTimestamp: $0.originTimestamp, originFileIdent: $0.originFileIdent)
    }
  }

  private func emission(_ result: Result<MergedChanges, MergeFailure>?) -> JSONText {
    var members: [JSONText.Member] = [.init("name", .string(name))]
    switch result {
    case .success(let merged)?:
      members.append(.init("oursAfter", .array(merged.ours.map(\.json))))
      members.append(.init("theirsAfter", .array(merged.theirs.map(\.json))))
    case .failure(let failure)?: members.append(.init("error", .string(failure.message)))
    case nil: break
    }
    return .object(members)
  }

  private func differences(
    of result: Result<MergedChanges, MergeFailure>
  ) throws(VectorFailure) -> [String] {
    switch (expectation, result) {
    case (.merged(let ours, let theirs), .success(let merged)):
      Self.differences(merged.theirs, try Self.decode(theirs, "their recorded"), "their")
        + Self.differences(merged.ours, try Self.decode(ours, "our recorded"), "our")
    case (.merged, .failure(let failure)): ["failed: \(failure), expected a merge"]
    case (.failed(let message), .failure(let failure)):
      failure.agrees(with: message) ? [] : ["failed: \(failure.message), expected: \(message)"]
    case (.failed(let message), .success): ["merged, expected to fail: \(message)"]
    }
  }

  private static func differences(
    _ found: [HistoryEntry], _ expected: [HistoryEntry], _ whose: String
  ) -> [String] {
    guard found.count == expected.count else {
      return ["there are \(found.count) of \(whose) changesets, expected \(expected.count)"]
    }
    return zip(found, expected).enumerated().compactMap { index, pair in
      let place = "\(whose) changeset \(index)"
      guard pair.0.isPlaced(as: pair.1) else { return "\(place): its versions differ" }
      return difference(pair.0.changeset, pair.1.changeset).map { "\(place), \($0)" }
    }
  }

  private static func difference(_ found: Changeset, _ expected: Changeset) -> String? {
    if found.hasSameInstructions(as: expected) { return nil }
    let (mine, its) = (found.normalized(), expected.normalized())
    for index in 0..<max(mine.instructions.count, its.instructions.count) {
      let (instruction, other) = (text(mine, index), text(its, index))
      if !instruction.utf8.elementsEqual(other.utf8) {
        return "instruction \(index): \(instruction), expected \(other)"
      }
    }
    return "some instruction: its value differs in bits"
  }

  private static func text(_ changeset: Changeset, _ index: Int) -> String {
    guard changeset.instructions.indices.contains(index) else { return "nothing" }
    return "`\(changeset.text(of: changeset.instructions[index]))`"
  }
}

extension HistoryEntry {
  fileprivate func isPlaced(as other: HistoryEntry) -> Bool {
    version == other.version && lastIntegratedRemoteVersion == other.lastIntegratedRemoteVersion
      && originTimestamp == other.originTimestamp && originFileIdent == other.originFileIdent
  }

  fileprivate var json: JSONText {
    .members([
      "version": .number(String(version)),
      "lastIntegratedRemoteVersion": .number(String(lastIntegratedRemoteVersion)),
      "originTimestamp": .number(String(originTimestamp)),
      "originFileIdent": .number(String(originFileIdent)),
      "changeset": .string(Hex.encode(changeset.encoded())),
    ])
  }
}

extension MergeFailure {
  /// Whether a recorded message is about this. Where Realm Core's words for it are not known, that it
  /// is about the schema, or is not, has to do.
  fileprivate func agrees(with message: String) -> Bool {
    let isAboutSchema = message.utf8.starts(with: "Schema mismatch: ".utf8)
    guard case .schemaMismatch(let mismatch) = reason else { return !isAboutSchema }
    return mismatch.hasRecordedWording
      ? self.message.utf8.elementsEqual(message.utf8) : isAboutSchema
  }
}
