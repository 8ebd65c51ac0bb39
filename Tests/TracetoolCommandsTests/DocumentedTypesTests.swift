import Foundation
import TestSupport
import Testing

/// Whether a reader of the documentation finds every public type by its topic.
@Suite struct DocumentedTypesTests {
  /// The libraries that `scripts/docs` makes pages of.
  private static let libraries = [
    "TraceFormat", "TraceCompression", "RealmModel", "RealmFile", "Recorder", "Importers",
    "FaultPlans", "RecordingProxy", "Replayer", "Simulation", "Analyzer", "Campaigns", "Reports",
    "Scrubbing", "TraceTesting",
  ]

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: ProjectFiles.path(path), encoding: .utf8)
  }

  @Test(arguments: libraries)
  func `every public type stands in a topic`(library: String) throws {
    let declaration =
      /^(?:@\S+ )*public (?:final |indirect )*(?:struct|enum|class|actor|protocol) (\w+)/
      .anchorsMatchLineEndings()
    let sources = "Sources/\(library)"
    let declared = try ProjectFiles.paths(below: sources, suffix: ".swift", countMin: 2)
      .flatMap { try text($0).matches(of: declaration).map { String($0.1) } }
    #expect(!declared.isEmpty)
    let pages = try ProjectFiles.paths(
      below: "\(sources)/\(library).docc", suffix: ".md", countMin: 1
    ).map(text).joined(separator: "\n")
    let topics = Set(
      pages.matches(of: /^- ``(\w+)``$/.anchorsMatchLineEndings()).map { String($0.1) })
    #expect(declared.filter { !topics.contains($0) } == [])
  }

  @Test func `the libraries are those of the script`() throws {
    let list = try #require(try text("scripts/docs").firstMatch(of: /libraries=\(([^)]*)\)/))
    #expect(list.1.split(whereSeparator: \.isWhitespace).map(String.init) == Self.libraries)
  }
}
