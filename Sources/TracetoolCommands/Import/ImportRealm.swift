import ArgumentParser
import Importers
import RealmFile
import TraceFormat

/// `tracetool import realm`: the database of a client becomes a trace.
struct ImportRealm: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "realm",
    abstract: "Make a trace of a .realm file: its state, and what it never uploaded.",
    discussion: """
      Never changes the file; docs/realm-file.md says what is read of it. Close the app that uses it \
      first, or copy it. Ends with 3 if something in it could not be read.
      """)

  @Argument(help: "The file.", completion: .file(extensions: ["realm"]))
  var file: String

  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var trace: TraceOutput
  @OptionGroup var secrets: SecretOptions
  @OptionGroup var output: OutputOptions

  var inputPaths: [String] { [file] }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: [file, realm.keyFile], writing: [trace.output]).check()
    console.showProgress(isQuiet: output.quiet)
    let source = try InputFile.seekable(file, on: console)
    console.progress.begin("making a trace of \(file)")
    let found = try realm.importing(
      source, named: file, memory.limit, snapshotSizeMax: Int(TraceLimit.chunkSizeMax))
    let imported = ImportedEvents(
      events: found.events, metadata: found.metadata, problems: found.losses)
    try write(imported, on: console)
    return imported.reportLosses(output.speech, on: console)
  }

  private func write(_ imported: ImportedEvents, on console: Console) throws {
    do {
      try imported.write(to: trace, secrets, output, on: console)
    } catch TraceWriteFailure.recordTooLarge(let size, let limit) {
      throw CommandFailure(
        .badInput,
        "`\(file)`: its state takes \(size) bytes, and a trace holds a state of at most \(limit)",
        hint: RealmFileOptions.withoutTrace)
    }
  }
}
