internal import Analyzer
internal import RealmModel
internal import TraceFormat

extension Comparison {
  package var sentence: String {
    guard isSameReset else {
      return "The device itself ran another reset (\(mode.optionName), "
        + "\(action.rawValue)), which ended as \(result.rawValue)."
    }
    guard differences.isEmpty else { return "The device itself did something else:" }
    let state = stateDigest == nil ? "" : ", and ended with the same data"
    guard isAgreement == nil else {
      return "The device itself did the same (\(result.rawValue))\(state)."
    }
    return
      "The device itself did a reset of the same kind (\(result.rawValue)); whether the replay agrees in "
      + "everything is not known."
  }

  /// What the device uploaded again, and how far the replay can be held against it; nil where no messages show it.
  package var uploadSentence: String? {
    guard let upload else { return nil }
    let versions = upload.uncomparedVersions.map(String.init).joined(separator: ", ")
    return "The device uploaded \(upload.transactionCount.counted("transaction")) with "
      + "\(upload.writeCount.counted("write")) again"
      + (upload.isComplete ? "." : ", and the trace ends before it shows that this is all.")
      + (versions.isEmpty
        ? ""
        : " What these were before is not shown, so the replay is not compared with them: client "
          + "\(upload.uncomparedVersions.count == 1 ? "version" : "versions") \(versions).")
  }
}

extension Comparison.Difference {
  /// What differs, in one sentence without a final period.
  package var sentence: String {
    let (device, replay) = words
    return "\(aspect.rawValue): \(device) on the device, \(replay) in this replay"
  }

  package var words: (device: String, replay: String) {
    switch self {
    case .result(let device, let replay): (device.rawValue, replay.rawValue)
    case .failure(let device, let replay): (device.rawValue, replay?.rawValue ?? "none")
    case .state(let difference): ("the expected value", difference.text)
    case .stateDigest(let device, let replay): (Hex.digest(device), Hex.digest(replay))
    case .notReuploaded(let version): ("client version \(version) uploaded", "not uploaded")
    case .onlyReplayed(let version): ("not uploaded", "client version \(version) uploaded")
    case .reupload(let version, let deviceSize, let replaySize):
      ("client version \(version), \(deviceSize) bytes", "other instructions, \(replaySize) bytes")
    case .pendingReset(let device, let replay): (Self.words(device), Self.words(replay))
    }
  }

  private static func words(_ pending: PendingReset?) -> String {
    pending.map { "\($0.mode.optionName) \($0.action.rawValue)" } ?? "none"
  }
}
