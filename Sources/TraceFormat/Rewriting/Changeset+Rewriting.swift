extension Changeset {
  /// The changeset with everything in its instructions replaced as a rewriting says.
  ///
  /// Its strings are declared where Realm's recorder declares them; those that no instruction uses
  /// stay before the instruction that they stand before.
  ///
  /// - Throws: where a string is larger than Realm accepts.
  public func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> Changeset {
    var rewriter = ChangesetRewriter(source: self, rewriting: rewriting)
    defer { rewriting = rewriter.rewriting }
    try rewriter.rewriteAll()
    return rewriter.builder.changeset
  }

  /// The encoded changeset with everything in it replaced; nil where nothing is.
  func encoded(
    rewrittenBy rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> [UInt8]? {
    let whole = rewriting.changeset(self)
    var rewriter = ChangesetRewriter(source: whole, rewriting: rewriting)
    defer { rewriting = rewriter.rewriting }
    try rewriter.rewriteAll()
    guard rewriter.hasReplaced || whole != self else { return nil }
    return rewriter.builder.changeset.encoded()
  }
}

struct ChangesetRewriter<Rewriting: EventRewriting> {
  let source: Changeset
  var rewriting: Rewriting
  var builder = ChangesetBuilder()
  private(set) var hasReplaced = false

  mutating func rewriteAll() throws(RewritingFailure) {
    var unused = UnusedStrings(source)
    for (index, instruction) in source.instructions.enumerated() {
      try declare(unused.next(before: index))
      builder.append(try rewritten(instruction))
    }
    try declare(unused.next(before: .max))
  }

  private mutating func declare(_ strings: [RealmString]) throws(RewritingFailure) {
    for string in strings { _ = try intern(noted(rewriting.unusedString(string), string)) }
  }

  /// The replacement, once it has been compared with what was there.
  private mutating func noted<Thing: Equatable>(_ replacement: Thing, _ original: Thing) -> Thing {
    if replacement != original { hasReplaced = true }
    return replacement
  }

  mutating func rewritten(_ instruction: Instruction) throws(RewritingFailure) -> Instruction {
    switch instruction {
    case .addTable(var it):
      let name = source.string(it.table)
      it.table = try className(name)
      if let key = it.primaryKey { it.primaryKey?.field = try keyProperty(key, of: name) }
      return .addTable(it)
    case .eraseTable(var it):
      it.table = try className(source.string(it.table))
      return .eraseTable(it)
    case .createObject(let it): return .createObject(try rewritten(it))
    case .eraseObject(let it): return .eraseObject(try rewritten(it))
    case .addColumn(var it):
      let name = source.string(it.table)
      it.table = try className(name)
      it.field = try property(source.string(it.field), of: name)
      if let target = it.linkTarget {
        it.linkTarget = try className(source.string(target))
      } else {
        // As Realm's recorder does, though no field refers to it.
        _ = builder.intern(RealmString.empty)
      }
      return .addColumn(it)
    case .eraseColumn(var it):
      let name = source.string(it.table)
      it.table = try className(name)
      it.field = try property(source.string(it.field), of: name)
      return .eraseColumn(it)
    case .update, .addInteger, .arrayInsert, .arrayMove, .arrayErase, .clear, .setInsert, .setErase:
      return try rewrittenContents(instruction)
    }
  }

  private mutating func rewritten(
    _ change: Instruction.ObjectChange
  ) throws(RewritingFailure) -> Instruction.ObjectChange {
    let name = source.string(change.table)
    return .init(table: try className(name), object: try key(source.value(change.object), of: name))
  }

  private mutating func rewrittenContents(
    _ instruction: Instruction
  ) throws(RewritingFailure) -> Instruction {
    guard let location = instruction.location else { return instruction }
    var copied = instruction
    let place = source.value(location)
    copied.location = try self.location(place)
    switch copied {
    case .update(var it):
      it.value = try payload(it.value, at: place)
      if case .priorSize(let size) = it.tail { it.tail = .priorSize(listSize(size)) }
      return .update(it)
    case .addInteger(var it):
      it.value = noted(rewriting.increment(it.value, at: place), it.value)
      return .addInteger(it)
    case .arrayInsert(var it):
      it.value = try payload(it.value, at: place)
      it.priorSize = listSize(it.priorSize)
      return .arrayInsert(it)
    case .arrayMove(var it):
      it.destination = listIndex(it.destination)
      it.priorSize = listSize(it.priorSize)
      return .arrayMove(it)
    case .arrayErase(var it):
      it.priorSize = listSize(it.priorSize)
      return .arrayErase(it)
    case .setInsert(var it):
      it.value = try payload(it.value, at: place)
      return .setInsert(it)
    case .setErase(var it):
      it.value = try payload(it.value, at: place)
      return .setErase(it)
    case .clear, .addTable, .eraseTable, .createObject, .eraseObject, .addColumn, .eraseColumn:
      return copied
    }
  }

  private mutating func className(_ name: RealmString) throws(RewritingFailure) -> StringIndex {
    try intern(noted(rewriting.className(name), name))
  }

  /// A class without primary key says so by an empty name, which is none.
  private mutating func keyProperty(
    _ column: Instruction.PrimaryKeyColumn, of className: RealmString
  ) throws(RewritingFailure) -> StringIndex {
    let name = source.string(column.field)
    return try name.isEmpty ? intern(name) : property(name, of: className)
  }

  private mutating func property(
    _ name: RealmString, of className: RealmString
  ) throws(RewritingFailure) -> StringIndex {
    try intern(noted(rewriting.property(name, of: className), name))
  }

  private mutating func key(
    _ key: PrimaryKeyValue, of className: RealmString
  ) throws(RewritingFailure) -> PrimaryKey {
    try written(noted(rewriting.primaryKey(key, of: className), key))
  }

  private mutating func location(_ place: LocationValue) throws(RewritingFailure) -> Location {
    let table = try className(place.table)
    let object = try key(place.object, of: place.table)
    let field = try property(place.field, of: place.table)
    var elements: [PathElement] = []
    var above = place
    above.path = []
    for step in place.path {
      switch step {
      case .index(let index): elements.append(.index(listIndex(index)))
      case .key(let name):
        elements.append(.key(try intern(noted(rewriting.pathKey(name, below: above), name))))
      }
      above.path.append(step)
    }
    return Location(table: table, object: object, field: field, path: builder.path(elements))
  }

  private mutating func payload(
    _ payload: Payload, at place: LocationValue
  ) throws(RewritingFailure) -> Payload {
    switch source.value(payload) {
    case .value(.link(let link)):
      return .link(
        table: try className(link.className), key: try key(link.key, of: link.className))
    case let value:
      let rewritten = noted(rewriting.value(value, at: place), value)
      switch rewritten {
      case .value(.string(let string)): try check(string)
      case .value(.link(let link)):
        return .link(table: try intern(link.className), key: try written(link.key))
      default: break
      }
      return builder.payload(rewritten)
    }
  }

  private mutating func listSize(_ size: UInt32) -> UInt32 {
    noted(rewriting.number(size, .listSize), size)
  }

  private mutating func listIndex(_ index: UInt32) -> UInt32 {
    noted(rewriting.number(index, .listIndex), index)
  }

  private mutating func written(_ key: PrimaryKeyValue) throws(RewritingFailure) -> PrimaryKey {
    if case .string(let string) = key { try check(string) }
    return builder.key(key)
  }

  private mutating func intern(_ string: RealmString) throws(RewritingFailure) -> StringIndex {
    try check(string)
    return builder.intern(string)
  }

  private func check(_ string: RealmString) throws(RewritingFailure) {
    guard string.count <= ChangesetLimits.stringSizeMax else {
      throw .stringTooLarge(size: Int(string.count))
    }
  }
}
