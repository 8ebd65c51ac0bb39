/// A value that stands elsewhere, and takes the room of a reference: for what is large and mostly the same
/// or not there.
package indirect enum Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  case of(Value)

  package init(_ value: Value) { self = .of(value) }

  package var value: Value {
    switch self {
    case .of(let value): value
    }
  }
}
