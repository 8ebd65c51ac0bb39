public import TraceFormat

/// What a trace has in it that pseudonyms depend on: the values of each property, the numbers that grow, and
/// the classes. It is made of all events before the first one is scrubbed.
///
/// Memory goes with the number of different values of the trace.
public struct ScrubSurvey: Sendable {
  private(set) var contents = SurveyedContents()

  /// A survey of nothing.
  public init() {}

  /// Takes the next event.
  ///
  /// - Throws: where the event cannot be walked.
  public mutating func observe(_ event: Event) throws(RewritingFailure) {
    _ = try event.rewritten(by: &contents)
  }
}

/// Notes everything that a walk offers, and replaces nothing.
struct SurveyedContents: EventRewriting, Sendable {
  private(set) var schema = SeenSchema()
  private(set) var values: [PropertyName: SeenValues] = [:]
  private(set) var orderedNumbers: [NumberField: Set<Int128>] = [:]
  private(set) var objectKeys: Set<Int64> = []
  /// Numbers of more than four digits, which no pseudonym should happen to be.
  private(set) var longNumbers: Set<UInt64> = []

  static let shortMax: UInt64 = 9999

  mutating func content(_ content: Event.Content) -> Event.Content {
    if case .snapshot(let snapshot) = content, let keys = snapshot.keys { note(keys) }
    return content
  }

  private mutating func note(_ keys: SnapshotKeys) {
    for table in keys.tables {
      objectKeys.formUnion(table.objects)
      if let next = table.nextObject { objectKeys.insert(next) }
      for order in table.orders {
        if order.object >= 0 { objectKeys.insert(order.object) }
        objectKeys.formUnion(order.origins)
      }
    }
  }

  mutating func changeset(_ changeset: Changeset) -> Changeset {
    schema.observe(changeset)
    return changeset
  }

  mutating func pathKey(_ key: RealmString, below place: LocationValue) -> RealmString {
    values[PropertyName(place), default: SeenValues()].insert(key: key)
    return key
  }

  mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue {
    if let value = value.value {
      values[PropertyName(place), default: SeenValues()].insert(value)
      if case .int(let number) = value { note(number.magnitude) }
    }
    return value
  }

  mutating func increment(_ amount: Int64, at place: LocationValue) -> Int64 {
    values[PropertyName(place), default: SeenValues()].isCounted = true
    note(amount.magnitude)
    return amount
  }

  mutating func primaryKey(_ key: PrimaryKeyValue, of className: RealmString) -> PrimaryKeyValue {
    if case .int(let number) = key { note(number.magnitude) }
    return key
  }

  mutating func number<Number: FixedWidthInteger>(_ value: Number, _ field: NumberField) -> Number {
    if let magnitude = UInt64(exactly: value.magnitude) { note(magnitude) }
    if field.policy == .ordered { orderedNumbers[field, default: []].insert(Int128(value)) }
    return value
  }

  private mutating func note(_ magnitude: UInt64) {
    if magnitude > Self.shortMax { longNumbers.insert(magnitude) }
  }

  /// Once everything was observed.
  mutating func finish() { schema.finish() }
}
