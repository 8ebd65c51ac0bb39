/// A long list of an outline, of which stretches are made side by side.
struct OutlineStretches: Sendable {
  let count: Int
  let depth: Int
  let form: JSONForm
  let maker: @Sendable () -> (Int) -> JSONText

  static let size = 256
  /// A stretch ends early where its text is that large, in bytes: what is made at once stays small however
  /// large elements are.
  static let byteCountMax = 1 << 20
  /// The stretches that are made before they are handed on, for each that is in work: one that takes longer
  /// than others then holds up none of them.
  private static let countPerWorker = 4

  struct Piece: Sendable {
    var bytes: [UInt8] = []
    /// What is missing at its end.
    var rest: Range<Int>
  }

  /// The texts of the stretches that follow an element, in order; `width` is how many are made at once at most.
  func pieces(from first: Int, width: Int) -> [Piece] {
    let starts = Array(
      stride(from: first, to: count, by: Self.size).prefix(width * Self.countPerWorker))
    return ConcurrentMap.map(count: starts.count, width: width) { index in
      piece(of: starts[index]..<min(starts[index] + Self.size, count))
    }
  }

  private func piece(of elements: Range<Int>) -> Piece {
    let element = maker()
    var piece = Piece(rest: elements)
    while let index = piece.rest.first, piece.bytes.count < Self.byteCountMax {
      write(element(index), at: index, into: &piece.bytes)
      piece.rest = piece.rest.dropFirst()
    }
    return piece
  }

  func write(_ element: JSONText, at index: Int, into bytes: inout [UInt8]) {
    form.separate(index, into: &bytes, depth: depth)
    form.write(element, into: &bytes, depth: depth + 1)
  }
}
