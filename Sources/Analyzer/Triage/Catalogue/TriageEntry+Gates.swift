// What is decided before anything is done (`docs/rules.md`, "Gates"; Realm Core:
// `sync/noinst/client_reset.cpp`, `sync/noinst/pending_reset_store.cpp`).
extension TriageEntry {
  static let gates: [TriageEntry] = [
    TriageEntry(
      "recovery-not-allowed",
      patterns: [
        """
        A client reset is required but the server does not permit recovery for this client
        """,
        """
        Client reset mode is set to 'Recover' but the server does not allow recovery for this client
        """,
      ], terms: ["recoveryNotAllowed"]),
    TriageEntry(
      "reset-cycle",
      patterns: [
        """
        A previous '<mode>' mode reset from <time> did not succeed, giving up on '<otherMode>' mode \
        to prevent a cycle
        """,
        """
        Unexpected previous '<mode>' mode reset from <time> did not succeed, giving up on \
        '<otherMode>' mode to prevent a cycle
        """,
      ], terms: ["resetCycle"]),
    TriageEntry(
      "manual-mode-not-recorded",
      patterns: ["Unsupported client reset resync mode: <mode> for pending reset"]),
    TriageEntry(
      "action-not-recorded",
      patterns: ["Unsupported client reset action: <action> for pending reset"]),
    TriageEntry(
      "rollback-of-native-flexible-sync",
      patterns: [
        "Received 'RevertToPBS' from server after rollback while client is natively using FLX"
      ]),
  ]
}
