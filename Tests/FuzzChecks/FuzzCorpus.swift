import Foundation
import TestSupport
import TraceFormat

/// The inputs that fuzzing has found worth keeping: of one kind in one file, a line of hexadecimal digits each.
public enum FuzzCorpus {
  /// The inputs of a kind, as they are kept beside the tests.
  public static func inputs(of kind: FuzzKind) throws -> [[UInt8]] {
    try inputs(fileAt: ProjectFiles.path(path(of: kind)))
  }

  /// Where they are kept, from the repository's root.
  public static func path(of kind: FuzzKind) -> String {
    "Tests/FuzzCorpusTests/Corpus/\(kind.rawValue).hex"
  }

  static func inputs(fileAt path: String) throws -> [[UInt8]] {
    try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 0x0A)
      .enumerated().map { number, line in
        guard let input = Hex.decode(ascii: Array(line)) else {
          throw MissingInput("\(path): line \(number + 1) is not hexadecimal")
        }
        return input
      }
  }

  /// Writes each input of a file to a file of its own, as libFuzzer has them.
  public static func unpack(_ kind: FuzzKind, to folder: String) throws {
    for (number, input) in try inputs(of: kind).enumerated() {
      try Data(input).write(to: URL(fileURLWithPath: "\(folder)/kept-\(number)"))
    }
  }

  /// Writes the files of a folder to the file of a kind, the shortest first, until there are enough.
  ///
  /// - Parameter sizeMaxBytes: How large the file gets at most.
  public static func pack(_ kind: FuzzKind, from folder: String, sizeMaxBytes: Int = 100_000) throws
  {
    var text: [UInt8] = []
    let inputs = try FileManager.default.contentsOfDirectory(atPath: folder)
      .map { Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))) }
      .sorted { ($0.count, Hex.encode($0)) < ($1.count, Hex.encode($1)) }
    for input in inputs where !input.isEmpty {
      let line = Array(Hex.encode(input).utf8) + [0x0A]
      guard text.count + line.count <= sizeMaxBytes else { break }
      text += line
    }
    try ProjectFiles.write(text, to: path(of: kind))
  }
}
