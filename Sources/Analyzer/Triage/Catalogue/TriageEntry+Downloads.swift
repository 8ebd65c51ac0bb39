// Downloads that a client can't take in (Realm Core: `sync/noinst/client_history_impl.cpp`,
// `sync/noinst/client_impl_base.cpp`).
extension TriageEntry {
  static let downloads: [TriageEntry] = [
    TriageEntry(
      "download-not-integrated", .wrapper,
      patterns: [
        "Failed to integrate downloaded changesets: BadChangeset: Failed to parse received changeset: <inner>",
        "Failed to integrate downloaded changesets: BadChangeset: Failed to apply received changeset: <inner>",
        """
        Failed to integrate downloaded changesets: BadChangeset: Failed to transform received changeset: \
        <inner>
        """,
        "Failed to integrate downloaded changesets: <inner>",
        "BadChangeset: Failed to parse received changeset: <inner>",
        "BadChangeset: Failed to apply received changeset: <inner>",
        "BadChangeset: Failed to transform received changeset: <inner>",
        "Failed to parse received changeset: <inner>",
        "Failed to apply received changeset: <inner>",
        "Failed to transform received changeset: <inner>",
      ], isInnerFree: true, isDeciding: true)
  ]
}
