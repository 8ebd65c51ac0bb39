internal import TraceFormat

struct EventWindow {
  /// How many events are looked through for where two traces agree again.
  static let sizeMax = 256

  private let reader: TraceReader
  private(set) var events: [ComparedEvent] = []
  private var isAtEnd = false

  init(_ reader: TraceReader) { self.reader = reader }

  mutating func fill() throws {
    while !isAtEnd, events.count < Self.sizeMax {
      if let event = try reader.nextToShow() {
        events.append(ComparedEvent(event))
      } else {
        isAtEnd = true
      }
    }
  }

  mutating func take(_ count: Int) -> [ComparedEvent] {
    defer { events.removeFirst(count) }
    return Array(events.prefix(count))
  }

  /// How many events on each side stand before the nearest one that both have; all where there is none.
  func gap(to other: EventWindow) -> (first: Int, second: Int) {
    var positions: [UInt64: Int] = [:]
    for (index, event) in events.enumerated().reversed() { positions[event.meaning] = index }
    var nearest = (first: events.count, second: other.events.count)
    for (j, event) in other.events.enumerated() where j < nearest.first + nearest.second {
      guard let i = positions[event.meaning], i + j < nearest.first + nearest.second else {
        continue
      }
      nearest = (i, j)
    }
    return nearest
  }
}

/// An event with what it means, apart from where and when it was recorded.
struct ComparedEvent {
  var event: Event
  /// XXH64 of ``json``.
  var meaning: UInt64

  init(_ event: Event) {
    self.event = event
    meaning = Self.json(of: event).digest
  }

  /// Every field but the sequence number, the time and what a Realm file is called.
  var json: JSONText { Self.json(of: event) }

  private static func json(of event: Event) -> JSONText {
    guard case .object(let members) = event.json else { return event.json }
    var names: Set = ["sequence", "time", "timeMicroseconds"]
    if case .sessionStart(let start) = event.content, start.source == .realmFile {
      names.formUnion(["name", "clientFile"])
    }
    return .object(members.filter { !names.contains($0.name) })
  }

  var name: String { event.textLines(withInstructions: false).first ?? "" }

  /// What an event is about: two that differ and are about the same are one that was changed.
  struct Topic: Hashable {
    var session: UInt32
    var kind: Event.Kind
    var detail: String
  }

  var topic: Topic { Topic(session: event.session, kind: event.kind, detail: topicDetail) }

  private var topicDetail: String {
    switch event.content {
    case .localCommit(let commit): "\(commit.clientVersion)"
    case .serverCommit(let commit): "\(commit.serverVersion)"
    case .snapshot(let snapshot): snapshot.role.rawValue
    case .message(let message):
      "\(message.direction.rawValue) \((try? message.parsed().kind.rawValue) ?? "")"
    default: ""
    }
  }
}
