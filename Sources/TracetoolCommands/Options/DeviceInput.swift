import ArgumentParser
import Importers
import RealmFile
import Replayer
import TraceCompression
import TraceFormat

/// What shows a device: a trace, or the `.realm` file of a client, which is taken in as `import realm` does.
struct DeviceInput: ParsableArguments {
  @Argument(
    help: "The trace or .realm file to read, or - for a trace on standard input.",
    completion: .file(extensions: ["synctrace", "realm"]))
  var file: String

  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions

  /// What was read of a device.
  struct Contents {
    var replay: Replay
    /// Whether something was missing.
    var status: ExitStatus
    /// The SHA-256 of the input's bytes, 64 hexadecimal digits in lower case; nil where nobody asked.
    var sha256: String?
  }

  /// The files that are read.
  var paths: [String] { [file] + (realm.keyFile.map { [$0] } ?? []) }

  /// Reads all of it.
  ///
  /// - Parameter isHashed: whether the input's digest is wanted.
  /// - Throws: where it is neither, or is damaged, in the words of a command.
  func read(
    isHashed: Bool = false, _ speech: SpeechOptions, on console: Console
  ) throws -> Contents {
    try isRealmFile()
      ? try readRealmFile(speech, on: console) : try readTrace(isHashed, speech, on: console)
  }

  /// What is unsynced in what was read.
  ///
  /// - Throws: why it shows nothing, in the words of a command.
  func unsyncedMoments(of replay: Replay, session: UInt32?) throws -> UnsyncedMoments {
    do throws(ReplayFailure) {
      return try replay.unsyncedMoments(session: session)
    } catch {
      throw CommandFailure(describing: error, trace: file)
    }
  }

  /// An encrypted file looks like nothing at all: whoever names its key says what it is, and so does its name.
  private func isRealmFile() throws -> Bool {
    guard file != "-" else { return false }
    if realm.keyFile != nil || realm.salvage || file.utf8.reversed().starts(with: "mlaer.".utf8) {
      return true
    }
    var head: [UInt8] = []
    _ = try InputFile.source(file).read(upTo: FileHeader.size, into: &head)
    return FileHeader.isBeginning(head)
  }

  private func readTrace(
    _ isHashed: Bool, _ speech: SpeechOptions, on console: Console
  ) throws -> Contents {
    let input = TraceInput.reading(file, memory)
    guard isHashed else {
      let reader = try input.open(on: console)
      let replay = try Replay(reading: reader)
      return Contents(replay: replay, status: input.report(reader, on: console, speech))
    }
    let source = try HashedInput(file, on: console)
    let reader = try input.reading { try TraceReader(source.bytes, memory: memory.limit) }
    let replay = try Replay(reading: reader)
    return Contents(
      replay: replay, status: input.report(reader, on: console, speech),
      sha256: try source.sha256())
  }

  private func readRealmFile(_ speech: SpeechOptions, on console: Console) throws -> Contents {
    let imported = try realm.importing(file, memory, on: console)
    var replay = Replay()
    for event in imported.events { replay.observe(event) }
    return Contents(
      replay: replay, status: imported.reportLosses(speech, on: console), sha256: imported.sha256)
  }
}
