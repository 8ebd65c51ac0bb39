import Analyzer
import Campaigns
import Foundation
import Replayer
import Reports
import TraceFormat

/// Reads the files of devices, one at a time.
struct RescueDeviceReader: Sendable {
  let realm: RealmFileOptions
  let memory: MemoryOptions
  let speech: SpeechOptions

  /// What is unsynced in a file, and what of it was missing.
  ///
  /// - Throws: why it can't be read, in the words of a command.
  func report(of path: String) throws -> (report: PendingReport, problem: String?) {
    let input = TraceInput.reading(path, memory, realm.options(forFile: path))
    // What is said of a file stands in the case.
    let held = HeldConsole(Console.Surroundings())
    let contents = try input.read(speech, on: held.console)
    let moments = try input.unsyncedData(of: contents.replay, session: nil)
    let report = PendingReport(contents.source, moments)
    let leftOut = report.unanswered.first.map { "\($0.title) is left out: \($0.reason.reason)" }
    guard contents.status != .fine else { return (report, leftOut) }
    let warning = held.errors.first { $0.hasPrefix("warning: ") }?.dropFirst("warning: ".count)
    return (report, leftOut ?? warning.map(String.init) ?? contents.status.meaning)
  }
}

/// A target that can't be asked: what is taken of a device becomes a file, in a form of `tracetool export`.
final class RescueFiles: RescueTarget {
  let isFiles = true
  private let rescue: RescueCase
  private let form: ExportFileForm
  private let folder: String
  private let reader: RescueDeviceReader

  init(
    _ rescue: RescueCase, _ form: ExportFileForm, folder: String, _ reader: RescueDeviceReader
  ) {
    (self.rescue, self.form, self.folder, self.reader) = (rescue, form, folder, reader)
  }

  func folded(_ name: RealmString) -> RealmString { name }
  func columns(of className: RealmString) -> [RealmString: String]? { nil }
  func rows(_ acts: [RescueAct]) -> [RescueAnswer] { acts.map { _ in .nothing } }

  /// Writes a file with the changes, which are of one device, and refuses those that its form can't express.
  func run(_ acts: [RescueAct]) throws -> [RescueAnswer] {
    let changes = acts.compactMap(\.change)
    guard let first = changes.first else { return [] }
    let export: UnsyncedExport
    do {
      export = try self.export(of: rescue.devices[first.device])
    } catch {
      let reason = CommandFailure(describing: error).message
      return changes.map { _ in .refused(reason) }
    }
    var answers = [RescueAnswer](
      repeating: .row([], isNew: true, isOld: nil), count: changes.count)
    var (bytes, tally) = try written(export.keeping(changes))
    if tally.unexpressedCount > 0 {
      var said: [RescueChange] = []
      for (index, change) in changes.enumerated() {
        let alone = try written(export.keeping([change])).tally
        if alone.unexpressedCount == 0 { said.append(change) }
        if let why = alone.sentences.first, alone.unexpressedCount > 0 {
          answers[index] = .refused(why)
        }
      }
      bytes = try written(export.keeping(said)).bytes
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let number = String(1_000_000_000 + first.number).dropFirst()
    let ending = form == .mongodb ? "json" : form.rawValue
    let sink = try AtomicFileSink(path: "\(folder)/\(rescue.mark)-\(number).\(ending)")
    try sink.write(bytes)
    try sink.commit()
    return answers
  }

  private func written(_ export: UnsyncedExport) throws -> (bytes: [UInt8], tally: ExportTally) {
    let sink = MemorySink()
    let tally = try form.write(export, to: sink)
    return (sink.bytes, tally)
  }

  private func export(of device: RescueCase.Device) throws -> UnsyncedExport {
    let path = device.file.readableText
    let report = try reader.report(of: path).report
    guard report.source.sha256 == device.sha256 else {
      throw CommandFailure(.badInput, "`\(path)` is not as it was when the case was made")
    }
    return UnsyncedExport(report)
  }
}
