import TraceFormat

enum SchemaRules {
  static func addBoth(
    _ work: inout MergeWork, _ ours: Int32, _ theirs: Int32
  ) throws(MergeFailure) {
    guard work.isSameProperty(ours, theirs) else { return }
    if let mismatch = work.tableMismatch(ours, theirs) ?? work.columnMismatch(ours, theirs) {
      throw work.failure(.schemaMismatch(mismatch), ours, theirs)
    }
    work.dropBoth(ours, theirs)
  }

  static func dropWithErased(_ work: inout MergeWork, _ erase: Int32, _ other: Int32) {
    if work.isSameProperty(erase, other) { work.drop(other, because: erase) }
  }

  /// An edit in whatever object, and however far below the property.
  static func dropOtherEdit(_ work: inout MergeWork, _ erase: Int32, _ edit: Int32) {
    guard !work.quirks.contains(.erasedPropertiesKeepEdits) else { return }
    dropWithErased(&work, erase, edit)
  }

  static func eraseBoth(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) {
    if work.isSameProperty(ours, theirs) { work.dropBoth(ours, theirs) }
  }

  /// A property of another class links to what is gone: on the side that erased the class it must not
  /// be made, on the other it must go first.
  static func addColumnEraseTable(_ work: inout MergeWork, _ add: Int32, _ erase: Int32) {
    guard work.linkTarget(add) == work[erase].className else { return }
    work.prependEraseColumn(to: erase, removing: add)
    work.drop(add, because: erase)
  }
}

enum ObjectRules {
  /// A removal beats a creation at any time.
  static func dropWithErased(_ work: inout MergeWork, _ erase: Int32, _ other: Int32) {
    if work.isSameObject(erase, other) { work.drop(other, because: erase) }
  }

  /// The later removal stays, so that it takes along what the other side did after its own.
  static func eraseBoth(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) {
    guard work.isSameObject(ours, theirs) else { return }
    let isOursLater = work.isEarlier(theirs, ours)
    work.drop(isOursLater ? theirs : ours, because: isOursLater ? ours : theirs)
  }
}

// What is compared of two additions, in this order
extension MergeWork {
  fileprivate func tableMismatch(_ ours: Int32, _ theirs: Int32) -> SchemaMismatch? {
    let (mine, its) = (source(ours), source(theirs))
    guard case .addTable(let a) = mine.instruction, case .addTable(let b) = its.instruction else {
      return nil
    }
    let className = mine.changeset.string(a.table)
    guard let key = a.primaryKey, let other = b.primaryKey else {
      let isOurs = a.primaryKey == nil
      return isOurs == (b.primaryKey == nil)
        ? nil : .embedding(className: className, isOurs: isOurs)
    }
    let name = mine.changeset.string(key.field)
    let otherName = its.changeset.string(other.field)
    if name != otherName {
      return .primaryKeyNames(className: className, ours: name, theirs: otherName)
    }
    if key.type != other.type {
      return .primaryKeyTypes(className: className, key: name, ours: key.type, theirs: other.type)
    }
    if key.isNullable != other.isNullable {
      return .primaryKeyNullability(className: className, key: name)
    }
    return a.kind == b.kind ? nil : .asymmetry(className: className)
  }

  fileprivate func columnMismatch(_ ours: Int32, _ theirs: Int32) -> SchemaMismatch? {
    let (mine, its) = (source(ours), source(theirs))
    guard case .addColumn(let a) = mine.instruction, case .addColumn(let b) = its.instruction else {
      return nil
    }
    let (name, property) = (mine.changeset.string(a.table), mine.changeset.string(a.field))
    if a.type != b.type {
      return .types(className: name, property: property, ours: a.type, theirs: b.type)
    }
    if a.isNullable != b.isNullable { return .nullability(className: name, property: property) }
    if a.collection != b.collection {
      return .collections(
        className: name, property: property, ours: a.collection, theirs: b.collection)
    }
    guard a.type == .link, let target = a.linkTarget, let other = b.linkTarget else { return nil }
    let (ourTarget, theirTarget) = (mine.changeset.string(target), its.changeset.string(other))
    guard ourTarget != theirTarget else { return nil }
    return .linkTargets(className: name, property: property, ours: ourTarget, theirs: theirTarget)
  }

  /// Puts the removal of a property right before the removal of the class that it links to.
  ///
  /// Of ours it has yet to meet what of theirs stands behind the instruction that it is made for; of
  /// theirs it waits for the next of ours.
  fileprivate mutating func prependEraseColumn(to erase: Int32, removing add: Int32) {
    let (erased, added) = (self[erase], self[add])
    let position = prepended[erase]?.count ?? 0
    var made = MergeInstruction(
      kind: .eraseColumn, changeset: erased.changeset, source: erased.source, length: 2,
      className: added.className,
      order: Self.order(Int(erase), before: position))
    made.property = added.property
    made.above = addresses.classAddress(added.className, makes: true)
    let number = Int32(instructions.count)
    instructions.append(made)
    prepended[erase, default: []].append(number)
    changesets[Int(erased.changeset)].isModified = true
    guard !isOurs(erase) else {
      waiting = number
      return
    }
    let isBehind = { [instructions] (other: Int32) in instructions[Int(other)].order > made.order }
    if comparesAll { addresses.insert(number, into: .all, isBehind: isBehind) }
    addresses.insert(number, into: .schema(made.className, made.property), isBehind: isBehind)
    if needs.erasesClass { addresses.insertInner(number, at: made.above, isBehind: isBehind) }
  }
}
