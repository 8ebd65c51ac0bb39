package enum FaultCatalogue {
  /// By family, in the order of the document.
  package static let all = server + schema + client + transport + wire

  package static func description(of name: String) -> FaultDescription? {
    all.first { $0.name == name }
  }

  /// Server decisions and schema changes make a reset due wherever the device learns of them.
  private static let sessionEvents: [FaultTrigger.Event] = [
    .commit, .upload, .download, .serverCommit, .error, .reset, .end,
  ]
  /// Whatever crosses the wire; what both sides say is counted together.
  private static let wireEvents: [FaultTrigger.Event] = [.message, .upload, .download, .error]
}

// Server decisions
extension FaultCatalogue {
  private static func entry(
    _ fault: ServerFault, _ summary: String, _ parameters: [FaultDescription.Parameter] = [],
    onWire: Bool = false, inSimulation: Bool = true, example: String
  ) -> FaultDescription {
    FaultDescription(
      kind: .server(fault), summary: summary, replayEvents: sessionEvents,
      wireEvents: onWire ? wireEvents : [], isSimulated: inSimulation, parameters: parameters,
      example: example)
  }

  private static let server: [FaultDescription] = [
    entry(
      .clientReset(FaultError()),
      "the server orders a client reset, its data as the trace shows it", errorParameters,
      onWire: true, example: "after commit 5: client-reset"),
    entry(
      .recoveryDisabled, "the server orders a reset and forbids recovery", onWire: true,
      example: "at reset: recovery-disabled"),
    entry(
      .terminateSync(dataIsKept: true), "sync is terminated and enabled again",
      [
        .init("data", "`kept`, or `gone`: the backend's data was deleted too; kept by default")
      ], example: "at reset: terminate-sync data=gone"),
    entry(
      .restoreBackup(version: nil),
      "the server goes back to a backup, and newer changes are gone from it",
      [
        .init(
          "version", "the last server version that the backup has; chosen by the seed if left out"),
        .init("hours", "how old the backup is, on a day of a simulated world; 24 by default"),
      ], example: "at reset: restore-backup version=3"),
    entry(
      .offlineTooLong(recoveryIsAllowed: true),
      "the device was away for longer than the server keeps its history",
      [.init("recovery", "`allowed` or `forbidden` by the server; allowed by default")],
      onWire: true, example: "at reset: offline-too-long recovery=forbidden"),
    entry(
      .roleChange(FaultObjects(className: "")),
      "the user's role changes, and objects go out of the device's view",
      [
        .init("class", "the class of the objects", isRequired: true),
        .init("property", "a property that is compared; all objects if left out"),
        .init("comparison", "=, !=, <, <=, > or >=; = by default"),
        .init("value", "what it is compared with; goes with `property`"),
      ], example: "at reset: role-change class=T property=_id value=2"),
    entry(
      .syncError(FaultError()), "the server sends any error with any action", errorParameters,
      onWire: true, inSimulation: false,
      example: "after commit 5: sync-error code=212 action=ProtocolViolation"),
    entry(
      .migrateToFlexibleSync(query: nil), "the server migrates from partitions to flexible sync",
      [.init("query", "the query that replaces the partition; all objects by default")],
      onWire: true, inSimulation: false, example: "at reset: migrate-to-flexible-sync"),
    entry(
      .revertToPartitionSync, "the server goes back to partition-based sync", onWire: true,
      inSimulation: false, example: "at reset: revert-to-partition-sync"),
  ]

  private static let errorParameters: [FaultDescription.Parameter] = [
    .init("code", "the number of the error; 208 by default"),
    .init("action", "what the client is to do; ClientReset by default"),
    .init("message", "the text; that of the number by default"),
    .init("fatal", "whether the session must not be resumed; true by default"),
  ]
}

// Changes of the schema
extension FaultCatalogue {
  private static func entry(
    _ change: SchemaFault.Change, _ summary: String, _ parameters: [FaultDescription.Parameter],
    example: String
  ) -> FaultDescription {
    FaultDescription(
      kind: .schema(SchemaFault(change)), summary: summary, replayEvents: sessionEvents,
      isSimulated: true, parameters: parameters, example: "at reset: \(change.rawValue) \(example)")
  }

  private static func open(_ name: String, _ meaning: String) -> FaultDescription.Parameter {
    .init(name, "\(meaning); chosen by the seed if left out")
  }

  private static let theClass = open("class", "the class")
  private static let theProperty = open("property", "the property")

  private static let schema: [FaultDescription] = [
    entry(
      .removeClass, "a class is removed from the server, with its objects", [theClass],
      example: "class=T"),
    entry(
      .unknownClass, "the server never had a class of the client", [theClass], example: "class=T"),
    entry(
      .removeProperty, "a property is removed from the server, with its values",
      [theClass, theProperty], example: "class=T property=s"),
    entry(
      .changeType, "a property gets another type, and its values are converted or gone",
      [theClass, theProperty, open("type", "the new type")],
      example: "class=T property=v type=string"),
    entry(
      .changeOptionality, "an optional property becomes required, or the other way round",
      [theClass, theProperty], example: "class=T property=v"),
    entry(
      .changeCollection, "a single value becomes a list, set or dictionary, or the other way round",
      [theClass, theProperty, open("collection", "single, list, set or dictionary")],
      example: "class=T property=v collection=list"),
    entry(
      .changePrimaryKeyType, "the primary key of a class gets another type",
      [theClass, open("type", "the new type")], example: "class=T type=string"),
    entry(
      .renamePrimaryKey, "the primary key of a class gets another name",
      [theClass, open("name", "the new name")], example: "class=T name=id2"),
    entry(
      .embedClass, "a class of its own becomes an embedded one", [theClass], example: "class=T"),
    entry(
      .unembedClass, "an embedded class becomes one of its own", [theClass],
      example: "class=Address"),
    entry(
      .changeLinkTarget, "a property of links leads to another class",
      [theClass, theProperty, open("target", "the other class")],
      example: "class=T property=link target=Other"),
    entry(
      .addClass, "the server has a new class that the client does not know",
      [open("class", "the name of the new class")], example: "class=New"),
    entry(
      .addProperty, "the server has a new property that the client does not know",
      [theClass, open("property", "the name of the new property"), open("type", "its type")],
      example: "class=T property=extra type=string"),
  ]
}

// The device
extension FaultCatalogue {
  private static func entry(
    _ fault: ClientFault, _ summary: String, _ events: [FaultTrigger.Event],
    _ parameters: [FaultDescription.Parameter] = [], steps: [ResetStep]? = nil, example: String
  ) -> FaultDescription {
    FaultDescription(
      kind: .client(fault), summary: summary, replayEvents: events, steps: steps,
      parameters: parameters, example: example)
  }

  private static let messageParameter = FaultDescription.Parameter(
    "message", "the text of the exception")

  /// A session that is suspended, or not yet bound again, hears of no error.
  private static let secondResetSteps: [ResetStep] = ResetStep.allCases.filter {
    $0 != .errorArrives && $0 != .freshFileOpened && $0 != .sessionRecreated
  }

  private static let client: [FaultDescription] = [
    entry(
      .crash, "the process ends at a step of the reset, and your app starts again", [.step],
      example: "at step 9: crash"),
    entry(
      .beforeHandlerThrows(message: nil), "your app's handler before the reset throws", [.reset],
      [messageParameter], example: "at reset: before-handler-throws"),
    entry(
      .afterHandlerThrows(message: nil), "your app's handler after the reset throws", [.reset],
      [messageParameter], example: "at reset: after-handler-throws"),
    entry(
      .secondReset(FaultError()),
      "the server orders another reset before the first is acknowledged", [.reset, .step],
      errorParameters, steps: secondResetSteps, example: "after reset: second-reset"),
    entry(
      .diskFull, "no space is left for a commit of your app or of the reset", [.commit, .step],
      steps: [.downloadCompleted, .attemptRecorded, .stateTransferred],
      example: "at step 11: disk-full"),
  ]
}

// The transport
extension FaultCatalogue {
  private static func entry(
    _ fault: TransportFault, _ summary: String, _ events: [FaultTrigger.Event],
    wire: [FaultTrigger.Event] = wireEvents, example: String
  ) -> FaultDescription {
    FaultDescription(
      kind: .transport(fault), summary: summary, replayEvents: events, wireEvents: wire,
      example: "\(example): \(fault.rawValue)")
  }

  private static let messages: [FaultTrigger.Event] = [.commit, .upload, .download, .reset]

  private static let transport: [FaultDescription] = [
    entry(
      .disconnect, "the connection breaks in the middle of a message", messages,
      example: "at reset"),
    entry(
      .lostAcknowledgement, "the server has changes that the client thinks unsynced", messages,
      wire: [.upload, .download], example: "at commit 1"),
    entry(.duplicateMessage, "a message arrives twice", messages, example: "at download 2"),
    entry(
      .reorderMessages, "a message arrives after the one that follows it", messages,
      example: "at download 2"),
    entry(.truncateMessage, "a message ends early", messages, example: "at reset"),
    entry(
      .corruptMessage, "a message does not belong to the protocol", messages, example: "at reset"),
    entry(
      .corruptChangeset, "a changeset in a message cannot be read", messages,
      wire: [.message, .upload, .download], example: "at download 2"),
    entry(
      .messageTooLarge, "an upload is too large for the server, and the client resets by itself",
      [.commit, .upload, .reset], wire: [.upload], example: "at upload 2"),
  ]

  private static func entry(
    _ fault: WireFault, _ summary: String, _ parameters: [FaultDescription.Parameter] = [],
    example: String
  ) -> FaultDescription {
    FaultDescription(
      kind: .wire(fault), summary: summary, wireEvents: wireEvents, parameters: parameters,
      example: example)
  }

  private static let wire: [FaultDescription] = [
    entry(
      .delay(milliseconds: 0),
      "a message arrives later, and what follows it in its direction behind it",
      [.init("milliseconds", "for how long it is held up, one day at most", isRequired: true)],
      example: "at download 2: delay milliseconds=5000"),
    entry(.dropMessage, "a message never arrives", example: "at message 7: drop-message"),
    entry(
      .closeConnection(code: 1011, reason: nil),
      "the server closes the connection, with a code of its choice",
      [
        .init(
          "code", "the WebSocket close code that the client gets, such as 4001; 1011 by default"),
        .init("reason", "the text that goes with it, of 123 bytes at most; none by default"),
      ], example: "at upload 2: close-connection code=4001"),
  ]
}
