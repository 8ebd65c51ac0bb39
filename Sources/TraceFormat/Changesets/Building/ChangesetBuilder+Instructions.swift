extension ChangesetBuilder {
  /// Adds a class with a primary key.
  public mutating func addTable(
    _ table: RealmString, kind: TableKind = .topLevel, primaryKey: RealmString,
    type: PayloadType, isNullable: Bool = false
  ) {
    precondition(kind != .embedded && type.isPrimaryKeyType)
    append(
      .addTable(
        .init(
          table: intern(table), kind: kind,
          primaryKey: .init(field: intern(primaryKey), type: type, isNullable: isNullable))))
  }

  /// Adds a class whose objects have no primary key.
  public mutating func addTableWithoutPrimaryKey(
    _ table: RealmString, kind: TableKind = .topLevel
  ) {
    addTable(table, kind: kind, primaryKey: "", type: .globalKey)
  }

  /// Adds a class of embedded objects.
  public mutating func addEmbeddedTable(_ table: RealmString) {
    append(.addTable(.init(table: intern(table), kind: .embedded, primaryKey: nil)))
  }

  /// Removes a class.
  public mutating func eraseTable(_ table: RealmString) {
    append(.eraseTable(.init(table: intern(table))))
  }

  /// Adds a property of any type but a link; `null` means Mixed.
  ///
  /// Realm's recorder declares the empty string here, though no field refers to it.
  public mutating func addColumn(
    _ table: RealmString, _ field: RealmString, type: PayloadType, isNullable: Bool = false,
    collection: CollectionKind = .single
  ) {
    precondition(type.rawValue >= 0 && type != .link)
    let (table, field) = (intern(table), intern(field))
    _ = intern("")
    append(
      .addColumn(
        .init(
          table: table, field: field, type: type, isNullable: isNullable, collection: collection,
          keyType: collection == .dictionary ? .string : nil)))
  }

  /// Adds a property of links. As in Realm, single links and dictionaries of links may be null.
  public mutating func addLinkColumn(
    _ table: RealmString, _ field: RealmString, target: RealmString,
    collection: CollectionKind = .single
  ) {
    append(
      .addColumn(
        .init(
          table: intern(table), field: intern(field), type: .link,
          isNullable: collection == .single || collection == .dictionary, collection: collection,
          linkTarget: intern(target), keyType: collection == .dictionary ? .string : nil)))
  }

  /// Removes a property.
  public mutating func eraseColumn(_ table: RealmString, _ field: RealmString) {
    append(.eraseColumn(.init(table: intern(table), field: intern(field))))
  }

  /// Creates an object.
  public mutating func createObject(_ table: RealmString, _ object: PrimaryKeyValue) {
    append(.createObject(.init(table: intern(table), object: key(object))))
  }

  /// Removes an object.
  public mutating func eraseObject(_ table: RealmString, _ object: PrimaryKeyValue) {
    append(.eraseObject(.init(table: intern(table), object: key(object))))
  }
}
