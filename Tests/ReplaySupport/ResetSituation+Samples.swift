import TraceFormat

@testable import Replayer

/// Transactions that are unsynced, under versions that count on by one.
package func unsynced(_ changesets: [Changeset]) -> [UnsyncedChangeset] {
  changesets.enumerated().map {
    UnsyncedChangeset(clientVersion: UInt64($0) + 2, changeset: $1)
  }
}
