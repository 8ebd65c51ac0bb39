internal import Campaigns
internal import Foundation

#if canImport(Testing)
  internal import Testing
#endif

/// Where in which source file a test expects something.
struct TestPlace {
  var fileID: String
  var filePath: String
  var line: Int
  var column: Int

  /// The path of a file that is named from the folder of the source file.
  func path(of name: String) -> String {
    guard !name.hasPrefix("/") else { return name }
    let folder = NSString(string: filePath).deletingLastPathComponent
    return NSString(string: NSString(string: folder).appendingPathComponent(name))
      .standardizingPath
  }

  /// Fails the test that is running, unless everything is fine.
  func expect(_ report: GoldenReport) throws(GoldenMismatch) {
    guard !report.isFine else { return }
    let mismatch = GoldenMismatch(report: report)
    #if canImport(Testing)
      if Test.current != nil { return record(mismatch) }
    #endif
    throw mismatch
  }
}

#if canImport(Testing)
  extension TestPlace {
    /// Records an issue at the place, with the outcomes that could become goldens attached.
    private func record(_ mismatch: GoldenMismatch) {
      let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      for verdict in mismatch.report.verdicts {
        guard let outcome = verdict.outcome else { continue }
        let name = NSString(string: verdict.path).lastPathComponent + ".pending"
        Attachment.record(outcome.text, named: name, sourceLocation: location)
      }
      Issue.record(mismatch, sourceLocation: location)
    }
  }
#endif
