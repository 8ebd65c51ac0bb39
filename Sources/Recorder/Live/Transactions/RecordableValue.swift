public import TraceFormat

/// What an app can hand to the recorder as a value or as a primary key, in the types of Swift.
///
/// Optionals, arrays and dictionaries of recordable values are recordable; what has no type of its own in Swift is
/// written as a `Value` of `TraceFormat`, such as `Value.link("Person", .int(7))` or `Value.set([…])`.
public protocol RecordableValue {
  /// The value as Realm has it.
  var recorded: Value { get }
}

extension Value: RecordableValue {
  /// The value itself.
  public var recorded: Value { self }
}

extension PrimaryKeyValue: RecordableValue {
  /// The key as a value; the identity of an object without a key is null, as no value is like it.
  public var recorded: Value {
    switch self {
    case .int(let value): .int(value)
    case .string(let value): .string(value)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    case .null, .globalKey: .null
    }
  }
}

extension Int: RecordableValue {
  /// A whole number.
  public var recorded: Value { .int(Int64(self)) }
}

extension Int64: RecordableValue {
  /// A whole number.
  public var recorded: Value { .int(self) }
}

extension Bool: RecordableValue {
  /// True or false.
  public var recorded: Value { .bool(self) }
}

extension Double: RecordableValue {
  /// A floating-point number of 64 bits.
  public var recorded: Value { .double(self) }
}

extension String: RecordableValue {
  /// Text.
  public var recorded: Value { .string(RealmString(self)) }
}

extension Optional: RecordableValue where Wrapped: RecordableValue {
  /// The value; null where there is none.
  public var recorded: Value { self?.recorded ?? .null }
}

extension Array: RecordableValue where Element: RecordableValue {
  /// A list.
  public var recorded: Value { .list(map(\.recorded)) }
}

extension Dictionary: RecordableValue where Key == String, Value: RecordableValue {
  /// A dictionary, sorted by key, bytewise.
  public var recorded: TraceFormat.Value {
    .dictionary(
      map { TraceFormat.Value.Entry(key: RealmString($0.key), value: $0.value.recorded) }
        .sorted { $0.key < $1.key })
  }
}
