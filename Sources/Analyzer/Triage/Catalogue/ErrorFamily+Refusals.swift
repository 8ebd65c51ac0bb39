// Refusals: the server does not take what the client sends or asks for.
extension ErrorFamily {
  static let refusals: [ErrorFamily] = [
    ErrorFamily(
      "changeset-refused", statusNames: ["BadChangeset"],
      codes: [Code(number: 212, phrases: ["Bad changeset (UPLOAD)"])]),
    ErrorFamily(
      "schema-change-refused", statusNames: ["InvalidSchemaChange"], statusCodes: [1036],
      codes: [Code(number: 225, phrases: ["Invalid schema change (UPLOAD)"])]),
    ErrorFamily(
      "compensating-write", statusNames: ["SyncCompensatingWrite"], statusCodes: [1033],
      codes: [231]),
    ErrorFamily(
      "write-not-allowed", statusNames: ["SyncWriteNotAllowed"], statusCodes: [1044], codes: [230]),
    ErrorFamily("object-already-exists", statusNames: ["ObjectAlreadyExists"], codes: [227]),
    ErrorFamily(
      "permissions-changed", statusNames: ["SyncServerPermissionsChanged"], statusCodes: [1040],
      codes: [228]),
    ErrorFamily(
      "no-access",
      statusNames: [
        "SyncPermissionDenied", "SyncUserMismatch", "BadSyncPartitionValue",
      ], statusCodes: [1029, 1037, 1041], codes: [204, 206, 223]),
  ]
}
