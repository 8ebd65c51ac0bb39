internal import TraceFormat

/// Short keys and values to stand for those of a session, each for one and in order of appearance.
struct SmallValues {
  enum Entry: Hashable {
    case key(PrimaryKeyValue, PrimaryKeyValue)
    case value(Value, Value)
  }

  /// The replacements; what is as short already has none.
  private(set) var entries: [Entry] = []
  private var keys: Set<PrimaryKeyValue> = []
  private var values: Set<Value> = []
  /// How many of each kind were met, so that different ones stay different.
  private var counts: [Kind: Int] = [:]

  private enum Kind: Hashable {
    case key(PayloadType)
    case value(PayloadType)
  }

  init(_ draft: SessionDraft) { _ = draft.rewritten(by: &self) }

  private mutating func collect(_ key: PrimaryKeyValue) {
    guard keys.insert(key).inserted, let small = small(key), small != key else { return }
    entries.append(.key(key, small))
  }

  // What stands for a key or value is to be of its type and never longer.
  private mutating func small(_ key: PrimaryKeyValue) -> PrimaryKeyValue? {
    switch key {
    case .null, .globalKey: nil
    case .int(let number): self.number(.key(.int), for: number).map { .int($0) }
    case .string(let text): self.text("k", .key(.string), for: text).map { .string($0) }
    case .objectID: .objectID(ObjectID(high: 0, low: UInt32(clamping: next(.key(.objectID)))))
    case .uuid: .uuid(RealmUUID(high: 0, low: UInt64(next(.key(.uuid)))))
    }
  }

  private mutating func collect(_ value: Value) {
    guard values.insert(value).inserted, let small = small(value), small != value else { return }
    entries.append(.value(value, small))
  }

  private mutating func small(_ value: Value) -> Value? {
    switch value {
    case .int(let number): self.number(.value(.int), for: number).map { .int($0) }
    case .string(let text):
      text.isEmpty ? nil : self.text("s", .value(.string), for: text).map { .string($0) }
    case .binary(let bytes):
      bytes.isEmpty ? nil : .binary(RealmString([UInt8(clamping: next(.value(.binary)))]))
    case .timestamp(let time):
      number(.value(.timestamp), for: time.seconds).map {
        .timestamp(Timestamp(seconds: $0, nanoseconds: 0))
      }
    case .float: .float(Float(next(.value(.float))))
    case .double: .double(Double(next(.value(.double))))
    default: nil
    }
  }

  private mutating func number(_ kind: Kind, for known: Int64) -> Int64? {
    let number = Int64(next(kind))
    return number.magnitude > known.magnitude ? nil : number
  }

  private mutating func text(_ mark: String, _ kind: Kind, for known: RealmString) -> RealmString? {
    let text = RealmString("\(mark)\(next(kind))")
    return text.count > known.count ? nil : text
  }

  private mutating func next(_ kind: Kind) -> Int {
    counts[kind, default: 0] += 1
    return counts[kind, default: 0]
  }
}

/// Collecting is a rewriting that replaces nothing.
extension SmallValues: EventRewriting {
  mutating func primaryKey(_ key: PrimaryKeyValue, of className: RealmString) -> PrimaryKeyValue {
    collect(key)
    return key
  }

  mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue {
    value.value.map { collect($0) }
    return value
  }
}

struct Shortening: EventRewriting {
  private var keys: [PrimaryKeyValue: PrimaryKeyValue] = [:]
  private var values: [Value: Value] = [:]

  init(_ entries: some Sequence<SmallValues.Entry>) {
    for entry in entries {
      switch entry {
      case .key(let key, let small): keys[key] = small
      case .value(let value, let small): values[value] = small
      }
    }
  }

  mutating func primaryKey(
    _ key: PrimaryKeyValue, of className: RealmString
  ) -> PrimaryKeyValue { keys[key] ?? key }

  mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue {
    value.value.flatMap { values[$0] }.map(PayloadValue.value) ?? value
  }
}
