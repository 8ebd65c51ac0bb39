/// A JSON value whose long lists are made element by element as they are written, so that the whole is never held.
package enum JSONOutline: Sendable {
  case made(JSONText)
  case members([Member])
  /// A few elements that have long lists in them.
  case array([JSONOutline])
  /// So many elements, each made when it is its turn. Several makers may be at work at once, each on elements
  /// that follow each other, so what one remembers of the element before is its own.
  case list(count: Int, maker: @Sendable () -> (Int) -> JSONText)

  /// A member of an object.
  package struct Member: Sendable {
    package var name: String
    package var value: JSONOutline

    package init(_ name: String, _ value: JSONOutline) { (self.name, self.value) = (name, value) }
  }

  package static func elements(
    count: Int, at element: @escaping @Sendable (Int) -> JSONText
  ) -> JSONOutline {
    .list(count: count) { element }
  }

  /// Members that are there, but for those without a value.
  package static func made(
    _ pairs: KeyValuePairs<String, JSONText?>
  ) -> [Member] {
    pairs.compactMap { name, value in value.map { Member(name, .made($0)) } }
  }

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
      case .list(let count, _)? = members.first(where: { $0.name.hasSameBytes(as: name) })?
        .value
    else { return nil }
    return count
  }

  /// The same with something else instead of each value that is there.
  package func mapping(_ transform: @escaping @Sendable (JSONText) -> JSONText) -> JSONOutline {
    switch self {
    case .made(let value): .made(transform(value))
    case .members(let members):
      .members(members.map { Member($0.name, $0.value.mapping(transform)) })
    case .array(let elements): .array(elements.map { $0.mapping(transform) })
    case .list(let count, let maker):
      .list(count: count) {
        let element = maker()
        return { transform(element($0)) }
      }
    }
  }

  /// Whether the wholes are equal, found out element by element: it ends at the first difference.
  package func isEqual(to other: JSONOutline) -> Bool {
    switch (self, other) {
    case (.members(let members), .members(let others)):
      return members.count == others.count
        && zip(members, others).allSatisfy {
          $0.name.hasSameBytes(as: $1.name) && $0.value.isEqual(to: $1.value)
        }
    case (.list(let count, let maker), .list(let otherCount, let otherMaker)):
      let (element, other) = (maker(), otherMaker())
      return count == otherCount && (0..<count).allSatisfy { element($0) == other($0) }
    default: return whole == other.whole
    }
  }

  package var whole: JSONText {
    switch self {
    case .made(let value): value
    case .members(let members): .object(members.map { JSONText.Member($0.name, $0.value.whole) })
    case .array(let elements): .array(elements.map(\.whole))
    case .list(let count, let maker): .array((0..<count).map(maker()))
    }
  }

  /// Writes the text of ``whole``, without a line feed at the end.
  ///
  /// - Parameters:
  ///   - layout: One that lays out a value without looking at what is in it, which `readable` does.
  ///   - linesDepthMax: how deep a value has lines of its own; the root has depth 0.
  ///   - width: how many elements of a long list are made at once at most; the text is the same.
  /// - Throws: what the sink throws.
  package func write(
    to sink: any ByteSink, layout: JSONText.Layout = .compact,
    linesDepthMax: Int = JSONText.Layout.linesDepthMax,
    escaping: JSONText.Escaping = .visible, width: Int = 1
  ) throws {
    precondition(layout != .readable, "a readable layout has to look ahead")
    let form = JSONForm(layout: layout, escaping: escaping, linesDepthMax: linesDepthMax)
    var writer = OutlineWriter(sink: sink, form: form, width: width)
    try writer.write(self, depth: 0)
    try writer.flush()
  }
}
