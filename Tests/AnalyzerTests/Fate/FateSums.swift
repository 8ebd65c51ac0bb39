import Analyzer
import RealmModel
import Replayer
import TraceFormat

/// Holds verdicts to what must be true of any: one for each write, in order, of the form that its
/// fate asks for, and with a fate that the reset's result allows.
struct FateSums {
  private(set) var findings: [String] = []
  private let result: ResetEnding
  private let writes: [JudgedWrite]

  init(_ outcome: Outcome, _ writes: [JudgedWrite]) {
    (result, self.writes) = (outcome.ending, writes)
    let expected = outcome.situation.unsynced.enumerated().flatMap { transaction, unsynced in
      unsynced.changeset.instructions.indices.map { [transaction, $0] }
    }
    let found = writes.map { [$0.transactionIndex, $0.instructionIndex] }
    guard found == expected else {
      findings.append("\(expected.count) writes, and verdicts on \(found)")
      return
    }
    for index in writes.indices { checkForm(index) }
  }

  private mutating func require(_ isTrue: Bool, _ index: Int, _ what: String) {
    if !isTrue { findings.append("write \(index), \(writes[index].summary): \(what)") }
  }

  private mutating func checkForm(_ index: Int) {
    let write = writes[index]
    let needsCause: Set<Fate> = [.lost, .conflicted, .stranded, .unknown]
    require((write.cause != nil) == needsCause.contains(write.fate), index, "cause")
    require(write.cause.map(Cause.allCases.contains) != false, index, "a cause of its own")
    let hasWinner = write.fate == .conflicted && write.cause != .wrongElement
    require((write.winner != nil) == hasWinner, index, "winner")
    require((write.supersededBy != nil) == (write.fate == .superseded), index, "no successor")
    require(write.supersededBy.map { $0 > index } != false, index, "superseded by an earlier one")
    let deletion = write.impliedBy.map { $0 > index && writes[$0].kind == .eraseObject }
    require(deletion != false, index, "implied by no deletion")
    require(write.reason.fate == write.fate, index, "a reason of another fate")
    require(write.reason.cause == write.cause, index, "a reason of another cause")
    require(allowed.contains(write.fate), index, "a fate that \(result) does not allow")
  }

  private var allowed: Set<Fate> {
    switch result {
    case .recovered: [.recovered, .conflicted, .lost, .superseded, .redundant, .unknown]
    case .discarded: [.lost, .superseded, .redundant, .unknown]
    case .failed, .manual, .crash: [.stranded]
    case .noReset: [.pending, .stranded, .superseded, .redundant, .lost, .unknown]
    }
  }
}

extension JudgedWrite {
  /// What it is about and what became of it, for the findings of tests.
  var summary: String {
    "\(kind) at \(address), \(fate) (\(cause?.rawValue ?? "-"), \(rule?.rawValue ?? "-"))"
  }
}
