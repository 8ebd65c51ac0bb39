import FaultPlans
import Importers
import RealmFile
import RealmModel
import TraceCompression
import TraceFormat

@testable import Analyzer
@testable import Replayer
@testable import Simulation
@testable import SwarmSupport

// Promises 2 and 3: what the device did is what a replay says, or it is not known.
extension SwarmRun {
  mutating func checkInside(_ reset: DueReset, _ truth: Witness.Reset, _ mode: ResetMode) {
    let isMerged = !reset.gaps.contains { $0.kind == .unmergedConcurrentChanges }
    if isMerged, reset.situation.local.canonicalJSON != truth.situation.local.canonicalJSON {
      find(2, "before it: \(difference(reset.situation.local, truth.situation.local))")
    }
    // An app that was killed does not know what it had not synced, nor whether its file tracks a reset.
    guard !reset.gaps.contains(where: { $0.kind == .missingLocal }) else { return }
    let versions = { (situation: ResetSituation) in situation.unsynced.map(\.clientVersion) }
    if versions(reset.situation) != versions(truth.situation) {
      find(
        2,
        "unsynced: \(versions(truth.situation)), in the replay \(versions(reset.situation))")
    }
    let own = truth.trouble == nil ? mode : nil
    if let own { check(reset, own, truth.attempted, .inside(own)) }
    for other in ResetMode.allCases where other != own {
      check(reset, other, ClientReset.performToEnd(truth.situation, mode: other), .inside(own))
    }
  }

  /// Puts what went wrong in a device's resets into their replay, with what the device had then; that comes to what it
  /// did: in the same attempt, or in the next one, after the process had ended.
  mutating func checkTroubles(_ replay: Replay, _ resets: [Witness.Reset], _ mode: ResetMode) {
    let injector = Result { try FaultInjector(replay) }
    for (index, truth) in resets.enumerated() {
      guard let trouble = truth.trouble else { continue }
      var end = truth
      if !trouble.isComplete {
        guard index + 1 < resets.count, resets[index + 1].trouble == nil,
          resets[index + 1].session == truth.session + 1
        else { continue }
        end = resets[index + 1]
      }
      do {
        let plan = FaultPlan([try Fault(text: trouble.fault(ofReset: index + 1))], seed: 1)
        let faults = planted == .troubleLeftOut ? FaultPlan.none : plan
        var reset = try injector.get().resets(under: faults)[index]
        (reset.situation, reset.gaps) = (truth.situation, [])
        check(reset, mode, end.attempted, .inside(nil))
      } catch {
        find(2, "\(trouble) can't be put into the replay: \(error)")
      }
    }
  }

  /// Where a replay was recorded.
  enum Place: Hashable {
    /// In an app with the device's own mode; nil where something went wrong in that, or was put into the replay.
    case inside(ResetMode?)
    /// On the wire, and in the device's file.
    case file

    var promise: Int { self == .file ? 3 : 2 }
  }

  /// Compares a replay with what the device did, or would have done in another mode than its own.
  mutating func check(
    _ reset: DueReset, _ mode: ResetMode, _ truth: AttemptedReset, _ place: Place
  ) {
    let outcome = reset.outcome(
      mode: planted == .otherMode ? mode == .manual ? .recover : .manual : mode,
      quirks: planted == .idealRecovery ? .ideal : .realmCore)
    // A device in mode Manual downloads nothing, so what another mode would have met is not in its trace.
    if place != .inside(mode), !outcome.gaps.isEmpty { return }
    let (result, attempt) = (truth.result, truth.attempt)
    let name = "\(place): reset for \(reset.situation.error.code ?? 0) in \(mode.rawValue)"
    if outcome.ending != attempt.ending
      || outcome.failure?.failureClass != attempt.failure?.failureClass
    {
      find(
        place.promise,
        "\(name): \(attempt.ending) \(attempt.failure?.message ?? ""), replayed \(outcome.ending) "
          + "\(outcome.failure?.message ?? "")")
      return
    }
    // What depends on Realm's numbers of objects is not claimed.
    guard outcome.gaps.isEmpty else { return }
    if outcome.result.after.canonicalJSON != result.after.canonicalJSON {
      find(
        place.promise,
        "\(name): another state: \(difference(outcome.result.after, result.after))")
    }
    let again = (outcome.result.reupload, result.reupload)
    if again.0.count != again.1.count
      || !zip(again.0, again.1).allSatisfy({
        $0.says(sameAs: $1, isOrderKnown: reset.situation.hasInternalKeys)
      })
    {
      find(place.promise, "\(name): another re-upload")
    }
  }

  mutating func checkWire(_ witness: Witness, _ inside: [DueReset]) throws {
    let events = try witness.wireEvents()
    eventCount += events.count
    guard let resets = try? Self.replay(events).resets() else { return }
    for reset in resets {
      // A file that is reset shows on the wire by its download, some time after the error inside.
      guard
        let same = inside.first(where: {
          $0.situation.session.resetTimeMicroseconds
            == reset.situation.session.resetTimeMicroseconds
            && $0.situation.error == reset.situation.error
            // A device in mode Manual downloads into its next file, which only the wire shows.
            && !$0.gaps.contains { $0.fact == .download }
        })
      else { continue }
      for mode in [ResetMode.recover, .discardLocal] {
        let claims = Self.fates(Analysis.report(of: reset.outcome(mode: mode)))
        let truth = Self.fates(Analysis.report(of: same.outcome(mode: mode)))
        // What never crossed the wire may change what becomes of what did, and the report says so. Of what the server
        // had taken unheard, a download shows more than an app hears.
        guard
          reset.situation.unsynced.count == same.situation.unsynced.count
            && reset.situation.integrated == same.situation.integrated
            || planted == .unknownIsLost
        else { continue }
        for (write, fate) in claims {
          let claimed = planted == .unknownIsLost && fate == .recovered ? Fate.lost : fate
          // An app does not hear of an acknowledgement, which the wire shows.
          guard claimed != .unknown, let told = truth[write], ![claimed, .unknown].contains(told)
          else { continue }
          find(
            3,
            "\(mode.rawValue), version \(write.version), instruction \(write.instruction): \(claimed) on the wire, \(told) inside"
          )
        }
      }
    }
  }

  /// Puts what crossed the wire next to the file as it was before each reset.
  mutating func checkFiles(_ witness: Witness) throws {
    let wire = Self.replay(try witness.wireEvents())
    for truth in witness.resets {
      let file = try OpenRealmFile(MemorySource(truth.file))
      var device = try RealmFileImporter.trace(of: file, name: "device.realm")
      if planted == .fileForgets { device.events.removeAll { $0.kind == .localCommit } }
      let session: DeviceSession
      do throws(DeviceFileMismatch) {
        session = try wire.session(of: DeviceFile(device))
      } catch {
        find(3, "file \(device.clientFileIdent): \(error)")
        continue
      }
      guard let reset = try? Self.replay(session.events).resets().first else { continue }
      let versions = reset.situation.unsynced.map { $0.clientVersion + 1 }
      let written = truth.situation.unsynced.map(\.clientVersion)
      if versions != written { find(3, "unsynced: \(written), from wire and file \(versions)") }
      for mode in ResetMode.allCases {
        check(reset, mode, ClientReset.performToEnd(truth.situation, mode: mode), .file)
      }
    }
  }

  private struct Write: Hashable {
    var version: UInt64
    var instruction: Int
  }

  private static func fates(_ report: Report) -> [Write: Fate] {
    Dictionary(
      report.writes.map {
        let version = report.transactions[$0.transactionIndex].clientVersion
        return (Write(version: version, instruction: $0.instructionIndex), $0.fate)
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension ResetTrouble {
  /// Whether the process went on, or the reset was complete when it ended.
  fileprivate var isComplete: Bool { Optional(self).isAfter(.stateTransferred) }

  /// The same as a fault plan says it.
  fileprivate func fault(ofReset number: Int) -> String {
    switch self {
    case .processEnds(let step): "after step \(step.rawValue) of reset \(number): crash"
    case .beforeHandlerThrows: "at reset \(number): before-handler-throws"
    case .afterHandlerThrows: "at reset \(number): after-handler-throws"
    case .diskFull: "at step \(ResetStep.attemptRecorded.rawValue) of reset \(number): disk-full"
    }
  }
}

extension DeviceFile {
  fileprivate init(_ file: RealmFileImporter.Imported) {
    self.init(
      file: FileIdent(
        ident: file.clientFileIdent, salt: Int64(bitPattern: file.clientFileIdentSalt)),
      version: file.version, downloadServerVersion: file.progress?.downloadServerVersion ?? 0,
      uploadClientVersion: file.progress?.uploadClientVersion ?? 0, state: file.state,
      events: file.events)
  }
}
