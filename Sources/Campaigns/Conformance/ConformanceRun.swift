public import RealmModel
public import Replayer
public import TraceFormat

/// A recorded reset, performed by the replayer and judged.
public struct ConformanceRun: Sendable {
  public var name: String
  public var result: ResetResult
  public var failure: ResetFailure?
  /// The client's state after the reset.
  public var state: RealmState
  /// What replaces the unsynced changesets.
  public var reupload: [ConformanceCase.VersionedChangeset]
  /// The fresh state with the re-upload applied; nil if it does not apply.
  public var reuploadState: RealmState?
  /// What differs from the recording, in words, the most telling difference first.
  public var differences: [String]

  public var isPassed: Bool { differences.isEmpty }
}

extension ConformanceCase {
  /// Performs the reset and compares everything that the recording says about it.
  ///
  /// The attempt begins where the recordings begin, at the last gate: the fresh state is there.
  public func run() -> ConformanceRun {
    var run = ConformanceRun(
      name: name, result: .crash, failure: nil, state: RealmState(), reupload: [],
      reuploadState: nil, differences: [])
    do {
      let request = try request()
      run.differences += stateDifferences(of: request)
      perform(request, &run)
    } catch {
      run.differences.append("\(error)")
    }
    return run
  }

  private func request() throws(ConformanceInputFailure) -> ResetRequest {
    ResetRequest(
      mode: mode, error: error, pendingReset: pendingReset,
      local: try Self.build(local, "client's"), fresh: try Self.build(fresh, "server's"),
      unsynced: try Self.decode(unsynced.map(\.changeset), "unsynced"), entry: .engine)
  }

  private func perform(_ request: ResetRequest, _ run: inout ConformanceRun) {
    let response = ClientReset.perform(request)
    run.result = response.attempt.result
    run.failure = response.attempt.failure
    run.state = response.after
    run.reupload = zip(unsynced, response.reupload).map {
      VersionedChangeset(version: $0.version, changeset: $1.encoded())
    }
    run.reuploadState = Self.state(request.fresh, with: run.reupload)
    guard expected.result != .crash else { return }
    run.differences += outcomeDifferences(response)
    run.differences += rulingDifferences(response, request)
    run.differences += resultDifferences(run, request)
  }

  /// A state with changesets applied as the server would; nil if one does not fit.
  private static func state(_ state: RealmState, with changesets: [VersionedChangeset])
    -> RealmState?
  {
    var state = state
    for entry in changesets {
      guard let changeset = try? Changeset(decoding: entry.changeset),
        (try? state.apply(changeset)) != nil
      else { return nil }
    }
    return state
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
}

/// Why a recorded reset could not even be started.
struct ConformanceInputFailure: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}

// What is compared
extension ConformanceCase {
  private func stateDifferences(of request: ResetRequest) -> [String] {
    [
      difference(request.local, localStateText, "the client's state before the reset"),
      difference(request.fresh, freshStateText, "the server's state"),
    ].compactMap { $0 }
  }

  private func outcomeDifferences(_ response: ResetResponse) -> [String] {
    let attempt = response.attempt
    let message = attempt.failure.map { " (\($0.message))" } ?? ""
    return [
      different("outcome", attempt.result.rawValue, expected.result.rawValue, message),
      different(
        "failure", attempt.failure?.failureClass?.rawValue, expected.failure?.rawValue, message),
      isExpectationWhole
        ? different(
          "tracked reset", Self.words(response.pendingReset), Self.words(expected.pendingReset))
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

  private func rulingDifferences(_ response: ResetResponse, _ request: ResetRequest) -> [String] {
    let count = request.unsynced.reduce(0) { $0 + $1.instructions.count }
    return [
      different("number of rulings", "\(response.rulings.count)", "\(count) unsynced instructions")
    ].compactMap { response.rulings.count == count ? nil : $0 }
  }

  private func resultDifferences(_ run: ConformanceRun, _ request: ResetRequest) -> [String] {
    var differences = [
      difference(run.state, expected.stateText, "the client's state after the reset")
    ]
    for (name, count) in expected.objectCounts.sorted(by: { $0.key < $1.key }) {
      let found = run.state.objectCount(of: RealmString(name))
      differences.append(different("number of objects of `\(name)`", "\(found)", "\(count)"))
    }
    if run.result == .recovered { differences += reuploadDifferences(run, request) }
    return differences.compactMap { $0 }
  }

  /// A re-upload is judged by what it does to the fresh state, and not by its bytes.
  private func reuploadDifferences(_ run: ConformanceRun, _ request: ResetRequest) -> [String?] {
    guard let reupload = expected.reupload else { return [] }
    var differences = [
      different(
        "versions of the re-upload", "\(run.reupload.map(\.version))",
        "\(reupload.map(\.version))")
    ]
    guard let state = run.reuploadState else {
      return differences + ["the re-upload does not apply to the fresh state"]
    }
    guard let expectedState = Self.state(request.fresh, with: reupload) else {
      return differences + ["the recorded re-upload does not apply to the fresh state"]
    }
    differences.append(
      difference(
        state, Array(expectedState.canonicalJSON.text().utf8),
        "the fresh state with the re-upload"))
    return differences
  }

  private func difference(_ state: RealmState, _ text: [UInt8]?, _ what: String) -> String? {
    guard let text else { return nil }
    let canonical = state.canonicalJSON
    if canonical.text().utf8.elementsEqual(text) { return nil }
    guard let expected = try? JSONText(parsing: text) else {
      return "\(what): the recorded one is no JSON"
    }
    return CanonicalDifference.first(of: canonical, against: expected).map { "\(what): \($0)" }
  }

  private func different(
    _ what: String, _ found: String?, _ expected: String?, _ detail: String = ""
  ) -> String? {
    found == expected ? nil : "\(what): \(found ?? "none"), expected \(expected ?? "none")\(detail)"
  }
}
