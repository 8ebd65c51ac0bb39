public import TraceFormat

/// Why no vector could be chosen from a file.
public enum VectorSelectionFailure: Error, Hashable, Sendable {
  /// The file has no lines.
  case noVector
  /// No name was given and there are several; the first names, and how many there are in all.
  case severalVectors(firstNames: [String], count: Int)
  /// No vector has the name; the first names that there are.
  case unknownName(String, firstNames: [String], count: Int)
  /// A line, counted from 1, is not a vector.
  case malformedLine(Int, DecodingFailure)
}

extension VectorImporter {
  package static let listedNamesMax = 5

  /// Finds the vector of a name, or the only one where no name is given.
  ///
  /// - Parameters:
  ///   - name: that of the vector; nil for the only one.
  ///   - nextLine: gives the lines of the file one after the other, then nil.
  /// - Throws: ``VectorSelectionFailure``, and what `nextLine` throws.
  public static func vector(
    named name: String?, from nextLine: () throws -> [UInt8]?
  ) throws -> ResetVector {
    var names: [String] = []
    var count = 0
    var lineNumber = 0
    var onlyLine: (number: Int, text: [UInt8])?
    while let line = try nextLine() {
      lineNumber += 1
      guard !line.isBlankLine else { continue }
      let found = try reading(line, lineNumber, ResetVector.name(of:))
      if let name, found.hasSameBytes(as: name) {
        return try reading(line, lineNumber, ResetVector.init(parsing:))
      }
      count += 1
      if names.count < listedNamesMax { names.append(found) }
      onlyLine = count == 1 && name == nil ? (lineNumber, line) : nil
    }
    if let onlyLine {
      return try reading(onlyLine.text, onlyLine.number, ResetVector.init(parsing:))
    }
    throw failure(name, names, count)
  }

  private static func reading<Value>(
    _ line: [UInt8], _ lineNumber: Int, _ read: ([UInt8]) throws(DecodingFailure) -> Value
  ) throws(VectorSelectionFailure) -> Value {
    do {
      return try read(line)
    } catch {
      throw .malformedLine(lineNumber, error)
    }
  }

  private static func failure(
    _ name: String?, _ names: [String], _ count: Int
  ) -> VectorSelectionFailure {
    if count == 0 { return .noVector }
    guard let name else { return .severalVectors(firstNames: names, count: count) }
    return .unknownName(name, firstNames: names, count: count)
  }
}

extension VectorSelectionFailure: CustomStringConvertible {
  /// The reason as a sentence, without a full stop.
  public var description: String {
    switch self {
    case .noVector: "it has no vectors"
    case .severalVectors(let names, let count):
      "it has \(count) vectors, choose one by name: \(Self.list(names, count))"
    case .unknownName(let name, let names, let count):
      "none of the \(count) vectors is named `\(name)`: \(Self.list(names, count))"
    case .malformedLine(let number, let failure): "line \(number) is not a vector: \(failure)"
    }
  }

  private static func list(_ names: [String], _ count: Int) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ") + (count > names.count ? ", …" : "")
  }
}
