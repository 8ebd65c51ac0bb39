import Foundation
import TraceFormat

/// A folder that gets a file of comma-separated values for each class.
struct ExportFolder {
  private let path: String

  /// - Parameter path: the folder, which is made where it is missing.
  init(_ path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// The paths in a folder, which is made where it is missing, of what is exported from each input. Inputs of one name
  /// in several folders, such as each device's `default.realm`, keep their folders in theirs.
  ///
  /// - Throws: where two inputs have the same path there.
  static func paths(
    in folder: String, ofExports inputs: [String], _ format: ExportFormat
  ) throws -> [String] {
    _ = try ExportFolder(folder)
    let ending =
      switch format {
      case .csv: ""
      case .mongodb: ".js"
      default: ".\(format.rawValue)"
      }
    let names = inputs.map { TextBytes(($0 as NSString).lastPathComponent) }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    var taken: [TextBytes: String] = [:]
    return try zip(inputs, names).map { input, name in
      let isShared = counts[name, default: 1] > 1
      let own = isShared ? TextBytes(input.split(separator: "/").joined(separator: "-")) : name
      if let other = taken.updateValue(input, forKey: own), !other.hasSameBytes(as: input) {
        throw CommandFailure(
          .usage, "`\(other)` and `\(input)` would be exported to one file, `\(own.text)`",
          hint: "export each to a folder of its own")
      }
      return "\(folder)/\(own.text)\(ending)"
    }
  }

  /// Has each class's file written; all appear, or none.
  func write(_ classes: [RealmString], _ body: (RealmString, any ByteSink) throws -> Void) throws {
    var taken: Set<String> = []
    var sinks: [AtomicFileSink] = []
    for className in classes {
      let name = Self.fileName(of: className, besides: &taken)
      let sink = try AtomicFileSink(path: "\(path)/\(name)")
      try body(className, sink)
      sinks.append(sink)
    }
    for sink in sinks { try sink.commit() }
  }

  /// A name that is safe on every system, and another one for each class, whatever the system holds to be equal.
  private static func fileName(
    of className: RealmString, besides taken: inout Set<String>
  ) -> String {
    let isPlain = className.bytes.allSatisfy { byte in
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".utf8.contains(byte)
    }
    let plain = className.readableText
    if isPlain, !className.isEmpty, taken.insert(plain.lowercased()).inserted {
      return plain + ".csv"
    }
    return "class-\(Hex.encode(className.bytes)).csv"
  }
}
