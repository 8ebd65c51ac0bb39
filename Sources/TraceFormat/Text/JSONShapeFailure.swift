/// Why a JSON file was refused: where in it, what was expected there and what was found.
public struct JSONShapeFailure: Error, Hashable, Sendable {
  /// The place as a JSON path, such as `local[2].operations[0].set.title`; empty for the file.
  public var path: String
  /// What should have been there.
  public var expected: String
  /// What was there instead.
  public var found: String

  /// A refusal of the value at a place.
  public init(path: String, expected: String, found: String) {
    self.path = path
    self.expected = expected
    self.found = found
  }

  /// A file that is no JSON at all.
  public init(_ failure: DecodingFailure) {
    self.init(path: "", expected: "JSON", found: failure.description)
  }
}

extension JSONShapeFailure: CustomStringConvertible {
  /// One line, such as `local[0].operations[1].by: expected an integer, found "five"`.
  public var description: String {
    "\(path.isEmpty ? "the file" : path): expected \(expected), found \(found)"
  }
}
