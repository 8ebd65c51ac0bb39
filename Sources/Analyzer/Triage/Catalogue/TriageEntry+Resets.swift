// The reset as a whole (Realm Core: `object-store/sync/sync_session.cpp`,
// `sync/noinst/client_reset_operation.cpp`).
extension TriageEntry {
  static let resets: [TriageEntry] = [
    TriageEntry(
      "client-reset-failed", .wrapper,
      patterns: [
        """
        A fatal error occurred during '<action>' client reset diff for <originating>: '<inner>'
        """
      ]),
    TriageEntry(
      "client-reset-not-started", .wrapper,
      patterns: [
        "A fatal error occurred during '<action>' client reset for <originating>: '<inner>'"
      ]),
    TriageEntry(
      "acknowledgement-not-tracked", .wrapper,
      patterns: ["Error while tracking client reset acknowledgement: <inner>"], isInnerFree: true,
      isDeciding: true),
    TriageEntry("automatic-reset-failed", terms: ["1028"]),
    TriageEntry("client-reset-left-to-app"),
    clientResetNotAsked,
    TriageEntry("process-terminated"),
    TriageEntry("download-failed", terms: ["downloadFailed"]),
    TriageEntry(
      "handler-threw", patterns: ["User-provided callback failed"], terms: ["handlerThrew"]),
    TriageEntry("disk-full", patterns: ["No space left on device"], terms: ["outOfDiskSpace"]),
  ]
  /// `is_client_reset_requested` is false.
  static let clientResetNotAsked = TriageEntry("client-reset-not-asked")
}
