extension ProtocolErrorCode {
  static let messages: [Int32: String] = [
    100: "Connection closed (no error)",
    101: "Other connection level error",
    102: "Unknown type of input message",
    103: "Bad syntax in input message head",
    104: "Limits exceeded in input message",
    105: "Wrong protocol version (CLIENT)",
    106: "Bad session identifier in input message",
    107: "Overlapping reuse of session identifier (BIND)",
    108: "Client file bound in other session (IDENT)",
    109: "Bad input message order",
    110: "Bad decompression of message",
    111: "Bad changeset header syntax",
    112: "Bad changeset size",
    113: "Wrong wire protocol, switch to the flexible sync wire protocol",
    114: "Wrong wire protocol, switch to the partition-based sync wire protocol",
    200: "Session closed (no error)",
    201: "Other session level error",
    202: "Access token expired",
    203: "Bad user authentication (BIND)",
    204: "Illegal Realm path (BIND)",
    205: "No such Realm (BIND)",
    206: "Permission denied (BIND)",
    207: "Bad server file identifier (IDENT)",
    208: "Bad client file identifier (IDENT)",
    209: "Bad server version (IDENT)",
    210: "Bad client version (IDENT, UPLOAD)",
    211: "Diverging histories (IDENT)",
    212: "Bad changeset (UPLOAD)",
    214: "Query-based sync is disabled",
    215: "Unsupported session-level feature",
    216: "Bad origin file identifier (UPLOAD)",
    217: "Synchronization no longer possible for client-side file",
    218: "Server file was deleted while a session was bound to it",
    219: "Client file has been blacklisted (IDENT)",
    220: "User has been blacklisted (BIND)",
    221: "Serialized transaction before upload completion",
    222: "Client file has expired",
    223: "User mismatch for client file identifier (IDENT)",
    224: "Too many sessions in connection (BIND)",
    225: "Invalid schema change (UPLOAD)",
    226: "Client query is invalid/malformed (IDENT, QUERY)",
    227: "Client tried to create an object that already exists outside their view (UPLOAD)",
    228:
      """
    Server permissions for this file ident have changed since the last time it was used \
    (IDENT)
    """,
    229: "Client tried to open a session before initial sync is complete (BIND)",
    230:
      """
    Client attempted a write that is disallowed by permissions, or modifies an object \
    outside the current query - requires client reset
    """,
    231:
      """
    Client attempted a write that is disallowed by permissions, or modifies an object \
    outside the current query, and the server undid the change
    """,
    232: "Server migrated to flexible sync",
    233: "Bad progress information (DOWNLOAD)",
    234: "Server rolled back to partition-based sync",
    235: "Client tried to open a session with an invalid schema version (BIND)",
    236: "Client opened a session with a new valid schema version",
  ]
}
