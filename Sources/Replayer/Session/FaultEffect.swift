package import RealmModel
package import TraceFormat

package struct FaultEffect: Codable, Sendable {
  /// The kinds of effects, with the names of the report.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case error
    case changesLost
    /// The server has changes that the client does not know it has.
    case changesUnacknowledged
    case objectsHidden
    case objectsRemoved
    case schemaChanged
    case transactionLost
    /// A message did not arrive, or not as it was sent.
    case message
    case step
  }

  package enum Fact: Codable, Hashable, Sendable {
    case error(SyncError)
    /// The server is back at a version of a backup, without ``FaultEffect/changes``.
    case backupRestored(version: UInt64)
    /// The server has ``FaultEffect/changes``, and the device does not know it.
    case unacknowledged
    /// ``FaultEffect/objects`` of a class went out of the device's view.
    case objectsHidden(className: RealmString)
    /// The backend's data is gone: ``FaultEffect/objects``.
    case dataRemoved
    case objectsRemoved(className: RealmString)
    case schema(SchemaEffect)
    /// A transaction of the device found no space, nor could those be made that build on it.
    case transactionLost(clientVersion: UInt64, dependents: [UInt64])
    case message(MessageEffect)
    /// A query replaces the partition of a file; nil for the one that means all objects.
    case partitionReplaced(query: String?)
    case step(StepEffect)
  }

  package var fact: Fact
  /// The changes that are gone, or not acknowledged.
  package var changes: [FaultedChange]
  package var objects: [ObjectName]

  package init(_ fact: Fact, changes: [FaultedChange] = [], objects: [ObjectName] = []) {
    (self.fact, self.changes, self.objects) = (fact, changes, objects)
  }

  package var kind: Kind {
    switch fact {
    case .error: .error
    case .backupRestored: .changesLost
    case .unacknowledged: .changesUnacknowledged
    case .objectsHidden: .objectsHidden
    case .dataRemoved, .objectsRemoved: .objectsRemoved
    case .schema: .schemaChanged
    case .transactionLost: .transactionLost
    case .message, .partitionReplaced: .message
    case .step: .step
    }
  }

  private enum CodingKeys: String, CodingKey {
    case fact
    case changes = "changes?"
    case objects = "objects?"
  }
}

package enum MessageEffect: Codable, Hashable, Sendable {
  /// The connection broke, and the device stayed offline.
  case connectionBroke
  /// The server could not read an upload and closed the connection; the device stayed offline.
  case uploadUnreadable
  case uploadRepeated
  /// The server could not read a changeset of an upload and took none of it.
  case uploadedChangesetUnreadable
  case uploadTooLarge
  /// The next upload arrived first; the server took it and refused this one.
  case uploadOvertaken
  /// The next upload arrived first and did not fit without this one; the server took neither.
  case overtakingUploadMisfit
  /// The client could not read a message, closed the connection and stopped.
  case downloadUnreadable
  /// The client could not read a changeset and said so to the server.
  case downloadedChangesetUnreadable
  /// A message without changes came twice, as it may.
  case emptyDownloadRepeated
  /// The client took the second one for a violation of the protocol and stopped.
  case repetitionRefused
  /// The client could not integrate the second one and said so to the server.
  case repetitionMisfit
  /// The client integrated the second one on top of the first.
  case repetitionIntegrated
  /// The later message did not fit without this one, and the client stopped.
  case overtakingDownloadMisfit
  /// The client took the later message, and this one for a violation of the protocol.
  case overtakenDownloadRefused
}
