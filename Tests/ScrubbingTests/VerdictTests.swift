import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Scrubbing

/// A replay of a scrubbed trace comes to the same, in all modes: ruling by ruling, fate by fate, value by
/// value.
@Suite struct VerdictTests {
  static let options = [
    ScrubOptions(), ScrubOptions(names: .replace, shiftsTimes: true),
  ]

  @Test(arguments: ScrubSources.traces, options)
  func `The traces of the project come to the same`(path: String, options: ScrubOptions) throws {
    let agreement = try ScrubTrial(TraceFiles.events(of: path), options).compare()
    #expect(agreement.isSame, "\(agreement.firstDifferences)")
    #expect(agreement.stateCount > 0)
  }

  @Test(arguments: options)
  func `A session without a reset comes to the same in one that it did not have`(
    options: ScrubOptions
  ) throws {
    let agreement = try ScrubTrial(TraceFiles.quietDemo(), options).compare()
    #expect(agreement.isSame, "\(agreement.firstDifferences)")
    #expect(agreement.resetCount == 0 && agreement.endCount == 1 && agreement.writeCount > 50)
  }

  @Test func `A trace that an unreadable snapshot keeps from a replay comes to the same`() throws {
    var events = try TraceFiles.events(of: "traces/field-inspections.synctrace")
    for index in events.indices {
      guard case .snapshot(var snapshot) = events[index].content, !snapshot.changesets.isEmpty
      else { continue }
      snapshot.changesets[0].removeLast()
      events[index].content = .snapshot(snapshot)
    }
    let agreement = try ScrubTrial(events).compare()
    #expect(agreement.isSame && agreement.resetCount == 0, "\(agreement.firstDifferences)")
  }

  @Test(.slow, arguments: options)
  func `The scenarios come to the same`(options: ScrubOptions) throws {
    var resetCount = 0
    for (name, events) in try ScrubSources.scenarios() {
      let agreement = try ScrubTrial(events, options).compare()
      #expect(agreement.isSame, "\(name): \(agreement.firstDifferences)")
      resetCount += agreement.resetCount
    }
    #expect(resetCount > 100)
  }

  @Test(.slow, arguments: Captures.names, options)
  func `The captures come to the same`(name: String, options: ScrubOptions) throws {
    let agreement = try ScrubTrial(ScrubSources.capture(name), options).compare()
    #expect(agreement.isSame, "\(agreement.firstDifferences)")
  }

  @Test(.slow, arguments: Vectors.resetFiles, options)
  func `What Realm Core did comes to the same`(file: String, options: ScrubOptions) throws {
    var (writeCount, uncomparedCount, stateCount) = (0, 0, 0)
    for (name, events) in try ScrubSources.vectors(of: file, oneOf: Self.step) {
      let agreement = try ScrubTrial(events, options).compare()
      #expect(agreement.isSame, "\(name): \(agreement.firstDifferences)")
      writeCount += agreement.writeCount
      uncomparedCount += agreement.uncomparedStateCount
      stateCount += agreement.stateCount
    }
    #expect(writeCount > 0 && stateCount > 9 * uncomparedCount)
  }

  /// Of so many vectors one is taken.
  private static let step = 12
}

/// The check finds what it is there for.
@Suite struct VerdictCheckTests {
  private func demo() throws -> [Event] {
    try TraceFiles.events(of: "traces/field-inspections.synctrace")
  }

  private func differences(
    _ change: (inout LocalCommit) -> Void
  ) throws -> VerdictAgreement {
    let trial = try ScrubTrial(demo())
    var changed = trial.scrubbed
    let index = try #require(
      changed.firstIndex {
        if case .localCommit(let commit) = $0.content { !commit.changeset.isEmpty } else { false }
      })
    guard case .localCommit(var commit) = changed[index].content else { return VerdictAgreement() }
    change(&commit)
    changed[index].content = .localCommit(commit)
    var (original, scrubbed) = (Replay(), Replay())
    for event in trial.events { original.observe(event) }
    for event in changed { scrubbed.observe(event) }
    return VerdictCheck.compare(original, with: scrubbed, by: trial.scrubber)
  }

  @Test func `A lost transaction is a difference`() throws {
    let agreement = try differences { $0.changeset = Changeset().encoded() }
    #expect(!agreement.isSame)
    #expect(agreement.differenceCount >= agreement.differences.count)
  }

  @Test func `A single other value is a difference that names its field`() throws {
    let agreement = try differences { commit in
      struct OneValue: EventRewriting {
        var isDone = false
        mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue {
          guard !isDone, case .value(.string) = value else { return value }
          isDone = true
          return .value(.string("another"))
        }
      }
      var rewriting = OneValue()
      let event = Event(
        sequence: 0, timeMicroseconds: 0, session: 1, content: .localCommit(commit))
      if case .localCommit(let changed) = try? event.rewritten(by: &rewriting).content {
        commit = changed
      }
      #expect(rewriting.isDone)
    }
    #expect(agreement.differences.contains { $0.aspect == .state })
    #expect(!agreement.differences.allSatisfy { $0.before.isEmpty })
  }
}
