import Analyzer
import CampaignSupport
import Campaigns
import RealmModel
import Replayer
import Reports
import TestSupport
import Testing
import TraceFormat

// Recording the goldens of a folder, and checking them.
extension GoldenSample {
  static let modes: [ResetMode] = [.discardLocal, .recover]

  static func check(
    _ folder: TemporaryFolder, budget: Budget = Budget(), writesPending: Bool = true
  ) throws -> GoldenReport {
    let found = try GoldenFolder(paths: [folder.root], modes: modes, words: .plain)
    return GoldenCheck(found, budget: budget, writesPending: writesPending).run()
  }

  @discardableResult static func record(
    _ folder: TemporaryFolder, budget: Budget = Budget(), replaces: Bool = false
  ) throws -> GoldenReport {
    let found = try GoldenFolder(paths: [folder.root], modes: modes, words: .plain)
    return GoldenRecording(found, budget: budget, replaces: replaces).run()
  }

  /// What is found, each as the file's name, its line and the code.
  static func found(_ report: GoldenReport, in folder: TemporaryFolder) -> [String] {
    report.findings.map { finding in
      let name = finding.path.replacing(folder.root + "/", with: "")
      return "\(name)\(finding.line.map { ":\($0)" } ?? "") \(finding.code.rawValue)"
    }
  }

  /// Replaces text in a file.
  static func edit(
    _ name: String, _ part: String, _ replacement: String, in folder: TemporaryFolder
  ) throws {
    let text = String(decoding: try folder.read(name), as: UTF8.self)
    #expect(text.contains(part))
    try folder.write(Array(text.replacing(part, with: replacement).utf8), to: name)
  }
}
