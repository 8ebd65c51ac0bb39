internal import TraceFormat

/// Makes a changeset of what an app wrote, on the thread that writes, and holds it to the schema.
struct TransactionEncoder {
  private let schema: RealmSchema
  private var builder = ChangesetBuilder()

  private init(_ schema: RealmSchema) { self.schema = schema }

  /// The encoded changeset of a transaction, or of a state with its classes; `clientVersion` is nil for a state.
  static func encoded(
    _ transaction: LiveTransaction, _ schema: RealmSchema?, session: UInt32, clientVersion: UInt64?
  ) throws(RecordingMisuse) -> [UInt8] {
    var misuse = RecordingMisuse(session: session, clientVersion: clientVersion)
    guard let schema else { throw misuse }
    var encoder = TransactionEncoder(schema)
    if clientVersion == nil { encoder.builder.addClasses(schema.classes) }
    for (index, step) in transaction.steps.enumerated() {
      do throws(Misfit) {
        try encoder.add(step)
      } catch {
        (misuse.step, misuse.place) = (index + 1, "\(step.className) \(error.place)")
        (misuse.expected, misuse.found) = (error.expected, error.found)
        throw misuse
      }
    }
    return encoder.builder.changeset.encoded()
  }

  private mutating func add(_ step: LiveTransaction.Step) throws(Misfit) {
    let owner = try classSchema(step.className)
    let key = try primaryKey(step.key, of: owner)
    switch step.content {
    case .creation(let values):
      builder.createObject(owner.name, key)
      for entry in values where entry.key != owner.primaryKey {
        let place = LocationValue(owner.name, key, entry.key)
        try set(place, try property(entry.key, of: owner), to: entry.value, isNew: true)
      }
    case .deletion: builder.eraseObject(owner.name, key)
    case .change(let name, let path, let change):
      var place = LocationValue(owner.name, key, name)
      guard place.field != owner.primaryKey else {
        throw Misfit(place.field, "a property that can change", "the primary key")
      }
      var shape = try property(name, of: owner)
      var parent = shape
      for part in path {
        (parent, shape) = (shape, try self.shape(part, in: shape))
        place.path.append(part)
      }
      try add(change, to: place, shape, in: parent)
    }
  }

  private func classSchema(_ name: RealmString) throws(Misfit) -> ClassSchema {
    if let found = schema[name] { return found }
    throw Misfit(unknown: name, "a class of the schema", schema.classes.map(\.name))
  }

  private func property(
    _ name: RealmString, of owner: ClassSchema
  ) throws(Misfit) -> PropertySchema {
    if let found = owner.property(name) { return found }
    throw Misfit(unknown: name, "a property of `\(owner.name)`", owner.properties.map(\.name))
  }

  private func primaryKey(_ value: Value, of owner: ClassSchema) throws(Misfit) -> PrimaryKeyValue {
    guard let key = owner.primaryKeyProperty else {
      throw Misfit(owner.name, "a class with a primary key", "one without")
    }
    try check(value, key)
    return switch value {
    case .int(let value): .int(value)
    case .string(let value): .string(value)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    default: .null
    }
  }

  private func shape(_ step: PathStep, in shape: PropertySchema) throws(Misfit) -> PropertySchema {
    switch (step, shape.collection) {
    case (.index, .list), (.key, .dictionary): return shape.element
    case (_, .single) where shape.type == .mixed: return shape
    case (.key(let name), .single):
      guard let target = shape.target, let owner = schema[target], owner.kind == .embedded else {
        break
      }
      return try property(name, of: owner)
    default: break
    }
    throw Misfit(shape.name, "a path to a value", "one that `\(shape.notation)` has no place for")
  }

  private mutating func add(
    _ change: LiveTransaction.Change, to place: LocationValue, _ shape: PropertySchema,
    in parent: PropertySchema
  ) throws(Misfit) {
    switch change {
    case .set(let value):
      guard !place.isListElement else {
        throw Misfit(place.field, "`replace` for an element of a list", "`set`")
      }
      try set(place, shape, to: value, isNew: false)
    case .increment(let difference):
      guard shape.isAnything || shape.type == .int && shape.collection == .single else {
        throw Misfit(place.field, "a whole number", "`\(shape.notation)`")
      }
      builder.addInteger(place, difference)
    case .insert(let value, let index, let count):
      let (element, size) = try self.element(index, of: count, isNew: true, place, shape)
      try put(value, shape.element, at: element) { $0.arrayInsert($1, $2, priorSize: size) }
    case .replace(let value, let index, let count):
      let (element, size) = try self.element(index, of: count, place, shape)
      try put(value, shape.element, at: element) { $0.update($1, to: $2, priorSize: size) }
    case .move(let index, let destination, let count):
      let (element, size) = try self.element(index, of: count, place, shape)
      _ = try self.element(destination, of: count, place, shape)
      builder.arrayMove(element, to: UInt32(clamping: destination), priorSize: size)
    case .remove(let index, let count):
      let (element, size) = try self.element(index, of: count, place, shape)
      builder.arrayErase(element, priorSize: size)
    case .insertMember(let value):
      try require(.set, shape)
      try put(value, shape.element, at: place) { $0.setInsert($1, $2) }
    case .removeMember(let value):
      try require(.set, shape)
      try put(value, shape.element, at: place) { $0.setErase($1, $2) }
    case .removeEntry:
      try require(.dictionary, parent)
      builder.update(place, to: .erased)
    }
  }

  private func require(_ kind: CollectionKind, _ shape: PropertySchema) throws(Misfit) {
    guard shape.canBe(kind) else {
      throw Misfit(shape.name, "a \(kind.name)", "`\(shape.notation)`")
    }
  }

  /// An element of a list whose size the app says.
  private func element(
    _ index: Int, of count: Int, isNew: Bool = false, _ place: LocationValue,
    _ shape: PropertySchema
  ) throws(Misfit) -> (LocationValue, UInt32) {
    try require(.list, shape)
    guard let number = UInt32(exactly: index), let size = UInt32(exactly: count),
      number < size || isNew && number == size
    else { throw Misfit(shape.name, "an index inside the list", "\(index) of \(count)") }
    return (place.appending(.index(number)), size)
  }

  /// Sets a value; of a collection, all of it. `isNew`: whether a collection is empty already.
  private mutating func set(
    _ place: LocationValue, _ shape: PropertySchema, to value: Value, isNew: Bool
  ) throws(Misfit) {
    try put(value, shape, at: place) { builder, place, value in
      if shape.collection == .single {
        builder.update(place, to: value)
      } else if !isNew {
        builder.clear(place, shape.collection)
      }
    }
  }

  private mutating func put(
    _ value: Value, _ shape: PropertySchema, at place: LocationValue,
    _ instruction: (inout ChangesetBuilder, LocationValue, Value) -> Void
  ) throws(Misfit) {
    try check(value, shape)
    guard place.path.count < ChangesetLimits.standard.pathDepthMax else {
      throw Misfit(shape.name, "a value that is less deep", "one that is deeper")
    }
    instruction(&builder, place, value)
    switch value {
    case .list(let elements):
      for (index, element) in zip(UInt32(0)..., elements) {
        try put(element, shape.element, at: place.appending(.index(index))) {
          $0.arrayInsert($1, $2, priorSize: index)
        }
      }
    case .set(let elements):
      for element in elements {
        try put(element, shape.element, at: place) { $0.setInsert($1, $2) }
      }
    case .dictionary(let entries):
      for entry in entries {
        try set(place.appending(.key(entry.key)), shape.element, to: entry.value, isNew: true)
      }
    case .embedded(let object):
      let owner = try classSchema(object.className)
      for entry in object.properties {
        let shape = try property(entry.key, of: owner)
        try set(place.appending(.key(entry.key)), shape, to: entry.value, isNew: true)
      }
    default: break
    }
  }

  /// Refuses a value that a place cannot have, without what is in it.
  private func check(_ value: Value, _ shape: PropertySchema) throws(Misfit) {
    var size = 0
    var isFine = shape.takes(value)
    switch value {
    case .string(let text): size = Int(text.count)
    case .dictionary(let entries): size = entries.map { Int($0.key.count) }.max() ?? 0
    case .link(let link) where isFine:
      let target = try classSchema(link.className)
      isFine = target.kind == .topLevel
      _ = try primaryKey(link.key.recorded, of: target)
    case .embedded(let object) where isFine:
      isFine = try classSchema(object.className).kind == .embedded
    default: break
    }
    guard isFine else {
      let found = String(describing: value).prefix { $0.isLetter }
      throw Misfit(shape.name, "`\(shape.notation)`", "`\(found)`")
    }
    guard size <= ChangesetLimits.stringSizeMax else {
      let most = "a string of at most \(ChangesetLimits.stringSizeMax) bytes"
      throw Misfit(shape.name, most, "one of \(size)")
    }
  }
}

private struct Misfit: Error {
  var place: RealmString
  var expected: String
  var found: String

  init(_ place: RealmString, _ expected: String, _ found: String) {
    (self.place, self.expected, self.found) = (place, expected, found)
  }

  init(unknown name: RealmString, _ expected: String, _ names: [RealmString]) {
    let meant = names.map(\.readableText).nearest(to: name.readableText)
    self.init(name, expected, "`\(name)`" + (meant.map { "; did you mean `\($0)`?" } ?? ""))
  }
}

// What the schema says of a place: of a property, or of what is in it, seen as a property of its own.
extension PropertySchema {
  func canBe(_ kind: CollectionKind) -> Bool { collection == kind || isAnything }

  var isAnything: Bool { type == .mixed && collection == .single }

  /// Whether a value is of this type, without what is in it.
  func takes(_ value: Value) -> Bool {
    switch (collection, value) {
    case (.list, .list), (.set, .set), (.dictionary, .dictionary): return true
    case (.single, _): break
    default: return false
    }
    return switch (type, value) {
    case (.mixed, .embedded): false
    case (.mixed, _): true
    case (_, .null): isOptional
    case (.link, .link(let link)): link.className == target
    case (.link, .embedded(let object)): object.className == target
    case (.int, .int), (.bool, .bool), (.string, .string), (.data, .binary), (.date, .timestamp),
      (.float, .float), (.double, .double), (.decimal128, .decimal), (.objectId, .objectID),
      (.uuid, .uuid):
      true
    default: false
    }
  }
}
