public import TraceFormat

extension SyncSessionRecorder {
  /// Begins a session of what an app knows when it opens a Realm.
  ///
  /// - Parameters:
  ///   - name: a name for people.
  ///   - clientFile: the name or the path of the Realm file.
  ///   - syncKind: flexible, unless the app opens the Realm with a partition.
  ///   - mode: what the app has configured for a client reset; nil where it leaves that to the SDK.
  ///   - sdk: the SDK and its version, such as `Swift 10.54.6`, which tells what it does then.
  ///   - schema: of the Realm, such as a file of `tracetool state --schema`; needed by ``LiveSession/commit(_:)``.
  public func session(
    name: String, clientFile: String = "", syncKind: SyncKind = .flexible, mode: ResetMode? = nil,
    sdk: String? = nil, schema: RealmSchema? = nil
  ) -> LiveSession {
    session(
      SessionStart(
        source: .live, name: name, clientFile: clientFile, syncKind: syncKind,
        configuredResetMode: mode, sdk: sdk), schema: schema)
  }
}
