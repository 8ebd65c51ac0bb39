import NIOCore

/// What goes out at one side of a WebSocket while faults are injected: everything in its order, and some of it late.
struct RelayOutput {
  /// Something that goes out, or holds up what is behind it.
  enum Item {
    case frame(WebSocketOpcode, [UInt8], isMessage: Bool)
    case delay(TimeAmount)
    case end
  }

  private var waiting: [Item] = []
  /// Whether a delay has not passed yet.
  private(set) var isHeld = false

  mutating func put(_ item: Item) { waiting.append(item) }

  /// Takes what may go out now; a delay comes last, and nothing more until ``goOn()``.
  mutating func take() -> [Item] {
    guard !isHeld else { return [] }
    let end = waiting.firstIndex { if case .delay = $0 { true } else { false } }
    let count = end.map { $0 + 1 } ?? waiting.count
    defer { waiting.removeFirst(count) }
    isHeld = end != nil
    return Array(waiting.prefix(count))
  }

  /// The delay has passed.
  mutating func goOn() { isHeld = false }
}
