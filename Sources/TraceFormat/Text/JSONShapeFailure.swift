/// Why a JSON file was refused: where in it, what was expected there and what was found.
public struct JSONShapeFailure: Error, Hashable, Sendable {
  /// The place as a JSON path, such as `local[2].operations[0].set.title`; empty for the file.
  public var path: String
  /// The place in the file, where it was read from one.
  public var position: TextPosition?
  /// What should have been there.
  public var expected: String
  /// What was there instead.
  public var found: String
  /// The member whose name is refused; nil where it is the value at the place.
  var member: String?
  package internal(set) var memoryDemand: MemoryDemand?

  /// A refusal of the value at a place.
  public init(path: String, expected: String, found: String) {
    (self.path, self.expected, self.found) = (path, expected, found)
  }

  static func tooLarge(_ demand: MemoryDemand) -> JSONShapeFailure {
    var failure = JSONShapeFailure(
      path: "",
      expected: "at most \(MemoryDemand.text(demand.allowedBytes)) of memory for "
        + "\(demand.inputBytes) bytes",
      found: "\(demand.what), which takes \(MemoryDemand.text(demand.neededBytes)) or more")
    failure.memoryDemand = demand
    return failure
  }
}

extension JSONShapeFailure: CustomStringConvertible {
  /// One line, such as `line 12, column 40: local[0].operations[1].by: expected an integer, found "five"`.
  public var description: String {
    let place = position.map { "\($0): " } ?? ""
    let meant = names.nearest(to: found.filter { !"\"`".contains($0) })
    let isLong = meant != nil && names.count > Self.listedNamesMax
    let wanted = isLong ? "" : "expected \(expected), "
    let text = "\(path.isEmpty ? "the file" : path): \(wanted)found \(found)"
    return place + text.visible + (meant.map { "; did you mean `\($0)`?" } ?? "")
  }

  /// More names are not listed where one of them is suggested.
  private static let listedNamesMax = 8

  private var names: [String] {
    guard expected.hasPrefix("one of `") else { return [] }
    return expected.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }
}
