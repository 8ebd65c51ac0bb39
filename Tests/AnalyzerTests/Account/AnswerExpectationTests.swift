import Replayer
import TestSupport
import Testing
import TraceFormat

/// What a person must be told of the numbered scenarios, as it was written down by hand: the answer
/// follows from the harm by the rule of `docs/scenario-outcomes.md`, "Harm".
@Suite struct AnswerExpectationTests {
  @Test func `harm and an answer are expected of every numbered scenario`() throws {
    let names = try ScenarioFiles.expectedNames().filter { $0.hasPrefix("rs-") }
      .atLeast(114, "numbered scenarios")
    for name in names {
      let expectation = try ScenarioExpectation(of: name)
      #expect(expectation.answer != nil, "\(name)")
      #expect(expectation.resets.allSatisfy { $0.harm != nil }, "\(name)")
    }
  }

  @Test(arguments: try ScenarioFiles.expectedNames().filter { $0.hasPrefix("rs-") })
  func `the answer follows from the harm of the modes`(name: String) throws {
    let expectation = try ScenarioExpectation(of: name)
    let columns = expectation.firstAttempts
    switch try #require(expectation.answer) {
    case .recommend(let modes): #expect(Set(columns.best.map(\.mode)) == Set(modes))
    case .choose: #expect(columns.best.isEmpty)
    case .none("onlyManual"): #expect(columns.allSatisfy { $0.harm == columns[0].harm })
    case .none("nothingUnsynced"): #expect(columns.allSatisfy { $0.harm.isEmpty })
    case .none(let word): #expect(["noReset", "fileDeleted"].contains(word))
    }
  }
}

/// What one mode destroys, by class of harm.
private struct ModeHarm {
  var mode: ResetMode
  var result: String
  var harm: [String: Int]

  var sum: Int { harm.values.reduce(0, +) }
  var discards: Bool { mode == .discardLocal || result == "discarded" }

  /// No worse in any class and better in one, where what a failed reset leaves in the file counts less than
  /// what is lost; or half as bad at most, which speaks for no discarding.
  func beats(_ other: ModeHarm) -> Bool {
    func count(_ harmClass: String, of mode: ModeHarm) -> Int { mode.harm[harmClass] ?? 0 }
    let leavesInFile =
      mode != .manual && count("lost", of: self) < count("lost", of: other)
      && count("lost", of: self) + count("stranded", of: self)
        <= count("lost", of: other) + count("stranded", of: other)
    let isNoWorse = harm.allSatisfy { name, number in
      number <= count(name, of: other) || leavesInFile && name == "stranded"
    }
    if isNoWorse && leavesInFile { return true }
    return sum < other.sum && (isNoWorse || !discards && sum * 2 <= other.sum)
  }
}

extension [ModeHarm] {
  /// Those that beat all others, which come to the same; empty where none do.
  fileprivate var best: [ModeHarm] {
    let groups = map { column in filter { $0.harm == column.harm } }
    return groups.first { group in
      group.contains { mode in
        allSatisfy { other in mode.harm == other.harm || mode.beats(other) }
      }
    } ?? []
  }
}

extension ScenarioExpectation {
  /// Of each mode, the first attempt at the reset that the scenario's error asks for; where recover-or-discard
  /// fails to recover, what the client goes on with.
  fileprivate var firstAttempts: [ModeHarm] {
    ResetMode.allCases.compactMap { mode in
      func reset(after earlier: [ResetMode]) -> Reset? {
        resets.first {
          $0.modes.contains(mode) && $0.engines?.contains("realm-core-14.14") != false
            && !$0.isRecoveryForbidden && $0.after == earlier && $0.faults.isEmpty
        }
      }
      let first = reset(after: [])
      let goesOn = mode == .recoverOrDiscard && first?.result == "failed"
      let reset = (goesOn ? reset(after: [mode]) : nil) ?? first
      return reset.map { ModeHarm(mode: mode, result: $0.result, harm: $0.destroyed) }
    }
  }
}

extension ScenarioExpectation.Reset {
  /// How much there is of each class that costs something; classes without harm are not there.
  fileprivate var destroyed: [String: Int] {
    guard case .object(let members)? = harm else { return [:] }
    let costly = ["lost", "stranded", "overwritten", "doubled", "acknowledgedLost"]
    return Dictionary(
      uniqueKeysWithValues: members.filter { costly.contains($0.name) }.map { member in
        switch member.value {
        case .array(let places): (member.name, places.count)
        case .number(let digits): (member.name, Int(digits) ?? 0)
        default: (member.name, 0)
        }
      })
  }
}
