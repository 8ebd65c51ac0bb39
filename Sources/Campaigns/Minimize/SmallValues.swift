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
    guard keys.insert(key).inserted else { return }
    let small: PrimaryKeyValue
    switch key {
    case .null, .globalKey: return
    case .int: small = .int(Int64(next(.key(.int))))
    case .string: small = .string(RealmString("k\(next(.key(.string)))"))
    case .objectID:
      small = .objectID(ObjectID(high: 0, low: UInt32(clamping: next(.key(.objectID)))))
    case .uuid: small = .uuid(RealmUUID(high: 0, low: UInt64(next(.key(.uuid)))))
    }
    if small != key, !small.isLonger(than: key) { entries.append(.key(key, small)) }
  }

  private mutating func collect(_ value: Value) {
    guard values.insert(value).inserted, let small = small(value), small != value,
      !small.isLonger(than: value)
    else { return }
    entries.append(.value(value, small))
  }

  private mutating func small(_ value: Value) -> Value? {
    switch value {
    case .int: .int(Int64(next(.value(.int))))
    case .string(let text): text.isEmpty ? nil : .string(RealmString("s\(next(.value(.string)))"))
    case .binary(let bytes):
      bytes.isEmpty ? nil : .binary(RealmString([UInt8(clamping: next(.value(.binary)))]))
    case .timestamp: .timestamp(Timestamp(seconds: Int64(next(.value(.timestamp))), nanoseconds: 0))
    case .float: .float(Float(next(.value(.float))))
    case .double: .double(Double(next(.value(.double))))
    default: nil
    }
  }

  private mutating func next(_ kind: Kind) -> Int {
    counts[kind, default: 0] += 1
    return counts[kind, default: 0]
  }
}

// What stands for a key or value is to be of its type and never longer.
extension PrimaryKeyValue {
  fileprivate func isLonger(than other: PrimaryKeyValue) -> Bool {
    switch (self, other) {
    case (.int(let a), .int(let b)): a.magnitude > b.magnitude
    case (.string(let a), .string(let b)): a.count > b.count
    default: false
    }
  }
}

extension Value {
  fileprivate func isLonger(than other: Value) -> Bool {
    switch (self, other) {
    case (.int(let a), .int(let b)): a.magnitude > b.magnitude
    case (.string(let a), .string(let b)): a.count > b.count
    case (.binary(let a), .binary(let b)): a.count > b.count
    case (.timestamp(let a), .timestamp(let b)): a.seconds.magnitude > b.seconds.magnitude
    default: false
    }
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
