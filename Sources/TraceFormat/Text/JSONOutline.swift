/// A JSON value whose long lists are made element by element as they are written, so that the whole is never
/// held.
package indirect enum JSONOutline {
  /// A value that is there.
  case made(JSONText)
  /// Members, in the order they were given in.
  case members([(name: String, value: JSONOutline)])
  /// A few elements that have long lists in them.
  case array([JSONOutline])
  /// So many elements, each made when it is its turn.
  case elements(count: Int, at: (Int) -> JSONText)

  /// Members that are there, but for those without a value.
  package static func made(
    _ pairs: KeyValuePairs<String, JSONText?>
  ) -> [(name: String, value: JSONOutline)] {
    pairs.compactMap { name, value in value.map { (name, .made($0)) } }
  }

  /// The compact text as UTF-8.
  package func bytes(escaping: JSONText.Escaping = .visible) -> [UInt8] {
    let sink = MemorySink()
    do {
      try write(to: sink, escaping: escaping)
    } catch {
      preconditionFailure("memory takes what is written: \(error)")
    }
    return sink.bytes
  }

  /// How many elements a member has; nil where none of that name is a list made element by element.
  package func elementCount(of name: String) -> Int? {
    guard case .members(let members) = self,
      case .elements(let count, _)? = members.first(where: { $0.name.hasSameBytes(as: name) })?
        .value
    else { return nil }
    return count
  }

  /// The same with something else in the place of each value that is there.
  package func mapping(_ transform: @escaping (JSONText) -> JSONText) -> JSONOutline {
    switch self {
    case .made(let value): .made(transform(value))
    case .members(let members): .members(members.map { ($0.name, $0.value.mapping(transform)) })
    case .array(let elements): .array(elements.map { $0.mapping(transform) })
    case .elements(let count, let element): .elements(count: count) { transform(element($0)) }
    }
  }

  /// The value, whole.
  package var whole: JSONText {
    switch self {
    case .made(let value): value
    case .members(let members): .object(members.map { JSONText.Member($0.name, $0.value.whole) })
    case .array(let elements): .array(elements.map(\.whole))
    case .elements(let count, let element): .array((0..<count).map(element))
    }
  }

  /// Writes the text of ``whole``, without a line feed at the end.
  ///
  /// - Parameter layout: One that lays out a value without looking at what is in it, which
  ///   `readable` does.
  /// - Throws: what the sink throws.
  package func write(
    to sink: any ByteSink, layout: JSONText.Layout = .compact,
    escaping: JSONText.Escaping = .visible
  ) throws {
    var writer = OutlineWriter(sink: sink, layout: layout, escaping: escaping)
    try writer.write(self, depth: 0)
    try writer.flush()
  }
}

private struct OutlineWriter {
  let sink: any ByteSink
  let layout: JSONText.Layout
  let escaping: JSONText.Escaping
  private var pending: [UInt8] = []

  /// So much is handed on at a time, in bytes.
  private static let pieceSize = 1 << 16

  init(sink: any ByteSink, layout: JSONText.Layout, escaping: JSONText.Escaping) {
    precondition(layout != .readable, "a readable layout has to look ahead")
    (self.sink, self.layout, self.escaping) = (sink, layout, escaping)
  }

  mutating func flush() throws {
    guard !pending.isEmpty else { return }
    try sink.write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  mutating func write(_ outline: JSONOutline, depth: Int) throws {
    switch outline {
    case .made(let value): try write(value, depth)
    case .members(let members):
      try list("{", "}", members.count, depth) { writer, index in
        JSONText.writeName(
          members[index].name, into: &writer.pending, layout: writer.layout, writer.escaping)
        try writer.write(members[index].value, depth: depth + 1)
      }
    case .array(let elements):
      try list("[", "]", elements.count, depth) { try $0.write(elements[$1], depth: depth + 1) }
    case .elements(let count, let element):
      try list("[", "]", count, depth) { try $0.write(element($1), depth + 1) }
    }
  }

  private mutating func write(_ value: JSONText, _ depth: Int) throws {
    value.write(into: &pending, layout, escaping, depth: depth)
    if pending.count >= Self.pieceSize { try flush() }
  }

  private mutating func list(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ count: Int, _ depth: Int,
    _ write: (inout OutlineWriter, Int) throws -> Void
  ) throws {
    pending.append(UInt8(ascii: open))
    for index in 0..<count {
      JSONText.separate(index, into: &pending, layout: layout, depth: depth)
      try write(&self, index)
    }
    if count > 0 { JSONText.breakLine(into: &pending, layout: layout, depth: depth) }
    pending.append(UInt8(ascii: close))
  }
}
