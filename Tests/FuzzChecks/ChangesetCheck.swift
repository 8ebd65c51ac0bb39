import RealmModel
import TraceFormat

/// Any bytes are a changeset that can be written, printed and applied, or are refused.
enum ChangesetCheck {
  static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
    guard let changeset = try? Changeset(decoding: bytes) else { return }
    let again = try FuzzFinding.expect("what was read can be written and read") {
      try Changeset(decoding: changeset.encoded())
    }
    try FuzzFinding.require(
      again.hasSameInstructions(as: changeset), "writing and reading keeps the instructions")
    for instruction in changeset.instructions {
      try FuzzFinding.require(
        !changeset.text(of: instruction).isEmpty, "an instruction is printed")
      let json = Array(changeset.json(of: instruction).text().utf8)
      _ = try FuzzFinding.expect("an instruction's JSON is JSON") { try JSONText(parsing: json) }
    }
    guard let state = try? RealmState(applying: [changeset]) else { return }
    let copy = try FuzzFinding.expect("what was applied can be applied as it was read again") {
      try RealmState(applying: [again])
    }
    try FuzzFinding.require(
      state.canonicalJSON == copy.canonicalJSON,
      "the same instructions give the same state")
  }
}
