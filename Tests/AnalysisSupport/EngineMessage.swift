import Testing

/// A message of Realm Core, and what it should be explained as.
package struct EngineMessage: CustomTestStringConvertible {
  package var text: String
  package var identifier: String
  /// What the explanation must name.
  package var names: [String]

  package init(_ text: String, _ identifier: String, _ names: String...) {
    self.text = text
    self.identifier = identifier
    self.names = names
  }

  package var testDescription: String { text }
}

extension EngineMessage {
  /// Every text that `docs/triage.md` gives, as Realm Core 14.14 prints it.
  package static let all: [EngineMessage] =
    resets + transfer + recovery + instructions + discards + errors

  /// As lines about a reset that a file has on record name it.
  private static let pendingReset =
    "pending client reset of type: 'Recover' at: 2025-03-09 07:15:30.250000000 for error: "
    + "SyncClientResetRequired: Bad client file identifier (IDENT)"

  package static let resets: [EngineMessage] = [
    EngineMessage(
      """
      A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: Bad \
      client file identifier (IDENT): 'Client reset cannot recover when classes have been removed: \
      {AddedClass}'
      """, "classes-removed", "`AddedClass`"),
    EngineMessage(
      """
      A fatal error occurred during 'ClientResetNoRecovery' client reset for \
      SyncClientResetRequired: Bad client file (IDENT): 'RuntimeError: A client reset is required \
      but the server does not permit recovery for this client'
      """, "recovery-not-allowed"),
    EngineMessage(
      """
      A fatal error occurred during 'MigrateToFLX' client reset for WrongSyncType: Wrong kind: \
      'InvalidSubscriptionQuery: unknown property'
      """, "subscription-refused"),
    EngineMessage(
      """
      Client reset mode is set to 'Recover' but the server does not allow recovery for this client
      """, "recovery-not-allowed"),
    EngineMessage(
      """
      A previous 'Recover' mode reset from 2024-05-01 12:30:00.000250000 did not succeed, giving up \
      on 'DiscardLocal' mode to prevent a cycle
      """, "reset-cycle", "Recover", "2024-05-01 12:30:00.000250000", "DiscardLocal"),
    EngineMessage(
      """
      Unexpected previous 'RecoverOrDiscard' mode reset from 2024-05-01 12:30:00 did not succeed, \
      giving up on 'Recover' mode to prevent a cycle
      """, "reset-cycle", "RecoverOrDiscard", "2024-05-01 12:30:00"),
    EngineMessage(
      "Unsupported client reset resync mode: Manual for pending reset",
      "manual-mode-not-recorded", "Manual"),
    EngineMessage(
      "Unsupported client reset action: Warning for pending reset", "action-not-recorded", "Warning"
    ),
    EngineMessage(
      """
      Received 'RevertToPBS' from server after rollback while client is natively using FLX - expected \
      'SwitchToPBS'
      """, "rollback-of-native-flexible-sync"),
    EngineMessage(
      "Error while tracking client reset acknowledgement: ConnectionClosed: gone",
      "acknowledgement-not-tracked"),
    EngineMessage(
      """
      Client reset: path_local = /a.realm, fresh_file_ident = (ident: 31, salt: 1), \
      fresh_server_version = (ident: 9, salt: 2), remote_path = , requested_mode = RecoverOrDiscard, \
      action = ClientReset, actual_mode = Recover, will_recover = true, originating_error = \
      SyncClientResetRequired: Bad client file identifier (IDENT)
      """, "reset-under-way", "Recover"),
    EngineMessage(
      """
      Client reset: path_local = /a.realm, client_file_ident = (ident: 1, salt: 2), remote_path = /p, \
      requested_mode = DiscardLocal, recovery_is_allowed = true, actual_mode = DiscardLocal, \
      will_recover = false
      """, "reset-under-way", "DiscardLocal"),
    EngineMessage("Tracking \(pendingReset)", "reset-on-record", "Recover"),
    EngineMessage("Found a previous \(pendingReset)", "reset-on-record", "Recover"),
    EngineMessage(
      "Tracking pending client reset of type \"Recover\" from 2025-03-09 07:15:30",
      "reset-on-record", "Recover"),
    EngineMessage(
      "A previous reset was detected of type: 'DiscardLocal' at: 2025-03-09 07:15:30",
      "reset-on-record", "DiscardLocal"),
    EngineMessage(
      "Server has acknowledged \(pendingReset)", "reset-on-record",
      "has acknowledged the client reset in mode `recover`"),
  ]

  package static let transfer: [EngineMessage] = [
    EngineMessage(
      "Client reset requires a primary key column in dest table 'class_Gone'",
      "primary-key-missing", "`Gone`"),
    EngineMessage(
      """
      Client reset found incompatible primary key types (col_type_String vs col_type_Int) on \
      'class_new table'
      """, "primary-key-type-changed", "String on the server", "Int on the device", "`new table`"),
    EngineMessage(
      "Client reset found incompatible primary key attributes (65536 vs 1114112) on 'class_T'",
      "primary-key-attributes-changed", "`T`"),
    EngineMessage(
      "Client reset requires equal pk column names but 'id2' != '_id' on 'class_T'",
      "primary-key-renamed", "`id2` on the server", "`_id` on the device", "`T`"),
    EngineMessage(
      "Client reset cannot recover when classes have been removed: {A, B}", "classes-removed",
      "`A`, `B`"),
    EngineMessage(
      """
      Client reset cannot recover when columns have been removed from 'class_T': {value2, array, }
      """, "properties-removed", "`T`", "`value2`, `array`."),
    EngineMessage(
      """
      Incompatible column type change detected during client reset for 'class_T.v' (col_type_String \
      vs col_type_Int)
      """, "property-type-changed", "`T.v`", "String on the server", "Int on the device"),
    EngineMessage(
      """
      Incompatable column attribute change detected during client reset for 'class_T.v' (4398046511104 \
      vs 1048576)
      """, "property-kind-changed", "`T.v`"),
  ]

  package static let recovery: [EngineMessage] = [
    recovering("Update: No such field: 's' in class 'class_T'", "property-gone", "`s`", "`T`"),
    recovering(
      "Types cannot be erased during client reset recovery: 'Old'", "class-erased-on-device",
      "`Old`"),
    recovering(
      "Properties cannot be erased during client reset recovery", "property-erased-on-device"),
    recovering(
      """
      While recovering during client reset, an AddColumn instruction could not be applied: \
      'AddColumn: Schema mismatch for existing column in 'class_T.v' (expected col_type_String, got \
      type_Int)'
      """, "property-differs", "`T.v`", "expected col_type_String, got type_Int"),
    recovering(
      """
      While recovering during client reset, an AddColumn instruction could not be applied: \
      'AddColumn: Schema mismatch for existing column in 'class_T.v' (existing is not a list, the \
      other is)'
      """, "property-differs", "existing is not a list, the other is"),
    recovering(
      """
      While recovering from a client reset, an AddTable instruction for 'T' could not be applied: \
      'AddTable: The existing table 'class_T' has different properties'
      """, "class-differs", "`T`"),
    recovering("Invalid path for Update (list)", "path-leads-elsewhere", "list"),
    recovering(
      "Update: Reference through non-embedded link in field 'a' in class 'class_T'",
      "path-leads-elsewhere", "`a`"),
    recovering(
      "ArrayInsert: Resolving path through unstructured field 'class_T.v' of type col_type_Int",
      "path-leads-elsewhere", "`T.v`"),
    recovering(
      "Clear: List index is not an integer on field 'l' in class 'class_T'", "path-leads-elsewhere"),
    EngineMessage(
      "AddTable: The existing table 'class_T' is not embedded" + located("", "Table"),
      "class-differs", "`T`"),
  ]

  private static func recovering(_ inner: String, _ identifier: String, _ names: String...)
    -> EngineMessage
  {
    var message = EngineMessage(
      "Unable to automatically recover local changes during client reset: '\(inner)'", identifier)
    message.names = names
    return message
  }

  private static func located(_ place: String, _ kind: String) -> String {
    """
     (\(place)version: 0, last_integrated_remote_version: 0, origin_file_ident: 0, timestamp: 0). \
    Please contact support.
    """
  }

  private static func instruction(_ text: String, _ identifier: String, _ names: String...)
    -> EngineMessage
  {
    var message = EngineMessage(
      text + located("instruction target: T[Int(1)].v, ", ""), identifier)
    message.names = names
    return message
  }

  package static let instructions: [EngineMessage] = [
    EngineMessage(
      "Update: Table 'class_Gone' does not exist" + located("", ""), "class-gone", "`Gone`"),
    EngineMessage(
      "(unspecified): Table 'class_Gone' does not exist"
        + located("instruction target: Gone[Int(1)], ", ""), "class-gone", "`Gone`"),
    instruction(
      """
      Update instruction with integer primary key (2), but 'class_T._id' has primary keys of type \
      'type_String'
      """, "primary-key-does-not-fit", "integer 2", "`T._id`", "String"),
    instruction(
      "Update instruction with NULL primary key, but column 'class_T._id' is not nullable",
      "primary-key-presence-differs", "`T._id`"),
    instruction(
      """
      CreateObject instruction without primary key, but table 'class_T' has a primary key column of \
      type type_Int
      """, "primary-key-presence-differs", "`T`"),
    instruction(
      "CreateObject(Int) on a table with primary key type type_String",
      "created-with-another-key", "Int"),
    instruction(
      "Update: Type mismatch in 'class_T.v' (expected col_type_String, got type_Int)",
      "value-of-another-type", "`T.v`", "expected String, got Int"),
    instruction("Update: NULL in non-nullable field 'class_T.v'", "null-where-required", "`T.v`"),
    instruction("AddInteger: Not an integer field 'class_T.v'", "no-integer-to-add-to", "`T.v`"),
    instruction("Link with invalid target table 'class_T0'", "link-target-class-differs", "`T0`"),
    instruction("Link to embedded table 'class_T0'", "link-target-class-differs", "`T0`"),
    instruction(
      "Update: Target table mismatch (expected class_A, got class_T0)",
      "link-target-class-differs", "class `T0`"),
    instruction("ArrayInsert: Index out of bounds (1 > 0)", "list-position-lost", "1", "0"),
    instruction(
      "ArrayErase: Invalid index (index = 1, prior_size = 1)", "list-position-lost", "position 1"),
    instruction(
      "ArrayInsert: Invalid prior_size (list size = 3, prior_size = 5)", "list-size-differs",
      "5 elements", "has 3", "download"),
    instruction(
      "ArrayErase: Invalid prior_size (list size = 4, prior_size = 2)", "list-size-differs",
      "2 elements", "has 4"),
    instruction(
      "ArrayInsert: Invalid prior_size", "list-size-differs", "another size", "download"),
    EngineMessage(
      "Merge error: left.prior_size == right.prior_size", "list-size-differs", "merged"),
    EngineMessage(
      """
      Failed to integrate downloaded changesets: BadChangeset: Failed to apply received changeset: \
      ArrayInsert: Invalid prior_size (list size = 3, prior_size = 5) (instruction target: \
      T[Int(1)].l[5], version: 4, last_integrated_remote_version: 0, origin_file_ident: 2, timestamp: \
      0). Please contact support.
      """, "download-not-integrated"),
    EngineMessage(
      """
      Failed to integrate downloaded changesets: Failed to parse, or apply received changeset: ArrayErase: No such \
      object: List in class '7' (instruction table: List, version: 544, last_integrated_remote_version: 1, \
      origin_file_ident: 85, timestamp: 0)
      """, "download-not-integrated"),
    EngineMessage(
      """
      BadChangeset: Failed to transform received changeset: Merge error: left.prior_size == \
      right.prior_size
      """, "download-not-integrated"),
    instruction("ArrayMove from out of bounds (3 >= 3)", "list-position-lost", "position 3"),
    instruction("ArrayMove to out of bounds (4 >= 3)", "list-position-lost", "position 4"),
    instruction("ArrayMove to same location (1)", "list-element-gone"),
    EngineMessage(
      "Requested index 3 calling set() on list 'T.l' when max is 1", "index-out-of-bounds",
      "position 3", "list 'T.l'"),
    EngineMessage(
      "Requested index 0 calling remove() on list 'T.l' when empty", "index-out-of-bounds"),
    EngineMessage("Max nesting level reached", "nested-too-deep", "100 levels"),
    EngineMessage("Target object not found", "target-object-not-found"),
    EngineMessage(
      "Dictionary::insert: Value cannot be null", "dictionary-refuses-value", "Value cannot be null"
    ),
  ]

  package static let discards: [EngineMessage] = [
    EngineMessage("Cannot recover 'Update' which operates on a deleted object", "object-gone"),
    EngineMessage(
      """
      Discarding a local Update made to an embedded object which no longer exists along path \
      'class_T.step'
      """, "embedded-object-gone", "`T.step`"),
    EngineMessage(
      """
      Discarding a local ArrayInsert because the key 'k' does not exist in a dictionary along path \
      'k.class_T'
      """, "dictionary-key-gone", "`k`"),
    EngineMessage(
      """
      Discarding a local ArrayInsert made to a collection which no longer exists along path. Error: \
      ArrayInsert: Not a list or dictionary on field 'any' in class 'class_T'
      """, "collection-gone"),
    EngineMessage(
      "Discarding an update which links to a deleted object", "list-link-target-gone"),
    EngineMessage(
      "Discarding ArrayInsert which links to a deleted object", "list-link-target-gone"),
    EngineMessage(
      "Discarding a SetInsert which links to a deleted object", "set-link-target-gone"),
    EngineMessage(
      """
      Discarding a list recovery made to an object which could not be resolved. \
      remote_path='class_T[1].l'
      """, "list-copy-not-resolved", "`T[1].l`"),
    EngineMessage(
      "Recovery overwrites list for 'class_T[1].l' size: 4 -> 3", "list-copied-whole",
      "`T[1].l`", "3 elements", "(4)"),
  ]

  package static let errors: [EngineMessage] = [
    EngineMessage(
      "SyncClientResetRequired: Bad client file identifier (IDENT)", "client-reset-required",
      "identifier"),
    EngineMessage(
      "SyncClientResetRequired: whatever this server says", "client-reset-required"),
    EngineMessage("Unknown sync protocol error code 299: new", "unknown-error-code"),
    EngineMessage(
      """
      Sync websocket closed because the server received a message that was too large: message too \
      large
      """, "message-too-large"),
    EngineMessage(
      "Closing the websocket with error code=WebSocket: Message Too Big, message='x', was_clean=true",
      "message-too-large"),
    EngineMessage("User-provided callback failed", "handler-threw"),
  ]
}
