import RealmModel
package import TraceFormat

// Whose the sessions of a trace are.
extension Replay {
  /// The beginning of a session, where the trace shows it.
  package func start(of session: UInt32) -> SessionStart? { fold.start(of: session) }

  /// The identifier that the server has given to the file of a session, where the messages show it.
  package func fileIdent(of session: UInt32) -> UInt64? {
    let ident = fold.fileIdent(of: session)
    return ident == 0 ? nil : ident
  }
}
