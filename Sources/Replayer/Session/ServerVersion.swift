/// A version of a server's history. The salt tells two servers apart, and a server from its own backup.
package struct ServerVersion: Hashable, Sendable {
  package var version: UInt64
  package var salt: Int64
}
