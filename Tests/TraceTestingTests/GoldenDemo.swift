import Analyzer
import Campaigns
import FaultPlans
import Foundation
import RealmModel
import Replayer
import Reports
import TestSupport
import TraceFormat

/// The demo in a folder of its own, with its golden in discard mode.
enum GoldenDemo {
  static func make(in folder: TemporaryFolder) throws {
    let events = try TraceFiles.events(of: "traces/field-inspections.synctrace")
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, codec: StoredFrames())
    for event in events { try writer.append(event) }
    try writer.finish()
    try folder.write(sink.bytes, to: "demo.synctrace")
    let found = try GoldenFolder(paths: [folder.root], modes: [.discardLocal], words: .plain)
    guard GoldenRecording(found).run().isFine else { throw CocoaError(.fileWriteUnknown) }
  }

  /// The same, and the golden of a fault plan.
  static func make(in folder: TemporaryFolder, fault: String, plan name: String) throws {
    try make(in: folder)
    let plan = FaultPlan([try Fault(text: fault)])
    let found = try GoldenFolder(
      paths: [folder.root], modes: [.discardLocal], plans: .added(plan, name: name), words: .plain)
    guard GoldenRecording(found).run().isFine else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Makes the golden say that a write was recovered which the reset discards.
  static func edit(in folder: TemporaryFolder, _ name: String = "demo.discard.golden") throws {
    let text = String(decoding: try folder.read(name), as: UTF8.self)
      .replacing("31 lost, 2 superseded", with: "1 recovered, 30 lost, 2 superseded")
      .replacing("lost        4.0 ", with: "recovered   4.0 ")
    try folder.write(Array(text.utf8), to: name)
  }
}
