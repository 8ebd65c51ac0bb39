import Recorder

/// Sends a trace once its user has agreed: it holds what users have written, though no secrets.
public enum TraceConsent {
  /// - Parameter hasAgreed: the answer to a question that says what is sent and to whom.
  /// - Returns: whether it was sent.
  public static func finish(
    _ recorder: SyncSessionRecorder, at path: String, hasAgreed: Bool, to uploader: any Uploader
  ) throws -> Bool {
    try recorder.finish()
    guard hasAgreed else { return false }
    try uploader.upload(fileAt: path)
    return true
  }
}
