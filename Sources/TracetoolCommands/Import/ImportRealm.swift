import ArgumentParser
import Importers

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

  @Option(
    help: ArgumentHelp(
      """
      A recording of the device's sessions: both become one session, with what was last synced, the error and what \
      the reset downloads. The file has to be as it was when the recording ended or the reset began.
      """, valueName: "recording"), completion: .file())
  var wire: String?

  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var target: ImportTarget

  var inputPaths: [String] { [file, wire].compactMap(\.self) }

  func run(on console: Console) throws -> ExitStatus {
    try target.begin(reading: [file, wire, realm.keyFile], on: console)
    console.progress.begin("making a trace of \(file)")
    let imported = try imported(on: console)
    try imported.write(to: target, on: console)
    return imported.reportLosses(on: console)
  }

  private func imported(on console: Console) throws -> ImportedEvents {
    if let wire {
      return try TraceInput.reading(wire, memory, realm).joined(with: file, on: console).imported
    }
    let source = try InputFile.seekable(file, on: console)
    let found = try realm.importing(source, named: file, memory.limit)
    return ImportedEvents(events: found.events, metadata: found.metadata, problems: found.losses)
  }
}
