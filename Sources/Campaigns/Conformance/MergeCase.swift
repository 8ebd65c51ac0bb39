package import Replayer
import TraceFormat

/// One merge of concurrent changesets that Realm Core performed (`docs/conformance.md`).
package struct MergeCase: Sendable {
  /// An encoded changeset with its place in the histories.
  package struct Entry: Hashable, Sendable {
    package var position: HistoryPosition
    package var changeset: [UInt8]

    package init(position: HistoryPosition, changeset: [UInt8]) {
      self.position = position
      self.changeset = changeset
    }
  }

  /// What Realm Core did.
  package enum Expectation: Hashable, Sendable {
    case merged(ours: [Entry], theirs: [Entry])
    /// Its message.
    case failed(String)
  }

  package var name: String
  package var localFileIdent: UInt64
  package var ours: [Entry]
  package var theirs: [Entry]
  package var expected: Expectation

  package init(
    name: String, localFileIdent: UInt64, ours: [Entry], theirs: [Entry], expected: Expectation
  ) {
    self.name = name
    self.localFileIdent = localFileIdent
    self.ours = ours
    self.theirs = theirs
    self.expected = expected
  }
}

/// A recorded merge, performed by the replayer and judged.
package struct MergeRun: Sendable {
  package var name: String
  /// What the replayer did; nil if it failed, or could not begin.
  package var merged: MergedChanges?
  package var failure: MergeFailure?
  /// What differs from the recording, in words, the most telling difference first.
  package var differences: [String]

  package var isPassed: Bool { differences.isEmpty }
}

extension MergeCase {
  /// Performs the merge and compares the instructions of both sides, one by one.
  package func run() -> MergeRun {
    var run = MergeRun(name: name, merged: nil, failure: nil, differences: [])
    do {
      let changes = ConcurrentChanges(
        localFileIdent: localFileIdent, ours: try Self.decode(ours, "our"),
        theirs: try Self.decode(theirs, "their"))
      run.perform(changes)
      try compare(&run)
    } catch {
      run.differences.append("\(error)")
    }
    return run
  }

  private static func decode(
    _ entries: [Entry], _ whose: String
  ) throws(ConformanceInputFailure) -> [HistoryEntry] {
    var decoded: [HistoryEntry] = []
    for (index, entry) in entries.enumerated() {
      do {
        decoded.append(
          HistoryEntry(
            position: entry.position, changeset: try Changeset(decoding: entry.changeset)))
      } catch {
        throw ConformanceInputFailure(
          text: "\(whose) changeset \(index) can't be decoded: \(error)")
      }
    }
    return decoded
  }

  private func compare(_ run: inout MergeRun) throws(ConformanceInputFailure) {
    switch (expected, run.merged, run.failure) {
    case (.merged(let ours, let theirs), let merged?, _):
      run.differences += Self.differences(
        merged.theirs, try Self.decode(theirs, "their recorded"), "their")
      run.differences += Self.differences(
        merged.ours, try Self.decode(ours, "our recorded"), "our")
    case (.merged, nil, let failure):
      run.differences.append("failed: \(failure.map { "\($0)" } ?? "?"), expected a merge")
    case (.failed(let message), nil, let failure?):
      if !failure.agrees(with: message) {
        run.differences.append("failed: \(failure.message), expected: \(message)")
      }
    case (.failed(let message), _, _):
      run.differences.append("merged, expected to fail: \(message)")
    }
  }

  // MARK: The first difference of each changeset

  private static func differences(
    _ found: [MergedChangeset], _ expected: [HistoryEntry], _ whose: String
  ) -> [String] {
    guard found.count == expected.count else {
      return ["there are \(found.count) of \(whose) changesets, expected \(expected.count)"]
    }
    return zip(found, expected).enumerated().compactMap { index, pair in
      let place = "\(whose) changeset \(index)"
      guard pair.0.position == pair.1.position else { return "\(place): its versions differ" }
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

extension MergeRun {
  fileprivate mutating func perform(_ changes: ConcurrentChanges) {
    do {
      merged = try changes.merged()
    } catch {
      failure = error
    }
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
