// Schemas that the transfer can't bridge (`docs/rules.md`, "Transfer"; Realm Core: `transfer_group` in
// `sync/noinst/client_reset.cpp`).
extension TriageEntry {
  static let transfer: [TriageEntry] = [
    TriageEntry("primary-keys-differ", terms: ["incompatiblePrimaryKey"]),
    TriageEntry(
      "primary-key-missing",
      patterns: ["Client reset requires a primary key column in <side> table '<class>'"]),
    TriageEntry(
      "primary-key-type-changed",
      patterns: [
        "Client reset found incompatible primary key types (<type> vs <otherType>) on '<class>'"
      ]),
    TriageEntry(
      "primary-key-attributes-changed",
      patterns: [
        """
        Client reset found incompatible primary key attributes (<key> vs <otherKey>) on '<class>'
        """
      ]),
    TriageEntry(
      "primary-key-renamed",
      patterns: [
        """
        Client reset requires equal pk column names but '<property>' != '<otherProperty>' on '<class>'
        """
      ]),
    TriageEntry(
      "classes-removed",
      patterns: ["Client reset cannot recover when classes have been removed: {<names>}"],
      terms: ["classesRemoved"]),
    TriageEntry(
      "properties-removed",
      patterns: [
        """
        Client reset cannot recover when columns have been removed from '<class>': {<names>}
        """
      ], terms: ["propertiesRemoved"]),
    TriageEntry(
      "property-type-changed",
      patterns: [
        """
        Incompatible column type change detected during client reset for '<place>' (<type> vs \
        <otherType>)
        """
      ], terms: ["incompatibleType"]),
    TriageEntry(
      "property-kind-changed",
      patterns: [
        """
        Incompatable column attribute change detected during client reset for '<place>' (<key> vs \
        <otherKey>)
        """
      ], terms: ["incompatibleAttributes"]),
  ]
}
