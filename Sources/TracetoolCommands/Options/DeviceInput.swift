import Analyzer
import ArgumentParser
import Importers
import RealmFile
import Replayer
import TraceCompression
import TraceFormat

/// What shows a device: a trace, or the `.realm` file of a client, which is taken in as `import realm` does.
struct DeviceInput: ParsableArguments {
  @Argument(
    help: "The trace or .realm file to read, or - for standard input.",
    completion: .file(extensions: ["synctrace", "realm"]))
  var file: String

  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions

  /// What was read of a device.
  struct Contents {
    var replay: Replay
    /// Whether something was missing.
    var status: ExitStatus
    /// The file, with the digest of its bytes.
    var source: PendingSource
  }

  /// The files that are read.
  var paths: [String] { [file] + (realm.keyFile.map { [$0] } ?? []) }

  /// Reads all of it.
  ///
  /// - Throws: where it is neither, or is damaged, in the words of a command.
  func read(_ speech: SpeechOptions, on console: Console) throws -> Contents {
    let input = try HashedInput(file, on: console)
    return try isRealmFile(input)
      ? try readRealmFile(input, speech, on: console) : try readTrace(input, speech, on: console)
  }

  /// What is unsynced in what was read.
  ///
  /// - Throws: why it shows nothing, in the words of a command.
  func unsyncedData(of replay: Replay, session: UInt32?) throws -> TraceUnsyncedData {
    do throws(ReplayFailure) {
      return try replay.unsyncedData(session: session)
    } catch {
      throw CommandFailure(describing: error, trace: file)
    }
  }

  /// An encrypted file looks like nothing at all: whoever names its key says what it is, and so does its name.
  private func isRealmFile(_ input: HashedInput) throws -> Bool {
    if realm.keyFile != nil || realm.salvage || file.utf8.reversed().starts(with: "mlaer.".utf8) {
      return true
    }
    var head: [UInt8] = []
    try input.again.seek(to: 0)
    while head.count < FileHeader.size,
      try input.again.read(upTo: FileHeader.size - head.count, into: &head) > 0
    {}
    return FileHeader.isBeginning(head)
  }

  private func readTrace(
    _ source: HashedInput, _ speech: SpeechOptions, on console: Console
  ) throws -> Contents {
    let input = TraceInput.reading(file, memory)
    let reader = try input.reading { try TraceReader(source.bytes, memory: memory.limit) }
    let replay = try Replay(reading: reader)
    return Contents(
      replay: replay, status: input.report(reader, on: console, speech),
      source: PendingSource(name: file, sha256: try source.sha256()))
  }

  private func readRealmFile(
    _ source: HashedInput, _ speech: SpeechOptions, on console: Console
  ) throws -> Contents {
    let imported = try realm.importing(source.again, named: file, memory, on: console)
    var replay = Replay()
    for event in imported.events { replay.observe(event) }
    return Contents(
      replay: replay, status: imported.reportLosses(speech, on: console),
      source: PendingSource(name: file, sha256: imported.sha256))
  }
}
