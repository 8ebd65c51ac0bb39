import TestSupport
import Testing
import TraceFormat

/// Every changeset of Realm Core in the vectors, through decoder, encoder and builder.
@Suite(.slow) struct RecordedChangesetTests {
  static let files = Vectors.resetFiles + Vectors.mergeFiles

  @Test(.enabled(if: Vectors.perfFolder != nil), arguments: Vectors.perfFiles)
  func `every changeset of the larger recordings is too`(file: String) throws {
    try checkBytes(of: file)
  }

  @Test(arguments: files)
  func `every recorded changeset is read and written again byte for byte`(file: String) throws {
    try checkBytes(of: file)
  }

  private func checkBytes(of file: String) throws {
    let changesets = try Vectors.changesets(of: file)
    #expect(!changesets.isEmpty)
    for recorded in changesets {
      let changeset = try Changeset(decoding: recorded.bytes)
      if changeset.encoded() != recorded.bytes {
        Issue.record("\(recorded.name): \(Hex.encode(changeset.encoded()))")
      }
    }
  }

  @Test(arguments: files)
  func `the builder declares strings where Realm's recorder does`(file: String) throws {
    for recorded in try Vectors.changesets(of: file) {
      let changeset = try Changeset(decoding: recorded.bytes)
      let rebuilt = rebuild(changeset)
      if recorded.isAsRecorded, rebuilt.encoded() != recorded.bytes {
        Issue.record("\(recorded.name): \(Hex.encode(rebuilt.encoded()))")
      }
      #expect(rebuilt.hasSameInstructions(as: changeset), "\(recorded.name)")
    }
  }

  /// Appends every instruction anew. Strings that none of them uses (the recorder declares the
  /// class of an embedded object) are declared where they were.
  private func rebuild(_ changeset: Changeset) -> Changeset {
    let normalized = changeset.normalized()
    let used = Set(normalized.strings.map { normalized.bytes($0.bytes) })
    var unused = changeset.strings.filter { !used.contains(changeset.bytes($0.bytes)) }[...]
    var builder = ChangesetBuilder()
    for (index, instruction) in changeset.instructions.enumerated() {
      while let string = unused.first, string.beforeInstruction <= index {
        _ = builder.intern(RealmString(changeset.bytes(string.bytes)))
        unused.removeFirst()
      }
      builder.append(instruction, from: changeset)
    }
    return builder.changeset
  }

  @Test(arguments: files)
  func `every instruction prints as one line and as JSON`(file: String) throws {
    for recorded in try Vectors.changesets(of: file).prefix(200) {
      let changeset = try Changeset(decoding: recorded.bytes)
      for instruction in changeset.instructions {
        let text = changeset.text(of: instruction)
        #expect(text.hasPrefix(instruction.kind.name + " ") && !text.contains("\n"))
        let json = Array(changeset.json(of: instruction).text().utf8)
        let parsed = try JSONText(parsing: json)
        #expect(parsed.member("instruction") == .string(instruction.kind.name))
      }
    }
  }
}
