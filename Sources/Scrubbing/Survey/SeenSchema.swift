internal import TraceFormat

/// The classes that a trace shows, as far as they tell keys of dictionaries from names.
struct SeenSchema {
  struct Column: Hashable {
    var type: PayloadType
    var collection: CollectionKind
    var target: RealmString?
  }

  private var columns: [PropertyName: Set<Column>] = [:]
  private var embedded: Set<RealmString> = []
  /// The names of the properties of embedded classes, for places whose class is not known.
  private var embeddedProperties: Set<RealmString> = []
  private(set) var classes: Set<RealmString> = []
  private(set) var properties: Set<RealmString> = []

  mutating func observe(_ changeset: Changeset) {
    for instruction in changeset.instructions {
      switch instruction {
      case .addTable(let it): addClass(it, changeset)
      case .addColumn(let it): addColumn(it, changeset)
      default: break
      }
    }
  }

  private mutating func addClass(_ it: Instruction.AddTable, _ changeset: Changeset) {
    let name = changeset.string(it.table).alone
    classes.insert(name)
    if it.kind == .embedded { embedded.insert(name) }
    if let key = it.primaryKey { properties.insert(changeset.string(key.field).alone) }
  }

  private mutating func addColumn(_ it: Instruction.AddColumn, _ changeset: Changeset) {
    let name = PropertyName(changeset.string(it.table).alone, changeset.string(it.field).alone)
    let column = Column(
      type: it.type, collection: it.collection,
      target: it.linkTarget.map { changeset.string($0).alone })
    columns[name, default: []].insert(column)
    properties.insert(name.property)
  }

  /// Once everything was observed.
  mutating func finish() {
    embeddedProperties = Set(
      columns.keys.filter { embedded.contains($0.className) }.map(\.property))
  }
}

// What a step by name is
extension SeenSchema {
  private enum Spot: Hashable {
    case column(Column)
    /// An element of a column, or what a single one holds.
    case element(Column)
    case mixed
    case object(RealmString)
  }

  /// Whether a step by name below a place is a property of an embedded object, and not the key of a
  /// dictionary. Where the classes leave that open it is one if embedded objects have such a property.
  func isProperty(_ name: RealmString, below place: LocationValue) -> Bool {
    var spots = spots(of: PropertyName(place))
    for step in place.path { spots = Set(spots.flatMap { after($0, step) }) }
    var (asProperty, asKey) = (false, false)
    for spot in spots {
      switch spot {
      case .object(let className):
        if columns[PropertyName(className, name)] != nil { asProperty = true }
      case .column(let column) where column.collection == .dictionary: asKey = true
      case .mixed: asKey = true
      case .column, .element: break
      }
    }
    return asProperty || !asKey && embeddedProperties.contains(name)
  }

  private func spots(of property: PropertyName) -> Set<Spot> {
    Set((columns[property] ?? []).map(spot))
  }

  private func spot(_ column: Column) -> Spot {
    column.collection == .single ? element(column) : .column(column)
  }

  private func element(_ column: Column) -> Spot {
    if let target = column.target, embedded.contains(target) { return .object(target) }
    return column.type == .null ? .mixed : .element(column)
  }

  private func after(_ spot: Spot, _ step: PathStep) -> [Spot] {
    switch (spot, step) {
    case (.mixed, _): [.mixed]
    case (.column(let column), .index): column.collection == .list ? [element(column)] : []
    case (.column(let column), .key): column.collection == .dictionary ? [element(column)] : []
    case (.object(let className), .key(let name)): Array(spots(of: PropertyName(className, name)))
    case (.object, .index), (.element, _): []
    }
  }
}

struct SeenValues {
  /// Numbers, texts, binaries, dates and identifiers, each once.
  private(set) var values: Set<Value> = []
  private(set) var keys: Set<RealmString> = []
  /// Whether something is added to a number, so that sums must stay sums.
  var isCounted = false

  mutating func insert(_ value: Value) {
    guard !values.contains(value) else { return }
    switch value {
    case .string(let text): values.insert(.string(text.alone))
    case .binary(let data): values.insert(.binary(data.alone))
    case .int, .timestamp, .float, .double, .decimal, .objectID, .uuid: values.insert(value)
    case .null, .bool, .link, .embedded, .list, .set, .dictionary: break
    }
  }

  mutating func insert(key: RealmString) { if !keys.contains(key) { keys.insert(key.alone) } }
}

/// A property of a class: values below it are compared with each other, and with no others.
struct PropertyName: Hashable {
  var className: RealmString
  var property: RealmString

  init(_ className: RealmString, _ property: RealmString) {
    (self.className, self.property) = (className, property)
  }

  init(_ place: LocationValue) { self.init(place.table, place.field) }

  var parts: [[UInt8]] { [Array(className.bytes), Array(property.bytes)] }
}

extension RealmString {
  /// The same bytes, and no part of the changeset that they came from.
  var alone: RealmString { RealmString(Array(bytes)) }
}

extension PrimaryKeyValue {
  /// The same key, and no part of the changeset that it came from.
  var alone: PrimaryKeyValue {
    if case .string(let text) = self { .string(text.alone) } else { self }
  }
}
