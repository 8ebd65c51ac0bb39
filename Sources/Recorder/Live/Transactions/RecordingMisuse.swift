/// Why a transaction or a state that an app handed over could not be recorded. It is missing in the trace, which has a
/// `loss` in its place, and the app goes on.
public struct RecordingMisuse: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the session in the trace.
  public var session: UInt32
  /// The version of the transaction; nil for a state.
  public var clientVersion: UInt64?
  /// Which call of the transaction it is, from 1; 0 where it is none of them.
  public var step = 0
  /// The class, and the property as far as one matters. There are no values in any of this.
  public var place = ""
  /// What the schema allows there.
  public var expected = "a session that was begun with a schema"
  /// What the app handed over.
  public var found = "none"

  /// One line: where, what was expected and what was found.
  public var description: String {
    let version = clientVersion.map { "version \($0)" } ?? "a state"
    let place = step == 0 ? "" : ", call \(step), \(place)"
    return "session \(session), \(version)\(place): expected \(expected), found \(found)"
  }
}
