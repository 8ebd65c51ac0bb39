public import TraceFormat

/// What an app writes in one transaction, in the order in which it writes it (``LiveSession/commit(_:)``), or the
/// objects of a state.
///
/// Nothing is checked here, so that the app does not wait: what does not fit the schema is found when the transaction is
/// encoded, and reported as a ``RecordingMisuse``.
public struct LiveTransaction: Sendable {
  /// What is done to a property, or to what a path leads to from it. Sizes are those of before, and indices those
  /// of after what was done before in the same transaction.
  public enum Change: Sendable {
    /// A new value; of a collection or an embedded object, with all that is in it.
    case set(Value)
    /// An addition to a whole number, so that what others add at the same time counts too.
    case increment(Int64)
    /// A new element of a list of so many.
    case insert(Value, at: Int, count: Int)
    /// Another element in the place of one of a list.
    case replace(Value, at: Int, count: Int)
    /// An element of a list at another index.
    case move(from: Int, to: Int, count: Int)
    /// An element fewer in a list.
    case remove(at: Int, count: Int)
    /// A new value in a set.
    case insertMember(Value)
    /// A value fewer in a set.
    case removeMember(Value)
    /// An entry fewer in a dictionary, whose key the path ends with.
    case removeEntry
  }

  struct Step: Sendable {
    var className: RealmString
    var key: Value
    var content: Content

    enum Content: Sendable {
      case creation([Value.Entry])
      case deletion
      case change(RealmString, [PathStep], Change)
    }
  }

  private(set) var steps: [Step] = []
  /// The bytes of memory that the steps take, nearly.
  private(set) var size = 0

  private mutating func add(
    _ className: RealmString, _ key: some RecordableValue, _ content: Step.Content, size: Int = 0
  ) {
    steps.append(Step(className: className, key: key.recorded, content: content))
    self.size += MemoryLayout<Step>.stride + size
  }

  /// Creates an object with some of its properties; the others have the values that Realm gives them.
  public mutating func create(
    _ className: RealmString, _ key: some RecordableValue,
    _ values: KeyValuePairs<RealmString, any RecordableValue> = [:]
  ) {
    let entries = values.map { Value.Entry(key: $0.key, value: $0.value.recorded) }
    add(className, key, .creation(entries), size: entries.reduce(0) { $0 + $1.sizeInMemory })
  }

  /// Deletes an object.
  public mutating func delete(_ className: RealmString, _ key: some RecordableValue) {
    add(className, key, .deletion)
  }

  /// Changes a property.
  ///
  /// - Parameters:
  ///   - className: the class of the object.
  ///   - key: its primary key.
  ///   - property: the property of the object, where the path begins.
  ///   - path: leads on from it: `["city"]` into an embedded object or to an entry of a dictionary, `[2, "city"]`
  ///     into an embedded object of a list.
  ///   - change: what becomes of the value there.
  public mutating func change(
    _ className: RealmString, _ key: some RecordableValue, _ property: RealmString,
    at path: [PathStep] = [], _ change: Change
  ) {
    add(className, key, .change(property, path, change), size: change.value?.sizeInMemory ?? 0)
  }

  /// Sets a property; see ``change(_:_:_:at:_:)``.
  public mutating func set(
    _ className: RealmString, _ key: some RecordableValue, _ property: RealmString,
    at path: [PathStep] = [], to value: some RecordableValue
  ) {
    change(className, key, property, at: path, .set(value.recorded))
  }

  /// Adds an element at the end of a list.
  ///
  /// - Parameters:
  ///   - className: the class of the object.
  ///   - key: its primary key.
  ///   - property: the property of the object, where the path begins.
  ///   - path: leads on from it to the list; empty where the property is the list.
  ///   - value: the element.
  ///   - index: the index that the element gets, which is the size that the list had.
  public mutating func append(
    _ className: RealmString, _ key: some RecordableValue, _ property: RealmString,
    at path: [PathStep] = [], _ value: some RecordableValue, index: Int
  ) {
    change(
      className, key, property, at: path, .insert(value.recorded, at: index, count: index))
  }
}

extension LiveTransaction.Change {
  fileprivate var value: Value? {
    switch self {
    case .set(let value), .insert(let value, _, _), .replace(let value, _, _),
      .insertMember(let value), .removeMember(let value):
      value
    case .increment, .move, .remove, .removeEntry: nil
    }
  }
}

extension Value {
  fileprivate var sizeInMemory: Int {
    let inside: Int =
      switch self {
      case .string(let text), .binary(let text): Int(text.count)
      case .list(let elements), .set(let elements): elements.reduce(0) { $0 + $1.sizeInMemory }
      case .dictionary(let entries): entries.reduce(0) { $0 + $1.sizeInMemory }
      case .embedded(let object): object.properties.reduce(0) { $0 + $1.sizeInMemory }
      default: 0
      }
    return inside + MemoryLayout<Value>.stride
  }
}

extension Value.Entry {
  fileprivate var sizeInMemory: Int { Int(key.count) + value.sizeInMemory }
}
