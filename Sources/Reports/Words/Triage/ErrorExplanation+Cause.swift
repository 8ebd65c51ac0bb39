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
      transaction: in a check, in the recovery, in the transfer, or in one of the app's own \
      callbacks
      """
    case .clientResetNotStarted:
      """
      The client reset (action <action>) that `<originating>` asked for failed before it touched \
      the file: the server forbids what the mode asks for, or the fresh copy could not be \
      downloaded
      """
    case .acknowledgementNotTracked:
      """
      After a reset the client waits until everything is uploaded and downloaded, and that wait \
      ended with an error
      """
    case .processTerminated:
      """
      The process ended in the reset: Realm Core ends it here or goes on with undefined \
      behaviour, or it was ended from outside
      """
    case .downloadFailed:
      """
      The fresh copy of the server's data could not be downloaded, and without it there is no reset
      """
    case .handlerThrew: "A callback of the app threw an exception: before the reset, or after it"
    case .diskFull: "The device has no room for the new state"
    case .automaticResetFailed:
      """
      An automatic client reset failed, before it touched the file or inside its transaction; the \
      text that comes with the name says where and why
      """
    case .clientResetLeftToApp:
      """
      The app's error handler is told of a client reset that is left to the app \
      (`is_client_reset_requested` is true): either its mode is Manual, or an automatic reset has \
      failed
      """
    case .clientResetNotAsked:
      """
      The app's error handler is told that the error asks for no client reset \
      (`is_client_reset_requested` is false): its action is none of a reset, and no automatic \
      reset has failed
      """
    case .downloadNotIntegrated:
      """
      The client could not take in a changeset that it had downloaded: what it says does not fit \
      what the client holds
      """
    case .recoveryNotAllowed:
      """
      The server asked for a reset without recovery (ClientResetNoRecovery), and the app's mode \
      is Recover, which never discards
      """
    case .resetCycle:
      """
      The file tracks an earlier reset for the same action, in mode <mode> at <time> (UTC), that \
      was never completed: it failed, the process ended in it, or what it left was not yet \
      uploaded and acknowledged. Mode <otherMode> does not try again
      """
    case .manualModeNotRecorded:
      """
      A reset in mode <mode> was to be put on record, which only automatic modes are. The actions \
      MigrateToFLX and RevertToPBS start a reset whatever the mode, and need an automatic one
      """
    case .actionNotRecorded:
      "A reset was to be put on record for the action <action>, which starts none"
    case .rollbackOfNativeFlexibleSync:
      """
      The server rolled flexible sync back to partitions, but this client was configured for \
      flexible sync and knows no partition
      """
    case .primaryKeysDiffer:
      """
      The primary key of a class differs between server and device: in type, name or optionality, \
      or only one side has one
      """
    case .primaryKeyMissing:
      """
      Of class `<class>` one side has a primary key and the other has none (`dest` is the device: \
      it lacks the key; `source` is the server). Mostly one side holds it to be embedded
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
      The device has these classes, and the server does not: `<names>`. The server removed them, \
      or never got them; recovery only survives it where adding them is itself unsynced, and \
      discarding never does
      """
    case .propertiesRemoved:
      """
      The device has these properties of class `<class>`, and the server does not: `<names>`. The \
      server removed them, or never got them; recovery only survives it where adding them is \
      itself unsynced, and discarding never does
      """
    case .propertyTypeChanged:
      "`<place>` is of type <type> on the server and <otherType> on the device"
    case .propertyKindChanged:
      """
      `<place>` is optional on one side and required on the other, or a single value on one and a \
      collection on the other (the numbers in the message are internal)
      """
    case .recoveryFailed:
      """
      An unsynced change can't be applied to the server's state; one such change fails the \
      recovery of all
      """
    case .classAddedDifferently:
      "The device added class `<class>`, and the server has another of that name"
    case .classDiffers:
      """
      The device added class `<class>`, and the server has one of that name with another primary \
      key, or of another kind (embedded, asymmetric)
      """
    case .propertyAddedDifferently:
      "The device added a property that does not fit the server's schema"
    case .propertyDiffers:
      """
      The device added `<place>`, and the server has a property of that name that differs: <reason>
      """
    case .propertyTargetMissing:
      """
      The device added the property `<place>`, which links to class `<class>`, and the server \
      does not have that class
      """
    case .dictionaryKeysNotText:
      "The device added the dictionary `<place>` with keys that are no text"
    case .classErasedOnDevice:
      "The unsynced changes remove class `<class>`, and a recovery can't do that"
    case .propertyErasedOnDevice:
      """
      The unsynced changes remove a property, even if only one that they had added, and a \
      recovery can't do that
      """
    case .propertyGone:
      """
      The device changed `<property>` of class `<class>` (<instruction>), and the server has \
      removed that property
      """
    case .pathLeadsElsewhere:
      """
      An unsynced <instruction> leads through, or to, something of another kind on the server \
      (`<place>`): a property that became a collection, a link or a plain value
      """
    case .badChangeset:
      """
      An unsynced instruction about `<target>` does not fit the server's schema or state; one \
      such instruction fails the recovery of all
      """
    case .classGone:
      "The device changed objects of class `<class>`, and the server has removed that class"
    case .primaryKeyDoesNotFit:
      """
      The device's object has <key> <value> for its primary key, and on the server `<place>` is \
      of type <type>
      """
    case .primaryKeyPresenceDiffers:
      """
      The primary key of the device's object does not suit the server's `<place>`, which has \
      none, or has one that must not be null
      """
    case .createdWithAnotherKey:
      """
      The device created an object with a primary key of type <key>, and the server's class has \
      keys of another type, or none
      """
    case .valueOfAnotherType:
      """
      The device wrote a value (<instruction>) to `<place>` whose type the server's property does \
      not take: expected <type>, got <otherType>
      """
    case .valueNotTaken:
      """
      The device wrote (<instruction>) what the server's property has no place for: an embedded \
      object, a collection, the removal of an entry
      """
    case .nullWhereRequired: "The device wrote null to `<place>`, which is required on the server"
    case .noIntegerToAddTo:
      "The device added to the number in `<place>`, and the server has no integer there"
    case .linkTargetClassDiffers:
      """
      The device set a link where the server's schema does not take it: class `<class>` is \
      missing there, is embedded, or is not what the property links to
      """
    case .listPositionLost:
      """
      The recovery wanted to act at position <index> of a list (<instruction>), and the limit was \
      <limit>. Mostly it had dropped an insertion whose link target is gone, and did not count it \
      (docs/rules.md, R5 and R11)
      """
    case .listSizeDiffers:
      """
      <instruction> was written for a list of <limit> elements, and the list has <count>. Mostly \
      it came with a download, and the client's list is another than the one that the server \
      counted on
      """
    case .listElementGone:
      """
      The path of an unsynced change leads through an element that the recovery had inserted, and \
      there to something that is not there
      """
    case .objectMissing:
      "An instruction is about object `<object>` of class `<class>`, which is not there"
    case .indexOutOfBounds:
      """
      The recovery wanted to act (<method>) at position <index> of <place>, which is shorter. The \
      server had shortened the list, and tracked positions collided (docs/rules.md, R6), or the \
      copy of a list of mixed values used wrong ones (R13)
      """
    case .nestedTooDeep:
      """
      A mixed value holds lists and dictionaries in each other more than 100 levels deep, which \
      is as deep as the storage layer nests them
      """
    case .targetObjectNotFound:
      """
      A dictionary inside a mixed value was copied with a link to an object that the server does \
      not have (docs/rules.md, R14)
      """
    case .dictionaryRefusesValue:
      """
      The server's dictionary does not take what the device put into it: <reason>. Null can also \
      stand for a link whose target is gone
      """
    case .rejectedByStorage: "The storage layer refuses what the unsynced changes do"
    case .objectGone: "The device changed an object that the server has deleted; the deletion wins"
    case .embeddedObjectGone:
      "The device changed an embedded object below `<place>` that the server has removed"
    case .dictionaryKeyGone:
      """
      The device changed something below the dictionary key `<key>`, which the server has removed \
      (the path in the message, `<place>`, repeats the key in place of the property)
      """
    case .collectionGone:
      """
      The device changed a collection inside a mixed value that the server has replaced by \
      something else
      """
    case .listLinkTargetGone:
      "The device put a link into a list whose target the server has deleted"
    case .setLinkTargetGone: "The device put a link into a set whose target the server has deleted"
    case .listCopyNotResolved:
      """
      A list was to be copied whole from the device, but can't be found on both sides \
      (`<place>`): what holds it is gone, or stands below a dictionary of embedded objects \
      (docs/rules.md, R12)
      """
    case .listCopiedWhole:
      """
      The device touched an element of the list `<place>` that it had not inserted itself, so its \
      whole list (<limit> elements) replaces the server's (<count>)
      """
    case .updateLinkTargetGone:
      """
      The device set a link to an object that the server has deleted, so null is written in its \
      place, over whatever the server has
      """
    case .addIntegerNotAnInteger:
      "The device added to a number that is null or no integer on the server"
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
      An upload was larger than the server takes. The client itself then asks for a reset, with \
      the action ClientReset
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
      The SDK's name for errors that it has no name of its own for; the text or the number that \
      comes with it says more
      """
    case .wrongSyncType:
      "The client is set to partition-based sync and the server to flexible sync, or reversed"
    case .schemaVersion: "Client and server are at different versions of the schema"
    case .errorThatEndsTheProcess:
      "A number of old servers that Realm Core has no error for: receiving it ends the process"
    case .unknownErrorCode: "The error number is none that Realm Core 14.14 knows"
    case .connectionLost: "The connection ended; the client connects again"
    case .connectionRefused: "The server does not let the user connect"
    case .actionClientReset: "The server asks for a client reset, and allows recovery"
    case .actionClientResetNoRecovery: "The server asks for a client reset, and forbids recovery"
    case .actionMigrateToFLX: "The server has moved the app to flexible sync"
    case .actionRevertToPBS: "The server has moved the app back to partition-based sync"
    case .actionDeleteRealm: "The server asks for the file to be deleted"
    case .actionProtocolViolation: "Client and server do not agree about the protocol"
    case .actionApplicationBug:
      "The app did what the server does not take; also what an unknown action is taken for"
    case .actionWarning: "The server tells the app something"
    case .actionTransient: "Something passing"
    case .actionRefreshUser: "The user's access token has to be refreshed"
    case .actionRefreshLocation: "The server's address has to be asked for again"
    case .actionLogOutUser: "The user has to log in again"
    case .actionMigrateSchema: "The file has to move to another version of the schema"
    case .actionNoAction: "The error came without an action, which no server of today sends"
    case .unknownMessage: "No message of a client reset that is known here"
    }
  }

  private var variantCause: MessagePattern? {
    switch (topic, variant) {
    case (.badChangeset, "unplaced"):
      """
      An unsynced instruction does not fit the server's schema or state; one such instruction \
      fails the recovery of all
      """
    case (.listSizeDiffers, "quoted"):
      """
      <instruction> was written for a list of another size than the one that is there. Mostly it \
      came with a download, and the client's list is another than the one that the server counted \
      on
      """
    case (.listSizeDiffers, "merge"):
      """
      Two changes of one list that were to be merged count on lists of different sizes: device \
      and server do not agree about what the list was before
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
    case 204: "The partition value of the file is none that the server takes"
    case 206: "The user may not sync this file"
    case 208:
      """
      The server does not know this file's identifier: sync was terminated and enabled again, as \
      an upgrade from a shared to a dedicated cluster needs, or the server was restored from a \
      backup
      """
    case 209:
      """
      The file has seen versions that the server does not have: the server was restored from a \
      backup. What it had acknowledged since that backup counts as synced, and is not recovered
      """
    case 210:
      """
      The server has changes of this client that the file itself does not have: the file is an \
      older copy of itself
      """
    case 211:
      """
      Client and server disagree about a version that both have: the server was restored or \
      replaced. What it had acknowledged and does not have now is not recovered
      """
    case 216: "A changeset names an origin that the server does not know"
    case 217: "This file can't be synced any more"
    case 222:
      "The client was away for longer than the server keeps its history (the maximum offline time)"
    case 223: "The file belongs to another user on the server"
    case 229: "The server has not completed its own first sync"
    case 232: "The server moves the app from partitions to flexible sync"
    case 233: "The progress that the client states can't be"
    case 234: "The server takes the move to flexible sync back"
    case 235: "The server does not know the client's schema version"
    case 236: "The file was last synced with another schema version"
    case 1006: "The connection broke off; the user's access token is refreshed"
    case 1009: "The server closed the connection because a message was too large"
    case 4001: "The access token is not valid any more, and is refreshed"
    case 4002: "The user may not connect, and is logged out"
    case 4003: "The server has another address now, which is asked for"
    case 4405: "The server refuses the connection for good, or has moved"
    case 4400...4404: "The server can't be reached; the client tries again"
    default: nil
    }
  }
}
