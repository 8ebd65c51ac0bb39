import Foundation
import Testing

/// Files of reviewed output. With `UPDATE_GOLDEN=1` they are rewritten, and the run fails, so that
/// the new ones are read before they are committed.
public enum GoldenFile {
  /// Compares a text with a golden file.
  ///
  /// - Parameter path: from the repository's root.
  public static func check(
    _ text: String, against path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = (try? ProjectFiles.bytes(path)).map { String(decoding: $0, as: UTF8.self) }
    guard text != expected else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try ProjectFiles.write(Array(text.utf8), to: path)
      Issue.record("\(path) was rewritten", sourceLocation: sourceLocation)
    } else {
      Issue.record(
        "\(path): \(difference(of: text, from: expected))", sourceLocation: sourceLocation)
    }
  }

  /// The first line that differs.
  private static func difference(of text: String, from expected: String?) -> String {
    guard let expected else { return "is missing; UPDATE_GOLDEN=1 writes it" }
    let found = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(found, wanted).prefix { $0 == $1 }.count
    return """
      line \(line + 1) is
      \(line < found.count ? found[line] : "missing")
      and should be
      \(line < wanted.count ? wanted[line] : "missing")
      """
  }
}
