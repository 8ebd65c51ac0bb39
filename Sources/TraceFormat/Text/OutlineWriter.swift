struct OutlineWriter {
  private let sink: any ByteSink
  private let form: JSONForm
  /// How many stretches of a list are made at once at most.
  private let width: Int
  private var pending: [UInt8] = []

  /// So much is handed on at a time, in bytes.
  private static let pieceSize = 1 << 16

  init(sink: any ByteSink, form: JSONForm, width: Int) {
    (self.sink, self.form, self.width) = (sink, form, width)
  }

  mutating func flush() throws {
    guard !pending.isEmpty else { return }
    try sink.write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  mutating func write(_ outline: JSONOutline, depth: Int) throws {
    switch outline {
    case .made(let value):
      form.write(value, into: &pending, depth: depth)
      try flushLarge()
    case .members(let members):
      try list("{", "}", members.count, depth) { writer in
        for (index, member) in members.enumerated() {
          writer.form.separate(index, into: &writer.pending, depth: depth)
          writer.form.writeName(member.name, into: &writer.pending)
          try writer.write(member.value, depth: depth + 1)
        }
      }
    case .array(let elements):
      try list("[", "]", elements.count, depth) { writer in
        for (index, element) in elements.enumerated() {
          writer.form.separate(index, into: &writer.pending, depth: depth)
          try writer.write(element, depth: depth + 1)
        }
      }
    case .list(let count, let maker):
      try list("[", "]", count, depth) { writer in
        try writer.write(
          OutlineStretches(count: count, depth: depth, form: writer.form, maker: maker))
      }
    }
  }

  private mutating func list(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ count: Int, _ depth: Int,
    _ writeAll: (inout OutlineWriter) throws -> Void
  ) throws {
    pending.append(UInt8(ascii: open))
    try writeAll(&self)
    if count > 0 { form.breakLine(into: &pending, depth: depth) }
    pending.append(UInt8(ascii: close))
  }

  private mutating func flushLarge() throws { if pending.count >= Self.pieceSize { try flush() } }
}

// Long lists
extension OutlineWriter {
  private mutating func write(_ list: OutlineStretches) throws {
    var next = 0
    while width > 1, list.count - next > OutlineStretches.size {
      for piece in list.pieces(from: next, width: width) {
        pending += piece.bytes
        try flushLarge()
        try write(list, piece.rest)
        next = piece.rest.upperBound
      }
    }
    try write(list, next..<list.count)
  }

  private mutating func write(_ list: OutlineStretches, _ elements: Range<Int>) throws {
    guard !elements.isEmpty else { return }
    let element = list.maker()
    for index in elements {
      list.write(element(index), at: index, into: &pending)
      try flushLarge()
    }
  }
}
