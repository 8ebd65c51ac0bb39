package import RealmModel
package import TraceFormat

/// Something the trace does not show, with what follows from it.
public struct Gap: Codable, Hashable, Sendable {
  /// What is missing.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The trace has only the wire: transactions that were never uploaded are not on it.
    case wireOnly
    /// No state of the last sync is known; the values before the unsynced changes are unknown.
    case missingBase
    /// The trace does not show the session that the client's state would be known from.
    case missingLocal
    /// No fresh state was recorded; the server's state as far as the trace shows it stands for it.
    case missingFresh
    /// What others changed on a server after it was restored from a backup.
    case missingServerHistory
    /// An app has recorded its transactions and not which of them the server has, so all count as unsynced.
    case missingAcknowledgements
    /// No error asks for the reset, or none with an action: that of an ordinary reset is assumed.
    case assumedAction
    /// Which session was reset is not certain, because several fit.
    case ambiguousSession
    /// How concurrent changes were merged depends on something that the trace does not tell: states are approximate.
    case unmergedConcurrentChanges
    /// Records are missing from the trace.
    case lostRecords
    /// Records come from a part of the file that failed its checksum.
    case suspectRecords
    /// A changeset could not be read, or did not fit the state it was for.
    case unreadableChangeset
    /// A message of the wire could not be read.
    case unreadableMessage
    /// The states list their objects anew, and something depends on how Realm had numbered them.
    case unknownInternalKeys
    /// Something was done to a state after which Realm reads what it has freed.
    case undefinedState
  }

  package enum Fact: Codable, Hashable, Sendable {
    /// Transactions that were not uploaded do not cross the wire.
    case wireOnly
    /// Transactions of which the trace does not show whether they were written before the reset; at least one, ascending.
    case firstSeenAfterReset(clientVersions: [UInt64])
    /// Recovered transactions that show only as the recovery left them, at least one, ascending; and how many of their
    /// writes may have been others before.
    case seenAsRecovered(clientVersions: [UInt64], leftOutCount: Int)
    /// Whether the device uploaded more of what it had recovered.
    case restOfUpload
    /// Whether the reset went through, after its download; or why it failed, if it shows that it did.
    case end(isFailed: Bool)
    /// Whether the file still tracks the reset before it, which would have it fail, or discard.
    case earlierReset
    /// The same of a file that an app has opened again after a reset of which it has recorded no end, or no
    /// acknowledgement.
    case resetOfSessionBefore
    /// The state of the last sync, in a session that was recorded from the inside.
    case lastSync
    /// The file's first session, and what its sessions had transferred since.
    case firstSession
    /// What the file has synced since its first session, which the trace shows, and before a later one.
    case unseenSync
    /// Which transactions of the device the server has, in a session that an app has recorded.
    case acknowledgements
    case resetSession
    /// What an app had not synced when it began to record.
    case writesOfSessionBefore
    /// The state that the reset downloaded; the server's, as far as it is shown, stands for it.
    case download
    /// The state that the reset downloads, and so what the server changed since the session's last download. A mode that
    /// needs it has no answer.
    case noDownload
    /// How the reset goes on after an error of the server's ended the download that it needs: it fails.
    case failedDownload(code: Int)
    case downloadUnderFaults
    /// Whether what a restored server has otherwise than the last sync is as in the backup, or was changed since.
    case changesSinceRestore
    /// What the server has, at the end of a session without a reset.
    case server
    case refusedKey(className: RealmString)
    case internalKeys
    /// What an element holds that is itself a list or dictionary, and was moved in its list.
    case movedCollection
    case action
    /// An error that asks for a reset, at the end of what was recorded.
    case request
    /// Whether the server permits recovery, where its request for the reset is assumed.
    case recoveryPermission
    /// Which of these sessions was reset; the first one is taken.
    case sessionAmong([UInt32])
    /// What decides how the client merged a change of the server's with its own: when and in which file it was
    /// made, and which of the client's transactions the server had.
    case merge
    /// What a change would be like that others, which under the faults are not there, had been merged into.
    case mergeUnderFaults(ApplyFailure)
    /// How the server's own changes since the client's last download would have been merged with its transactions:
    /// only the state that they lead to is shown.
    case mergeWithUnseen
    case contradiction(reason: String)
    case records(Loss)
    /// A part of a state that several records hold, so that the state is not known.
    case snapshotPart
    /// The error that asked for a reset of which the trace has another record: what it downloaded, how it ended, or the
    /// data that it left.
    case downloadWithoutError, endWithoutError, stateWithoutError
    /// Whether this and later records are as they were written.
    case intactRecords
    case unreadableChangeset(DecodingFailure)
    case misfit(ApplyFailure)
    /// The same of what the device itself has written: it had something that is not shown.
    case deviceMisfit(ApplyFailure)
    case unreadableMessage(DecodingFailure)
  }

  /// The record at fault, where there is one.
  public var sequence: UInt64?
  package var fact: Fact

  package init(_ fact: Fact, sequence: UInt64? = nil) {
    (self.fact, self.sequence) = (fact, sequence)
  }

  /// The kind of what is missing.
  public var kind: Kind {
    switch fact {
    case .wireOnly, .firstSeenAfterReset, .seenAsRecovered, .restOfUpload, .end, .earlierReset:
      .wireOnly
    case .lastSync, .firstSession, .unseenSync: .missingBase
    case .resetSession, .writesOfSessionBefore, .resetOfSessionBefore: .missingLocal
    case .download, .noDownload, .failedDownload, .downloadUnderFaults, .server: .missingFresh
    case .changesSinceRestore: .missingServerHistory
    case .acknowledgements: .missingAcknowledgements
    case .internalKeys: .unknownInternalKeys
    case .movedCollection: .undefinedState
    case .action, .request, .recoveryPermission: .assumedAction
    case .sessionAmong: .ambiguousSession
    case .merge, .mergeUnderFaults, .mergeWithUnseen: .unmergedConcurrentChanges
    case .records, .snapshotPart, .downloadWithoutError, .endWithoutError, .stateWithoutError:
      .lostRecords
    case .intactRecords: .suspectRecords
    case .unreadableChangeset, .misfit, .deviceMisfit, .contradiction: .unreadableChangeset
    case .unreadableMessage, .refusedKey: .unreadableMessage
    }
  }

  /// Whether it hides what the device had: some transactions show only as the reset left them, or may have been
  /// written before it, and what a recovery drops shows nowhere; or its state lacks a part.
  package var hidesDevice: Bool {
    switch fact {
    case .seenAsRecovered, .firstSeenAfterReset: true
    default: hidesDeviceState || isOfUnaskedReset
    }
  }

  /// Whether it is about the bytes of a changeset, and not about what they say.
  package var isOfUnreadableBytes: Bool {
    if case .unreadableChangeset = fact { true } else { false }
  }

  /// Whether the state that is shown of the device lacks something that it had, with or without a reset.
  package var hidesDeviceState: Bool {
    switch fact {
    case .snapshotPart, .deviceMisfit: true
    default: false
    }
  }

  /// Whether it is a record of a reset that the trace does not show the error of: what that reset did to the device's
  /// writes is not known.
  package var isOfUnaskedReset: Bool {
    switch fact {
    case .downloadWithoutError, .endWithoutError, .stateWithoutError: true
    default: false
    }
  }

  /// Whether what a side has may be something else than the trace shows of it: it may lack changes.
  package var hidesState: Bool {
    switch fact {
    case .firstSession, .unseenSync, .resetSession, .sessionAmong, .merge, .mergeUnderFaults,
      .mergeWithUnseen, .contradiction, .records, .snapshotPart, .intactRecords,
      .unreadableChangeset, .misfit, .deviceMisfit, .unreadableMessage, .movedCollection,
      .download, .noDownload, .downloadUnderFaults, .downloadWithoutError, .endWithoutError,
      .stateWithoutError, .server:
      true
    case .wireOnly, .firstSeenAfterReset, .seenAsRecovered, .restOfUpload, .end, .earlierReset,
      .resetOfSessionBefore, .lastSync, .acknowledgements, .writesOfSessionBefore, .refusedKey,
      .internalKeys, .action, .request, .recoveryPermission, .changesSinceRestore, .failedDownload:
      false
    }
  }

  /// Whether it hides how a reset ended that the gates let through.
  package var hidesEnding: Bool { fact == .earlierReset || fact == .resetOfSessionBefore }

  /// Whether it hides what the server has.
  package var hidesServer: Bool { fact == .noDownload || fact == .server }
}
