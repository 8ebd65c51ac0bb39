import Importers
import RealmModel
import Replayer
import TraceFormat

/// What the replayer did with a recorded reset or merge, and where that is not what Realm Core did
/// (`docs/conformance.md`).
struct VectorRun {
  /// In words, the most telling difference first.
  var differences: [String]
  /// What `--emit` writes; nil where nothing was run.
  var emission: JSONText?
}

/// Why a recorded reset or merge could not even be started.
struct VectorFailure: Error, CustomStringConvertible {
  var description: String
}

extension Changeset {
  static func all(
    decoding recorded: [[UInt8]], _ whose: String
  ) throws(VectorFailure) -> [Changeset] {
    var decoded: [Changeset] = []
    for (index, bytes) in recorded.enumerated() {
      do throws(DecodingFailure) {
        decoded.append(try Changeset(decoding: bytes))
      } catch {
        throw VectorFailure(description: "\(whose) changeset \(index) can't be decoded: \(error)")
      }
    }
    return decoded
  }
}

extension ResetVector {
  /// Performs the reset and compares everything that the recording says about it.
  ///
  /// The attempt begins where the recordings begin, at the last gate: the fresh state is there.
  func run() -> VectorRun {
    let situation: ResetSituation
    do throws(VectorFailure) {
      situation = try self.situation()
    } catch {
      return VectorRun(differences: [error.description], emission: emission(nil, nil))
    }
    let performed = ClientReset.perform(situation, mode: mode)
    let reuploadState = situation.fresh.applying(performed.result.reupload)
    var differences = [
      difference(situation.local, localStateText, "the client's state before the reset"),
      difference(situation.fresh, freshStateText, "the server's state"),
    ]
    if expectation.result != .crash {
      differences += outcomeDifferences(performed)
      differences += resultDifferences(performed.result, situation)
      if performed.attempt.ending == .recovered {
        differences += reuploadDifferences(performed.result, reuploadState, situation)
      }
    }
    return VectorRun(
      differences: differences.compactMap(\.self), emission: emission(performed, reuploadState))
  }

  /// States are built from what client and server last shared where that is known, because some
  /// outcomes depend on Realm's internal keys.
  private func situation() throws(VectorFailure) -> ResetSituation {
    let changesets = unsynced.map(\.changeset)
    var (clients, servers) = (local, fresh)
    if let base, let serverChanges {
      (clients, servers) = (base + changesets, base + serverChanges)
    }
    let error = SyncError(
      code: nil, name: errorName, message: errorMessage, action: action, isFatal: true)
    return ResetSituation(
      error: error, pendingReset: pendingReset, local: try Self.build(clients, "client's"),
      fresh: try Self.build(servers, "server's"),
      unsynced: zip(unsynced, try Changeset.all(decoding: changesets, "unsynced")).map {
        UnsyncedChangeset(clientVersion: $0.clientVersion, changeset: $1)
      }, entry: .engine)
  }

  private static func build(
    _ changesets: [[UInt8]], _ whose: String
  ) throws(VectorFailure) -> RealmState {
    let decoded = try Changeset.all(decoding: changesets, whose)
    do throws(ApplyFailure) {
      return try RealmState(applying: decoded)
    } catch {
      throw VectorFailure(description: "the \(whose) state can't be built: \(error)")
    }
  }

  private func emission(_ performed: AttemptedReset?, _ reuploadState: RealmState?) -> JSONText {
    let attempt = performed?.attempt
    return JSONText(facts: [
      "name": name, "outcome": (attempt?.ending ?? .crash).rawValue,
      "failure": attempt?.failure?.failureClass?.rawValue,
      "state": (performed?.result.after ?? RealmState()).canonicalJSON,
      "reupload": zip(unsynced, performed?.result.reupload ?? []).map { change, changeset in
        JSONText(facts: [
          "version": JSONText.number(String(change.clientVersion)),
          "changeset": Hex.encode(changeset.encoded()),
        ])
      },
      "reuploadState": reuploadState?.canonicalJSON,
    ])
  }
}

// What is compared
extension ResetVector {
  private func outcomeDifferences(_ performed: AttemptedReset) -> [String?] {
    let attempt = performed.attempt
    let message = attempt.failure.map { " (\($0.message))" } ?? ""
    let pending = (Self.words(performed.result.pendingReset), Self.words(expectation.pendingReset))
    return [
      different("outcome", attempt.ending.rawValue, expectation.result.rawValue, message),
      different(
        "failure", attempt.failure?.failureClass?.rawValue, expectation.failure?.rawValue, message),
      isExpectationWhole ? different("tracked reset", pending.0, pending.1) : nil,
    ]
  }

  /// Whether the recording says all there is to say, so that what it leaves out is not there. The
  /// largest recordings have counts of objects in place of states, and nothing on tracked resets.
  private var isExpectationWhole: Bool {
    expectation.stateText != nil || expectation.pendingReset != nil
  }

  private static func words(_ reset: PendingReset?) -> String? {
    reset.map { "\($0.mode.rawValue) for \($0.action.rawValue)" }
  }

  private func resultDifferences(_ result: ResetResult, _ situation: ResetSituation) -> [String?] {
    let count = situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
    let rulings = different(
      "number of rulings", "\(result.rulings.count)", "\(count) unsynced instructions")
    return [
      result.rulings.count == count ? nil : rulings,
      difference(result.after, expectation.stateText, "the client's state after the reset"),
    ]
      + expectation.objectCounts.sorted { $0.key < $1.key }.map { name, count in
        let found = result.after.objectCount(of: name)
        return different("number of objects of `\(name)`", "\(found)", "\(count)")
      }
  }

  /// A re-upload is judged by what it does to the fresh state, and not by its bytes.
  private func reuploadDifferences(
    _ result: ResetResult, _ state: RealmState?, _ situation: ResetSituation
  ) -> [String?] {
    guard let reupload = expectation.reupload else { return [] }
    let versions = zip(unsynced, result.reupload).map(\.0.clientVersion)
    let first = different(
      "versions of the re-upload", "\(versions)", "\(reupload.map(\.clientVersion))")
    // What can't be read does not apply either.
    let recorded = try? Changeset.all(decoding: reupload.map(\.changeset), "recorded")
    let expected = recorded.flatMap { situation.fresh.applying($0) }
    switch (state, expected) {
    case (let state?, let expected?):
      return [
        first,
        difference(
          state, Array(expected.canonicalJSON.text(escaping: .least).utf8),
          "the fresh state with the re-upload"),
      ]
    case (nil, _?): return [first, "the re-upload does not apply to the fresh state"]
    case (_?, nil): return [first, "the recorded re-upload does not apply to the fresh state"]
    // Recovery removes objects in another way than the server, which may meet links that are lost.
    case (nil, nil): return [first]
    }
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
