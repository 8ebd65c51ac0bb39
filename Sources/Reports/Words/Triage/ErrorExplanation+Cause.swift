internal import Analyzer
internal import TraceFormat

// What brought a message about, in one sentence without a final period. Every hole in it is one of each
// pattern of its entry, as a test checks.
extension ErrorExplanation.Layer {
  /// The sentence of the message's own kind or number, where there is one, and else that of the topic.
  var cause: MessagePattern {
    variantCause ?? variant.flatMap { Int32($0) }.flatMap(Self.cause(ofCode:)) ?? topicCause
  }

  private var topicCause: MessagePattern {
    switch topic {
    case .clientResetFailed:
      """
      The client reset (action <action>) that `<originating>` asked for failed inside its \
      transaction: in a check, the recovery, the transfer, or a callback of the app
      """
    case .clientResetNotStarted:
      """
      The client reset (action <action>) that `<originating>` asked for failed before it touched \
      the file: the server forbids what the mode asks for, or the fresh copy could not be \
      downloaded
      """
    case .acknowledgementNotTracked:
      """
      The wait until everything is uploaded and downloaded, which follows a reset, ended with an \
      error
      """
    case .processTerminated:
      """
      The process ended in the reset: Realm Core ends it here or continues with undefined \
      behaviour, or it was killed
      """
    case .downloadFailed:
      "The fresh copy of the server's data, which a reset needs, could not be downloaded"
    case .handlerThrew: "The app's callback before or after the reset threw an exception"
    case .diskFull: "The device has no room for the new state"
    case .automaticResetFailed:
      "An automatic client reset failed; the text that comes with the name says where and why"
    case .clientResetLeftToApp:
      """
      A client reset is left to the app (`is_client_reset_requested` is true): its mode is Manual, \
      or an automatic reset failed
      """
    case .clientResetNotAsked:
      """
      The error asks for no client reset (`is_client_reset_requested` is false), and no automatic \
      reset failed
      """
    case .downloadNotIntegrated:
      "The client could not apply a downloaded changeset, which does not fit what the client holds"
    case .recoveryNotAllowed:
      """
      The server asked for a reset without recovery (ClientResetNoRecovery), and the app's mode \
      is Recover, which never discards
      """
    case .resetCycle:
      """
      The file tracks an earlier reset for the same action, in mode <mode> at <time> (UTC), that \
      failed, was cut short, or is not yet uploaded and acknowledged. Mode <otherMode> does not \
      try again
      """
    case .manualModeNotRecorded:
      """
      The actions MigrateToFLX and RevertToPBS start a reset whatever the mode, but need an \
      automatic one: mode <mode> can't be put on record
      """
    case .actionNotRecorded:
      "The action <action> starts no reset, so none can be put on record"
    case .rollbackOfNativeFlexibleSync:
      """
      The server rolled flexible sync back to partitions, but this client is configured for \
      flexible sync
      """
    case .primaryKeysDiffer:
      "The primary key of a class differs between server and device, or only one side has one"
    case .primaryKeyMissing:
      """
      Only one side has a primary key for class `<class>`; where the message says `dest`, the \
      device lacks it, and with `source` the server. Usually one side has an embedded class
      """
    case .primaryKeyTypeChanged:
      """
      The primary key of class `<class>` is of type <type> on the server and <otherType> on the \
      device
      """
    case .primaryKeyAttributesChanged:
      """
      The primary key of class `<class>` is optional on one side only (the numbers in the message \
      are internal)
      """
    case .primaryKeyRenamed:
      """
      The primary key of class `<class>` is `<property>` on the server and `<otherProperty>` on \
      the device
      """
    case .classesRemoved:
      """
      The device has classes that the server removed or never got: `<names>`. Recovery survives \
      that only where adding them is itself unsynced, and discarding never does
      """
    case .propertiesRemoved:
      """
      The device has properties of class `<class>` that the server removed or never got: \
      `<names>`. Recovery survives that only where adding them is itself unsynced, and discarding \
      never does
      """
    case .propertyTypeChanged:
      "`<place>` is of type <type> on the server and <otherType> on the device"
    case .propertyKindChanged:
      """
      `<place>` is optional or a collection on one side only (the numbers in the message are \
      internal)
      """
    case .recoveryFailed:
      "An unsynced change can't be applied to the server's state, which fails the whole recovery"
    case .classAddedDifferently:
      "The device added class `<class>`, and the server has another of that name"
    case .classDiffers:
      """
      The device added class `<class>`, and the server's has another primary key or kind \
      (embedded, asymmetric)
      """
    case .propertyAddedDifferently:
      "The device added a property that does not fit the server's schema"
    case .propertyDiffers:
      "The device added `<place>`, and the server's property of that name differs: <reason>"
    case .propertyTargetMissing:
      """
      The device added the property `<place>`, which links to class `<class>`, which the server \
      lacks
      """
    case .dictionaryKeysNotText:
      "The device added the dictionary `<place>` with keys that are not text"
    case .classErasedOnDevice:
      "The unsynced changes remove class `<class>`, which a recovery can't do"
    case .propertyErasedOnDevice:
      """
      The unsynced changes remove a property, which a recovery can't do, even if they had added it
      """
    case .propertyGone:
      """
      The device changed `<property>` of class `<class>` (<instruction>), which the server has \
      removed
      """
    case .pathLeadsElsewhere:
      """
      An unsynced <instruction> leads through or to something of another kind on the server \
      (`<place>`), such as a property that became a collection, a link or a plain value
      """
    case .badChangeset:
      """
      An unsynced instruction about `<target>` does not fit the server's schema or state, which \
      fails the whole recovery
      """
    case .classGone:
      "The device changed objects of class `<class>`, which the server has removed"
    case .primaryKeyDoesNotFit:
      """
      The device's object has <key> <value> for its primary key, and the server's `<place>` is of \
      type <type>
      """
    case .primaryKeyPresenceDiffers:
      """
      The primary key of the device's object does not suit the server's `<place>`, which has none \
      or a required one
      """
    case .createdWithAnotherKey:
      """
      The device created an object with a primary key of type <key>; the server's class has \
      another type, or none
      """
    case .valueOfAnotherType:
      """
      The device wrote a value (<instruction>) of another type than the server's `<place>`: \
      expected <type>, got <otherType>
      """
    case .valueNotTaken:
      """
      The device wrote (<instruction>) an embedded object, a collection or the removal of an \
      entry, for which the server's property has no place
      """
    case .nullWhereRequired: "The device wrote null to `<place>`, which is required on the server"
    case .noIntegerToAddTo:
      "The device added to the number in `<place>`, and the server has no integer there"
    case .linkTargetClassDiffers:
      """
      The server's schema does not take a link that the device set: class `<class>` is missing \
      there, is embedded, or is not what the property links to
      """
    case .listPositionLost:
      """
      The recovery used position <index> of a list (<instruction>) with the limit <limit>. Usually \
      it had dropped an insertion whose link target is gone, without counting it (docs/rules.md, \
      R5 and R11)
      """
    case .listSizeDiffers:
      """
      <instruction> was written for a list of <limit> elements, and the list has <count>. Usually \
      it came with a download, and the client's list is not the one that the server counted on
      """
    case .listElementGone:
      """
      The path of an unsynced change leads through an element that the recovery had inserted to \
      something that is missing there
      """
    case .objectMissing:
      "An instruction is about object `<object>` of class `<class>`, which is missing"
    case .indexOutOfBounds:
      """
      The recovery used (<method>) position <index> of <place>, which is shorter: the server had \
      shortened the list, and tracked positions collided (docs/rules.md, R6), or the copy of a \
      list of mixed values used wrong ones (R13)
      """
    case .nestedTooDeep:
      "A mixed value nests lists and dictionaries deeper than the 100 levels of the storage layer"
    case .targetObjectNotFound:
      """
      A dictionary inside a mixed value was copied with a link to an object that the server does \
      not have (docs/rules.md, R14)
      """
    case .dictionaryRefusesValue:
      """
      The server's dictionary does not take what the device put into it: <reason>. Null can also \
      be a link whose target is gone
      """
    case .rejectedByStorage: "The storage layer refuses what the unsynced changes do"
    case .objectGone: "The device changed an object that the server has deleted; the deletion wins"
    case .embeddedObjectGone:
      "The device changed an embedded object below `<place>` that the server has removed"
    case .dictionaryKeyGone:
      """
      The device changed something below the dictionary key `<key>`, which the server has removed \
      (the message's path, `<place>`, has the key instead of the property)
      """
    case .collectionGone:
      "The device changed a collection inside a mixed value that the server has replaced"
    case .listLinkTargetGone:
      "The device put a link into a list whose target the server has deleted"
    case .setLinkTargetGone: "The device put a link into a set whose target the server has deleted"
    case .listCopyNotResolved:
      """
      A list to be copied whole can't be found on both sides (`<place>`): what holds it is gone, \
      or is below a dictionary of embedded objects (docs/rules.md, R12)
      """
    case .listCopiedWhole:
      """
      The device touched an element of the list `<place>` that it had not inserted, so its whole \
      list (<limit> elements) replaces the server's (<count>)
      """
    case .updateLinkTargetGone:
      """
      The device set a link to an object that the server has deleted, so null overwrites whatever \
      the server has
      """
    case .addIntegerNotAnInteger:
      "The device added to a number that is null or not an integer on the server"
    case .listAlreadyCopied:
      "The list was copied whole after an earlier changeset, in its final form"
    case .createExistingObject:
      "The device created an object whose primary key the server has as well"
    case .eraseMissingObject: "The device deleted an object that the server has deleted too"
    case .dictionaryEraseMissing:
      "The device removed a dictionary entry that the server has removed too"
    case .setEraseMissing: "The device removed an element of a set that the server has removed too"
    case .subscriptionRefused: "The server does not take a query that the client subscribed to"
    case .clientResetRequired: "The server does not take this file for sync as it is"
    case .messageTooLarge:
      """
      An upload was larger than the server takes, so the client itself orders a reset, with the \
      action ClientReset
      """
    case .migration: "The server moves the app to the other kind of sync"
    case .changesetRefused: "The server could not integrate a changeset of this client"
    case .schemaChangeRefused:
      "The server does not take a change of the schema that the client made"
    case .compensatingWrite:
      "The server undid writes that this client may not make or does not subscribe to"
    case .writeNotAllowed:
      "The client wrote what it may not write, and the server refuses the upload"
    case .objectAlreadyExists: "The client created an object that the server has already"
    case .permissionsChanged:
      """
      The user's role changed: what it may read or write. Servers before protocol 14 ask for a \
      reset then; later ones send what the user may see anew, and undo what it may not write
      """
    case .noAccess:
      "The user may not sync this file: no permission, another user's, no such partition"
    case .connectionClosed:
      "Connection or session was closed, or the first sync is not complete yet"
    case .otherError: "An error without a name of its own; its text says more"
    case .protocolViolation: "Client and server do not agree about the protocol or its order"
    case .errorWithoutItsName:
      """
      The SDK's name for all errors without a name; the text or number that comes with it says \
      more
      """
    case .wrongSyncType:
      "The client is set to partition-based sync and the server to flexible sync, or reversed"
    case .schemaVersion: "Client and server are at different versions of the schema"
    case .errorThatEndsTheProcess:
      "A number of old servers, unknown to Realm Core, which ends the process"
    case .unknownErrorCode: "Realm Core 14.14 does not know this error code"
    case .connectionLost: "The connection ended; the client connects again"
    case .connectionRefused: "The server does not let the user connect"
    case .actionClientReset: "The server asks for a client reset, and allows recovery"
    case .actionClientResetNoRecovery: "The server asks for a client reset, and forbids recovery"
    case .actionMigrateToFLX: "The server has moved the app to flexible sync"
    case .actionRevertToPBS: "The server has moved the app back to partition-based sync"
    case .actionDeleteRealm: "The server asks for the file to be deleted"
    case .actionProtocolViolation: "Client and server do not agree about the protocol"
    case .actionApplicationBug:
      "The app did what the server does not take. Unknown actions count as this one"
    case .actionWarning: "The server sends the app a warning"
    case .actionTransient: "A temporary problem"
    case .actionRefreshUser: "The user's access token must be refreshed"
    case .actionRefreshLocation: "The client must ask for the server's address again"
    case .actionLogOutUser: "The user must log in again"
    case .actionMigrateSchema: "The file must move to another version of the schema"
    case .actionNoAction: "The error came without an action, which no server of today sends"
    case .unknownMessage: "tracetool does not know this message"
    }
  }

  private var variantCause: MessagePattern? {
    switch (topic, variant) {
    case (.badChangeset, "unplaced"):
      """
      An unsynced instruction does not fit the server's schema or state, which fails the whole \
      recovery
      """
    case (.listSizeDiffers, "quoted"):
      """
      <instruction> was written for a list of another size. Usually it came with a download, and \
      the client's list is not the one that the server counted on
      """
    case (.listSizeDiffers, "merge"):
      """
      Two changes of one list that are merged count on different sizes: device and server disagree \
      about what the list was before
      """
    default: nil
    }
  }

  /// What an error number means where that is more than its family says.
  private static func cause(ofCode code: Int32) -> MessagePattern? {
    switch code {
    case 100: "The server closed the connection"
    case 101: "An error of the connection without a name of its own"
    case 102: "The server got a message that it does not know"
    case 103: "The server got a message that it can't read"
    case 105: "The versions of the protocol do not fit"
    case 106: "The server does not know the session"
    case 107: "The number of the session is in use"
    case 108: "The file is being synced by another session"
    case 109: "A message came out of order"
    case 110: "The server could not decompress a message"
    case 111: "The head of a changeset can't be read"
    case 112: "A changeset has another size than its head says"
    case 113: "The server uses flexible sync, and the client partitions"
    case 114: "The server uses partitions, and the client flexible sync"
    case 200: "The server closed the session"
    case 201: "An error of the session without a name of its own"
    case 204: "The server does not take the partition value of the file"
    case 206: "The user may not sync this file"
    case 208:
      """
      The server does not know this file's identifier: sync was terminated and enabled again, as \
      to upgrade from a shared to a dedicated cluster, or the server was restored from a backup
      """
    case 209:
      """
      The file has seen versions that the server, restored from a backup, lacks. What it had \
      acknowledged since that backup counts as synced, and is not recovered
      """
    case 210:
      """
      The server has changes of this client that the file lacks: the file is an older copy of \
      itself
      """
    case 211:
      """
      Client and server disagree about a version that both have: the server was restored or \
      replaced. What it had acknowledged and now lacks is not recovered
      """
    case 216: "A changeset names an origin that the server does not know"
    case 217: "This file can no longer be synced"
    case 222:
      "The client was away for longer than the server keeps its history (the maximum offline time)"
    case 223: "The file belongs to another user on the server"
    case 229: "The server has not completed its own first sync"
    case 232: "The server moves the app from partitions to flexible sync"
    case 233: "The client states an impossible progress"
    case 234: "The server undoes the move to flexible sync"
    case 235: "The server does not know the client's schema version"
    case 236: "The file was last synced with another schema version"
    case 1006: "The connection broke off; the user's access token is refreshed"
    case 1009: "The server closed the connection because a message was too large"
    case 4001: "The access token is no longer valid, and is refreshed"
    case 4002: "The user may not connect, and is logged out"
    case 4003: "The server's address has changed; the client asks for the new one"
    case 4405: "The server refuses the connection for good, or has moved"
    case 4400...4404: "The server can't be reached; the client tries again"
    default: nil
    }
  }
}
