package import RealmModel
package import TraceFormat

/// One thing that a fault did.
package struct FaultEffect: Codable, Sendable {
  /// The kinds of effects, with the names of the report.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An error reached the client.
    case error
    /// Changes are gone from the server.
    case changesLost
    /// The server has changes that the client does not know it has.
    case changesUnacknowledged
    /// Objects are gone from what the device may see.
    case objectsHidden
    /// Objects are gone from the server.
    case objectsRemoved
    /// The server's schema is another.
    case schemaChanged
    /// Values on the server are others.
    case valuesChanged
    /// A transaction of the device never came about.
    case transactionLost
    /// A message did not arrive, or not as it was sent.
    case message
    /// Something went wrong at a step of the reset.
    case step
  }

  /// What it did.
  package enum Fact: Codable, Hashable, Sendable {
    /// The client gets an error.
    case error(SyncError)
    /// The server is back at a version of a backup, without ``FaultEffect/changes``.
    case backupRestored(version: UInt64)
    /// The server has ``FaultEffect/changes``, and the device does not know it.
    case unacknowledged
    /// ``FaultEffect/objects`` of a class went out of the device's view.
    case objectsHidden(className: RealmString)
    /// The backend's data is gone: ``FaultEffect/objects``.
    case dataRemoved
    /// ``FaultEffect/objects`` are gone with their class.
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
  /// The objects that are gone.
  package var objects: [ObjectName]

  package init(_ fact: Fact, changes: [FaultedChange] = [], objects: [ObjectName] = []) {
    self.fact = fact
    self.changes = changes
    self.objects = objects
  }

  /// The kind of effect.
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

/// What became of a message that a fault disturbed.
package enum MessageEffect: Codable, Hashable, Sendable {
  /// The connection broke, and the device stayed offline.
  case connectionBroke
  /// The server could not read an upload and closed the connection; the device stayed offline.
  case uploadUnreadable
  /// The server had the upload already.
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
