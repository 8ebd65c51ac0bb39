import Foundation
import TraceFormat

/// The names of a folder's traces: numbers, so that names are in the order of recording and say nothing of the clock.
enum TraceFolder {
  private static let prefix = "recording-"
  private static let suffix = ".synctrace"

  static func path(_ number: Int, in folder: String) -> String {
    "\(folder)/\(prefix)\(number.padded(to: 6))\(suffix)"
  }

  /// The largest number that is taken, so that a recording continues behind an earlier one.
  ///
  /// - Throws: `FileFailure` where there is no such folder.
  static func lastNumber(in folder: String) throws -> Int {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw FileFailure(
        operation: "open", path: folder, code: ENOENT, reason: SystemText.of(ENOENT), isOutput: true
      )
    }
    return names.compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
      return Int(name.dropFirst(prefix.count).dropLast(suffix.count))
    }.max() ?? 0
  }
}
