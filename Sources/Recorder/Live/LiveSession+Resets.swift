public import TraceFormat

// The hooks around errors and resets. They may exceed the queue's limit a little, so that a flood of
// transactions does not hide what the trace is for.
extension LiveSession {
  /// What the error handler was given. An error that asks for a reset is the beginning of one.
  public func error(_ error: SyncError) {
    recordReset(.event(.syncError(error)), size: error.message.utf8.count)
  }

  /// The block before a client reset was called.
  ///
  /// In the automatic modes an app never sees the error that asked for the reset, so that one is recorded with
  /// it, without code or message, unless ``error(_:)`` has had it.
  ///
  /// - Parameters:
  ///   - path: where the app has copied the file to, if it has: the copy holds all that was unsynced.
  ///   - local: the changesets that build the state which the block was given, unsynced transactions included.
  public func willReset(copiedTo path: String? = nil, local: [[UInt8]]? = nil) {
    if let local {
      let size = local.reduce(0) { $0 + $1.count }
      recordReset(.event(.snapshot(Snapshot(role: .local, changesets: local))), size: size)
    }
    recordReset(.resetBegan(copiedTo: path), size: path?.utf8.count ?? 0)
  }

  /// The block after a client reset was called: it is done.
  ///
  /// - Parameters:
  ///   - recovered: as the block gets it, whether unsynced transactions were carried out again; if not they are gone.
  ///   - fresh: the changesets that build the state which the client downloaded, where known. After a reset that
  ///     recovered nothing it is the state afterwards.
  ///   - after: the changesets that build the state afterwards, where known.
  ///   - stateDigest: XXH64 (seed 0) of the state afterwards in canonical JSON, where known.
  public func didReset(
    recovered: Bool, fresh: [[UInt8]]? = nil, after: [[UInt8]]? = nil, stateDigest: UInt64? = nil
  ) {
    didReset(
      recovered, fresh: fresh.map { .changesets($0) }, after: after.map { .changesets($0) },
      stateDigest)
  }

  /// The block after a client reset was called, with the objects of the state afterwards.
  public func didReset(recovered: Bool, after objects: (inout LiveTransaction) -> Void) {
    didReset(recovered, fresh: nil, after: self.objects(objects), nil)
  }

  private func didReset(
    _ recovered: Bool, fresh: LiveState?, after: LiveState?, _ stateDigest: UInt64?
  ) {
    end(
      ReportedReset(
        result: recovered ? .recovered : .discarded, fresh: fresh ?? (recovered ? nil : after),
        after: after, stateDigest: stateDigest))
  }

  /// The error handler, or that of the manual mode, was called because the file is to be set aside.
  ///
  /// - Parameters:
  ///   - backup: where the SDK will copy the file to.
  ///   - message: the error's, where the app has it.
  public func mustResetManually(backup: String?, message: String = "") {
    end(ReportedReset(result: .manual, message: message, backup: backup))
  }

  /// The error handler was called because an automatic reset failed, and the file is to be set aside.
  ///
  /// - Parameters:
  ///   - message: the error's.
  ///   - failure: its class, where the app can tell.
  ///   - backup: where the SDK will copy the file to.
  public func failedToReset(
    message: String, failure: ResetFailureClass? = nil, backup: String? = nil
  ) {
    end(ReportedReset(result: .failed, message: message, failure: failure, backup: backup))
  }

  private func end(_ reset: ReportedReset) { recordReset(.resetEnded(reset), size: reset.size) }

  private func recordReset(_ content: LiveCall.Content, size: Int) {
    record(content, size: size, reserve: recorder.options.reserve)
  }
}
