internal import Analyzer
internal import RealmModel
package import Replayer
internal import TraceFormat

// What a fault did, in one sentence without a final period.
extension FaultEffect {
  package var words: String {
    switch fact {
    case .error(let error):
      "the client gets \(error.code.map { "error \($0)" } ?? error.name) with action "
        + error.action.rawValue
    case .backupRestored(let version):
      "the server is back at its version \(version), without \(changes.count.counted("change")), "
        + lostChangesOnDevice
    case .unacknowledged:
      "the server has the \(Phrase.transactions(changes.compactMap(\.clientVersion))), "
        + "and the device does not know it"
    case .objectsHidden(let className):
      "\(objects.count.counted("object")) of class \(className) went out of view"
    case .dataRemoved: "the backend's data is gone: \(objects.count.counted("object"))"
    case .objectsRemoved(let className):
      "\(objects.count == 1 ? "its object is" : "its \(objects.count) objects are") gone with class "
        + className.readableText
    case .schema(let effect): effect.words
    case .transactionLost(let version, let dependents):
      "the transaction of client version \(version) found no space and was never made"
        + (dependents.isEmpty
          ? "" : "; nor were those that build on it (\(Phrase.numbers(dependents)))")
    case .message(let effect): effect.words
    case .partitionReplaced(let query):
      "the query `\(query ?? "TRUEPREDICATE")` replaces the partition"
    case .step(let effect): effect.words
    }
  }

  private var lostChangesOnDevice: String {
    let onDevice = changes.count { $0.isOnDevice }
    return switch onDevice {
    case 0: "none of which the device had"
    case changes.count: "which the device had, acknowledged or downloaded"
    default: "\(onDevice) of which the device had, acknowledged or downloaded"
    }
  }

  private static let lineCountMax = 12

  package var lines: [String] {
    let all = writes + objects.map { "\($0.className.readableText) \($0.key.text)".visible }
    guard all.count > Self.lineCountMax else { return all }
    let shown = Self.lineCountMax - 1
    return all.prefix(shown) + [Phrase.rest(all.count - shown)]
  }

  /// What the device had comes first; the rest is marked, where there is both.
  private var writes: [String] {
    let own = changes.filter(\.isOnDevice)
    guard !own.isEmpty else { return changes.flatMap(\.lines) }
    let others = changes.filter { !$0.isOnDevice }.flatMap(\.lines)
    return own.flatMap(\.lines) + others.map { "not on the device: \($0)" }
  }
}

extension MessageEffect {
  package var words: String {
    switch self {
    case .connectionBroke: "the connection broke, and the device stayed offline"
    case .uploadUnreadable:
      "the server could not read the upload and closed the connection; the device stayed offline"
    case .uploadRepeated: "the server had the upload already and ignored the second one"
    case .uploadedChangesetUnreadable:
      "the server could not read a changeset of the upload and took none of it"
    case .uploadTooLarge: "the server closed the connection because the upload was too large"
    case .uploadOvertaken:
      "the next upload arrived first; the server took it and refused this one"
    case .overtakingUploadMisfit:
      "the next upload arrived first and did not fit without this one; the server took neither"
    case .downloadUnreadable:
      "the client could not read the message, closed the connection and stopped"
    case .downloadedChangesetUnreadable:
      "the client could not read a changeset and said so to the server"
    case .emptyDownloadRepeated: "a message without changes may come twice"
    case .repetitionRefused:
      "the client took the second one for a violation of the protocol and stopped"
    case .repetitionMisfit:
      "the client could not integrate the second one and said so to the server"
    case .repetitionIntegrated: "the client integrated the second one on top of the first"
    case .overtakingDownloadMisfit:
      "the later message did not fit without this one, and the client stopped"
    case .overtakenDownloadRefused:
      "the client took the later message, and this one for a violation of the protocol"
    }
  }
}

extension Phrase {
  /// That a fault never happened, and why, in words that follow the fault; without a final period.
  static func neverHappened(because reason: String) -> String { "never happened: \(reason)" }

  static func notInTrace(_ gap: String) -> String { "not in the trace: \(gap)" }
}

extension FaultedChange {
  fileprivate var lines: [String] {
    changeset.instructions.map { instruction in
      let address = Address(instruction, in: changeset)
      return "\(address.text) \(WriteOperation(instruction, in: changeset).words)"
    }
  }
}

// What a fault did at a step of a reset, in one sentence without a final period.
extension StepEffect {
  package var words: String {
    switch self {
    case .downloadDelayed(.connectionBroke):
      "the connection broke during the download, which continued once it was back"
    case .downloadDelayed(.messageRepeated):
      "a message of the bootstrap came twice, to no effect"
    case .downloadFailed(let error):
      "the download for the reset failed (\(error.name): \(error.message)), which leaves no record"
    case .processEnded(let end, let aftermath):
      "\(ResetFailure(end).message); \(aftermath.words)"
    case .beforeHandlerThrew:
      "the handler before the reset threw, so nothing was changed or recorded"
    case .afterHandlerThrew:
      "the handler after the reset threw: the reset is committed, and counts as failed"
    case .diskFull(let isRecorded):
      isRecorded
        ? "the new state could not be committed; the attempt stays on record"
        : "nothing could be written, so nothing was changed or recorded"
    case .resetAgain(let isAcknowledged):
      isAcknowledged
        ? "another reset was ordered after everything was uploaded and acknowledged"
        : "another reset was ordered before the first one was acknowledged"
    }
  }
}

extension StepEffect.Aftermath {
  package var words: String {
    switch self {
    case .startsOver: "nothing is on record, and the next attempt starts over"
    case .recordIsFound:
      "the attempt is on record and the data untouched, and the next attempt finds it"
    case .skipsAfterHandler: "the reset is complete, and the handler after it is never called"
    case .goesOn: "the reset is complete, and sync continues when your app restarts"
    case .isAcknowledged: "the reset is complete and acknowledged"
    }
  }
}
