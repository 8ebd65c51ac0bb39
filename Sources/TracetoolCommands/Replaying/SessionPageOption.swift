import ArgumentParser
import Foundation

/// `replay --view`: the session as a page, next to the report on its resets.
struct SessionPageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Also write the session as a page, event by event, as `tracetool view` does. The HTML report links to it \
      by its name, so both go into one folder.
      """, valueName: "file"), completion: .file(extensions: ["html"]))
  var view: String?

  /// Its address for a report in the same folder.
  var link: String? {
    let name = view.map { URL(filePath: $0).lastPathComponent }
    return name?.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).map { "./\($0)" }
  }

  /// - Throws: where a report that links to it, at one of these paths, would lead nowhere.
  func check(linkedFrom reports: [String]) throws {
    guard let view else { return }
    guard view != "-" else { throw ValidationError("`--view` needs a file, not -") }
    for report in reports where report != "-" && Self.folder(report) != Self.folder(view) {
      throw ValidationError(
        "`\(report)` links to `\(view)` by its name, so both must be in one folder")
    }
  }

  private static func folder(_ path: String) -> URL {
    URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
  }
}
