internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension JSONFields<Report> {
  /// The writes, and the changesets that their instructions are of.
  ///
  /// - Throws: where something else was expected; that includes writes that are not all those of the
  ///   transactions, in order.
  mutating func writes(
    of transactions: [Report.Transaction]
  ) throws(JSONShapeFailure) -> (writes: [JudgedWrite], changesets: [Changeset]) {
    let read = try outlined("writes") {
      ($0.writes, $0.changesets, JSONOutline?.some($0.writesOutline))
    } outline: {
      $0.2 ?? .array([])
    } read: { node throws(JSONShapeFailure) in
      let reader = try WriteReader(node, transactions)
      return (reader.writes, reader.changesets, nil)
    }
    guard let read else { throw missing("writes") }
    return (read.0, read.1)
  }
}

// Each write has a reader and a writer of its own: what it shares with writes before it is not written again.
extension Report {
  fileprivate var writesOutline: JSONOutline {
    var harm: [Int: [Int]] = [:]
    for (index, entry) in collateral.enumerated() {
      for write in entry.writes { harm[write, default: []].append(index) }
    }
    let earlier = RepeatedValues(in: writes).earlier
    return .list(count: writes.count) { [harm] in
      let lastReason = LastReason()
      return { index in
        let values =
          earlier[index].map { JSONText.members(["sameAs": .integer($0)]) }
          ?? writes[index].sightings.json
        return Self.json(
          writes[index], lastReason.json(of: writes[index].reason),
          instruction(of: writes[index]), values: values, collateral: harm[index])
      }
    }
  }

  /// The instruction in full (`docs/changesets.md`, "Instructions as JSON").
  func instruction(of write: JudgedWrite) -> JSONText {
    let changeset = changesets[write.transactionIndex]
    return changeset.json(of: changeset.instructions[write.instructionIndex])
  }

  /// - Parameters:
  ///   - reason: why the write has its fate, in words and as a fact.
  ///   - values: what the states show, or the write that has the same.
  ///   - collateral: what the write did to the server's data, by index.
  private static func json(
    _ write: JudgedWrite, _ reason: (words: JSONText, fact: JSONText), _ instruction: JSONText,
    values: JSONText, collateral: [Int]?
  ) -> JSONText {
    .object(
      [JSONText.Member](
        write: write.transactionIndex, write.instructionIndex, at: write.address,
        words: write.operation.words)
        + [JSONText.Member](present: [
          "instruction": instruction,
          "fate": .string(write.fate.rawValue),
          "rule": write.rule.map { .string($0.rawValue) },
          "reason": reason.words,
          "fact": reason.fact,
          "cause": write.cause.map { .string($0.rawValue) },
          "winner": write.winner.map { .string($0.rawValue) },
          "threeWay": .string(write.threeWay.rawValue),
          "missingObject": write.missingObject.map { .string($0.rawValue) },
          "uploadOnly": write.isUploadOnly ? .bool(true) : nil,
          "doneAgain": write.isDoneAgain ? .bool(true) : nil,
          "defect": write.defect?.json,
          "collateral": collateral.map { .array($0.map(JSONText.integer)) },
          "supersededBy": write.supersededBy.map(JSONText.integer),
          "impliedBy": write.impliedBy.map(JSONText.integer),
          "values": values,
          "element": write.element?.json,
        ]))
  }
}

/// The reason of the last write as JSON, in words and as a fact: writes that follow each other mostly have the same.
final class LastReason {
  private var known: (reason: FateReason, words: JSONText, fact: JSONText)?

  func json(of reason: FateReason) -> (words: JSONText, fact: JSONText) {
    if let known, known.reason == reason { return (known.words, known.fact) }
    let (words, fact) = (JSONText.string(reason.words), JSONText(fact: reason))
    known = (reason, words, fact)
    return (words, fact)
  }
}
