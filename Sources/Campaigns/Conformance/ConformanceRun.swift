package import RealmModel
package import Replayer
package import TraceFormat

/// A recorded reset, performed by the replayer and judged.
package struct ConformanceRun: Sendable {
  package var name: String
  package var result: ResetEnding
  package var failure: ResetFailure?
  /// The client's state after the reset.
  package var state: RealmState
  /// What replaces the unsynced changesets.
  package var reupload: [ConformanceCase.VersionedChangeset]
  /// The fresh state with the re-upload applied; nil if it does not apply.
  package var reuploadState: RealmState?
  /// What differs from the recording, in words, the most telling difference first.
  package var differences: [String]

  package var isPassed: Bool { differences.isEmpty }
}

extension ConformanceCase {
  /// Performs the reset and compares everything that the recording says about it.
  ///
  /// The attempt begins where the recordings begin, at the last gate: the fresh state is there.
  package func run() -> ConformanceRun {
    var run = ConformanceRun(
      name: name, result: .crash, failure: nil, state: RealmState(), reupload: [],
      reuploadState: nil, differences: [])
    do {
      let situation = try situation()
      run.differences += stateDifferences(of: situation)
      perform(situation, &run)
    } catch {
      run.differences.append("\(error)")
    }
    return run
  }

  private func situation() throws(ConformanceInputFailure) -> ResetSituation {
    ResetSituation(
      error: error, pendingReset: pendingReset, local: try Self.build(local, "client's"),
      fresh: try Self.build(fresh, "server's"),
      unsynced: try zip(
        unsynced, Self.decode(unsynced.map(\.changeset), "unsynced")
      ).map { UnsyncedChangeset(clientVersion: $0.version, changeset: $1) },
      entry: .engine)
  }

  private func perform(_ situation: ResetSituation, _ run: inout ConformanceRun) {
    let performed = ClientReset.perform(situation, mode: mode)
    run.result = performed.attempt.ending
    run.failure = performed.attempt.failure
    run.state = performed.result.after
    run.reupload = zip(unsynced, performed.result.reupload).map {
      VersionedChangeset(version: $0.version, changeset: $1.encoded())
    }
    run.reuploadState = Self.state(situation.fresh, with: performed.result.reupload)
    guard expected.result != .crash else { return }
    run.differences += outcomeDifferences(performed)
    run.differences += rulingDifferences(performed.result, situation)
    run.differences += resultDifferences(run, situation)
  }

  /// A state with changesets applied as the server would; nil if one does not fit.
  private static func state(_ state: RealmState, with changesets: [Changeset]) -> RealmState? {
    var state = state
    do throws(ApplyFailure) {
      for changeset in changesets { try state.apply(changeset) }
    } catch {
      return nil
    }
    return state
  }

  /// The same of what was recorded; nil also if one can't be read.
  private static func state(_ state: RealmState, with recorded: [VersionedChangeset])
    -> RealmState?
  {
    var changesets: [Changeset] = []
    do throws(DecodingFailure) {
      for entry in recorded { changesets.append(try Changeset(decoding: entry.changeset)) }
    } catch {
      return nil
    }
    return self.state(state, with: changesets)
  }

  private static func build(_ changesets: [[UInt8]], _ whose: String)
    throws(ConformanceInputFailure) -> RealmState
  {
    let decoded = try decode(changesets, whose)
    do {
      return try RealmState(applying: decoded)
    } catch {
      throw ConformanceInputFailure(text: "the \(whose) state can't be built: \(error)")
    }
  }

  private static func decode(_ changesets: [[UInt8]], _ whose: String)
    throws(ConformanceInputFailure) -> [Changeset]
  {
    var decoded: [Changeset] = []
    for (index, bytes) in changesets.enumerated() {
      do {
        decoded.append(try Changeset(decoding: bytes))
      } catch {
        throw ConformanceInputFailure(
          text: "\(whose) changeset \(index) can't be decoded: \(error)")
      }
    }
    return decoded
  }

  // MARK: What is compared

  private func stateDifferences(of situation: ResetSituation) -> [String] {
    [
      difference(situation.local, localStateText, "the client's state before the reset"),
      difference(situation.fresh, freshStateText, "the server's state"),
    ].compactMap { $0 }
  }

  private func outcomeDifferences(_ performed: AttemptedReset) -> [String] {
    let attempt = performed.attempt
    let message = attempt.failure.map { " (\($0.message))" } ?? ""
    return [
      different("outcome", attempt.ending.rawValue, expected.result.rawValue, message),
      different(
        "failure", attempt.failure?.failureClass?.rawValue, expected.failure?.rawValue, message),
      isExpectationWhole
        ? different(
          "tracked reset", Self.words(performed.result.pendingReset),
          Self.words(expected.pendingReset))
        : nil,
    ].compactMap { $0 }
  }

  /// Whether the recording says all there is to say, so that what it leaves out is not there. The
  /// largest recordings have counts of objects in place of states, and nothing on tracked resets.
  private var isExpectationWhole: Bool {
    expected.stateText != nil || expected.pendingReset != nil
  }

  private static func words(_ reset: PendingReset?) -> String? {
    reset.map { "\($0.mode.rawValue) for \($0.action.rawValue)" }
  }

  private func rulingDifferences(_ result: ResetResult, _ situation: ResetSituation) -> [String] {
    let count = situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
    return [
      different("number of rulings", "\(result.rulings.count)", "\(count) unsynced instructions")
    ].compactMap { result.rulings.count == count ? nil : $0 }
  }

  private func resultDifferences(_ run: ConformanceRun, _ situation: ResetSituation) -> [String] {
    var differences = [
      difference(run.state, expected.stateText, "the client's state after the reset")
    ]
    for (name, count) in expected.objectCounts.sorted(by: { $0.key < $1.key }) {
      let found = run.state.objectCount(of: name)
      differences.append(different("number of objects of `\(name)`", "\(found)", "\(count)"))
    }
    if run.result == .recovered { differences += reuploadDifferences(run, situation) }
    return differences.compactMap { $0 }
  }

  /// A re-upload is judged by what it does to the fresh state, and not by its bytes.
  private func reuploadDifferences(_ run: ConformanceRun, _ situation: ResetSituation) -> [String?]
  {
    guard let reupload = expected.reupload else { return [] }
    var differences = [
      different(
        "versions of the re-upload", "\(run.reupload.map(\.version))",
        "\(reupload.map(\.version))")
    ]
    guard let state = run.reuploadState else {
      return differences + ["the re-upload does not apply to the fresh state"]
    }
    guard let expectedState = Self.state(situation.fresh, with: reupload) else {
      return differences + ["the recorded re-upload does not apply to the fresh state"]
    }
    differences.append(
      difference(
        state, Array(expectedState.canonicalJSON.text(escaping: .least).utf8),
        "the fresh state with the re-upload"))
    return differences
  }

  private func difference(_ state: RealmState, _ text: [UInt8]?, _ what: String) -> String? {
    guard let text else { return nil }
    let canonical = state.canonicalJSON
    if canonical.text(escaping: .least).utf8.elementsEqual(text) { return nil }
    let expected: JSONText
    do throws(DecodingFailure) {
      expected = try JSONText(parsing: text)
    } catch {
      return "\(what): the recorded one is not JSON"
    }
    return CanonicalDifference.first(of: canonical, against: expected).map {
      "\(what): \($0.text)"
    }
  }

  private func different(
    _ what: String, _ found: String?, _ expected: String?, _ detail: String = ""
  ) -> String? {
    found == expected ? nil : "\(what): \(found ?? "none"), expected \(expected ?? "none")\(detail)"
  }
}

/// Why a recorded reset could not even be started.
struct ConformanceInputFailure: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}
