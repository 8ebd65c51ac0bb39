internal import TraceFormat

/// What takes the place of everything that a trace shows of users. Each request is answered, and by the
/// policy of its field.
struct ScrubRewriting: EventRewriting, Sendable {
  let keyed: KeyedPseudonyms
  let options: ScrubOptions
  let schema: SeenSchema
  let values: [PropertyName: ValuePseudonyms]
  let ordered: [NumberField: OrderedNumbers]
  let objectKeys: OrderedNumbers
  let shifts: TimeShifts
  /// The digests of scrubbed states by those of the states.
  var digests: [UInt64: UInt64] = [:]
  var counts = ScrubCounts()
  /// Primary keys that were met, since objects are named again and again.
  private var knownKeys: [PrimaryKeyValue: PrimaryKeyValue] = [:]
  private static let knownKeysMax = 1_000_000

  mutating func content(_ content: Event.Content) -> Event.Content {
    switch content {
    case .snapshot(var snapshot):
      snapshot.keys = snapshot.keys.map { scrubbed($0, of: snapshot) }
      return .snapshot(snapshot)
    case .unknown(var record):
      if !record.bytes.isEmpty { counts.dropped += 1 }
      record.bytes = []
      return .unknown(record)
    case .sessionStart, .message, .localCommit, .serverCommit, .syncError, .resetObserved, .loss,
      .note:
      return content
    }
  }

  mutating func className(_ name: RealmString) -> RealmString {
    guard options.names == .replace, !name.isEmpty else { return name }
    counts.names += 1
    return keyed.className(name)
  }

  mutating func property(_ name: RealmString, of className: RealmString) -> RealmString {
    guard options.names == .replace, !name.isEmpty else { return name }
    counts.names += 1
    return keyed.property(name)
  }

  mutating func pathKey(_ key: RealmString, below place: LocationValue) -> RealmString {
    if schema.isProperty(key, below: place) { return property(key, of: place.table) }
    guard !key.isEmpty else { return key }
    counts.dictionaryKeys += 1
    return values[PropertyName(place)]?[key: key] ?? keyed.unseenKey(key)
  }

  mutating func unusedString(_ string: RealmString) -> RealmString {
    if schema.classes.contains(string) { return className(string) }
    if schema.properties.contains(string) { return property(string, of: .empty) }
    guard !string.isEmpty else { return string }
    counts.dictionaryKeys += 1
    return keyed.unseenKey(string)
  }

  mutating func primaryKey(_ key: PrimaryKeyValue, of className: RealmString) -> PrimaryKeyValue {
    counts.primaryKeys += 1
    if let known = knownKeys[key] { return known }
    let new = keyed.primaryKey(key)
    if knownKeys.count < Self.knownKeysMax { knownKeys[key.alone] = new }
    return new
  }

  mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue {
    guard let old = value.value else { return value }
    counts.values += 1
    return .value(scrubbed(old, below: PropertyName(place)))
  }

  func scrubbed(_ value: Value, below property: PropertyName) -> Value {
    guard !value.isDefault, !value.isNoNumber else { return value }
    return values[property]?[value] ?? keyed.unseen(value, below: property)
  }

  mutating func increment(_ amount: Int64, at place: LocationValue) -> Int64 {
    counts.values += 1
    let property = PropertyName(place)
    let factor = values[property]?.factor ?? CountedNumbers.factor(of: property, keyed.key)
    return amount &* factor
  }
}
