import Analyzer
import Campaigns
import Foundation
import RealmFile
import Replayer
import Reports
import TraceFormat

/// Reads the files of devices, one at a time.
struct RescueDeviceReader: Sendable {
  private let realm: RealmFileOptions
  private let memory: MemoryOptions
  private let speech: SpeechOptions
  /// The keys of a table, with their lines, by names or paths of files; nil without a table.
  private var keys: [RealmString: (line: Int, key: RealmFileKey)]?

  /// - Throws: where `--key-file` names neither a folder, nor a table of keys, nor a key.
  init(_ realm: RealmFileOptions, _ memory: MemoryOptions, _ speech: SpeechOptions) throws {
    (self.realm, self.memory, self.speech) = (realm, memory, speech)
    guard let path = realm.keyFile, !FileIdentity.isTaken("\(path)/.") else { return }
    guard path.utf8.suffix(4).elementsEqual(".csv".utf8) else {
      _ = try realm.options(memory.limit)
      return
    }
    let bytes = try InputFile.readAll(InputFile.source(path), sizeMaxBytes: 1 << 26)
    keys = [:]
    do throws(RescueDecisionFailure) {
      for (line, cells) in try CSVReader(bytes).rows where cells != ["file", "key"] {
        guard cells.count > 1, let key = try? RealmFileKey(Hex.decode(cells[1]) ?? []),
          keys?.updateValue((line, key), forKey: RealmString(cells[0])) == nil
        else {
          throw RescueDecisionFailure(
            line: line, "`\(cells[0])` needs one key, of 128 hexadecimal digits")
        }
      }
    } catch {
      throw CommandFailure(
        .badInput, "`\(path)`, \(error)",
        hint: "write a row for each file: its name, a comma, the 128 hexadecimal digits of its key")
    }
  }

  private static func names(of path: String) -> [RealmString] {
    [RealmString(path), RealmString(path.split(separator: "/").last ?? "")]
  }

  /// Names what the table has keys for and was not read; nil where that is nothing.
  func warning(reading devices: [RescueCase.Device]) -> String? {
    let read = Set(devices.flatMap { Self.names(of: $0.file.readableText) })
    let left = (keys ?? [:]).filter { !read.contains($0.key) }
      .sorted { $0.value.line < $1.value.line }
    let named = left.prefix(10).map { "line \($0.value.line), `\($0.key.readableText)`" }
    return left.isEmpty
      ? nil
      : "warning: \(left.count.counted("key")) for files that are not there: "
        + named.joined(separator: "; ")
  }

  /// What is unsynced in a file, each write once, what of it was missing, and what the file says about itself.
  func unsynced(
    in path: String
  ) throws -> (export: UnsyncedExport, problem: String?, header: TraceHeader?) {
    var own = realm
    if let keys {
      (own.keyFile, own.tableKey) = (nil, Self.names(of: path).compactMap { keys[$0]?.key }.first)
    }
    // A copy under another name is a Realm file by its contents; those of an encrypted one are of no known kind.
    let isRealm = [.realm, .unknown].contains(RecognizedInput.kind(of: path))
    let options = isRealm ? own.keyed(forFile: path) : own.options(forFile: path)
    let input = TraceInput.reading(path, memory, options)
    // What is said of a file stands in the case.
    let held = HeldConsole(Console.Surroundings())
    let contents = try input.read(speech, on: held.console)
    let moments = try input.unsyncedData(of: contents.replay, session: nil)
    let export = UnsyncedExport(PendingReport(contents.source, moments))
    guard contents.status != .fine, export.unanswered.isEmpty else {
      let gaps = export.gapSentences
      let rest = gaps.count > 1 ? "; and \((gaps.count - 1).counted("more such gap"))" : ""
      return (export, gaps.first.map { $0 + rest }, contents.header)
    }
    let warning = held.errors.first { $0.hasPrefix("warning: ") }?.dropFirst("warning: ".count)
    let problem = warning.map(String.init) ?? contents.status.meaning
    return (export, problem, contents.header)
  }
}

extension RescueGeneration {
  /// Nil where nothing says which client's file it is.
  init?(_ header: TraceHeader, _ export: UnsyncedExport) {
    guard let ident = header["clientFileIdent"], ident != "0",
      let salt = header["clientFileIdentSalt"],
      let uploaded = header["uploadClientVersion"].flatMap({ UInt64($0) })
    else { return nil }
    self.init(client: "\(ident) \(salt)", uploadedVersion: uploaded, times: [:])
    for transaction in export.changes.flatMap(\.transactions) {
      times[transaction.clientVersion] = transaction.originTimestampMilliseconds
    }
  }
}

/// A target that can't be asked: what is taken of a device becomes a file, in a form of `tracetool export`.
final class RescueFiles: RescueTarget {
  let isFiles = true
  private let rescue: RescueCase
  private let form: ExportFileForm
  private let folder: String
  private let reader: RescueDeviceReader

  init(_ rescue: RescueCase, _ form: ExportFileForm, folder: String, _ reader: RescueDeviceReader) {
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
    var answers = [RescueAnswer](repeating: .row([], isNew: true, isOld: nil), count: changes.count)
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
    let number = String(1_000_000_000 + first.number).dropFirst()
    let ending = form == .mongodb ? "json" : form.rawValue
    let missing = MissingFolders(at: folder)
    defer { missing.removeEmpty() }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try AtomicFileSink(path: "\(folder)/\(rescue.mark)-\(number).\(ending)").commit(bytes)
    return answers
  }

  private func written(_ export: UnsyncedExport) throws -> (bytes: [UInt8], tally: ExportTally) {
    let sink = MemorySink()
    let tally = try form.write(export, to: sink)
    return (sink.bytes, tally)
  }

  private func export(of device: RescueCase.Device) throws -> UnsyncedExport {
    let path = device.file.readableText
    let export = try reader.unsynced(in: path).export
    guard export.source.sha256 == device.sha256 else {
      throw CommandFailure(.badInput, "`\(path)` is not as it was when the case was made")
    }
    return export
  }
}
