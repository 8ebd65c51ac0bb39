import Analyzer
import Campaigns
import Foundation
import Inputs
import RealmModel
import Replayer
import Reports
import TraceCompression
import TraceFormat

/// A folder of small traces, which goes with the process that measures.
final class TraceFolder: Sendable {
  private let path: String

  init(count: Int) throws {
    path = FileManager.default.temporaryDirectory.path + "/tracetool-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for seed in 0..<UInt64(count) {
      let input = try SessionInput.small(seed: seed)
      let sink = MemorySink()
      let writer = try TraceWriter(to: sink)
      for event in input.events { try writer.append(event) }
      try writer.finish()
      try Data(sink.bytes).write(to: URL(fileURLWithPath: "\(path)/\(input.name).synctrace"))
    }
  }

  /// The traces in all modes, with the goldens that are there.
  func goldens() throws -> GoldenFolder {
    var folder = try GoldenFolder(paths: [path], modes: ResetMode.allCases, words: .plain)
    folder.codec = ZstdCodec()
    return folder
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
