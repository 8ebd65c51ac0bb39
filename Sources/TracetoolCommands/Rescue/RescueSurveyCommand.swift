import Analyzer
import ArgumentParser
import Campaigns
import Foundation
import Reports
import TraceCompression
import TraceFormat

struct RescueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rescue",
    abstract:
      "Bring what many devices never uploaded into a database: compare, decide, apply, undo.",
    subcommands: [RescueSurveyCommand.self, RescueApplyCommand.self, RescueUndoCommand.self],
    defaultSubcommand: RescueSurveyCommand.self)
}

struct RescueSurveyCommand: AsyncTraceCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract:
      "Compare what devices never uploaded with a database, and make a case to decide about.",
    discussion: """
      Runs when `tracetool rescue` names no subcommand. Only reads: the target is not changed. Reads the \
      Realm files in folders, whatever their names are, such as those of copies, and files that end in .synctrace \
      and .ndjson. A file that can't be read is listed, \
      and the others are done. Databases are asked through their own commands, `sqlite3` and `psql`. Files \
      for another target are compared with each other alone, and so is MongoDB, whose statements `apply` \
      writes to files. `--key-file` also takes a table, FILE.csv, with a file's name and its key in each row. Ends \
      with 2 if you have to decide, with 3 if a file could not be read completely, or does not show all that was \
      unsynced. See docs/rescue.md.
      """)

  @Argument(
    help: ArgumentHelp("Folders with the files of devices, and files.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "What gets the data: sqlite:FILE, postgresql:URL, mongodb:URL, or export:FOLDER for files.",
      valueName: "target"))
  var target: RescueDestination

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the case.", valueName: "folder"),
    completion: .directory)
  var output: String

  @Option(help: "For export: the form of the files, ndjson by default (docs/export.md).")
  var form: ExportFileForm?

  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var result: OutputOptions

  /// How many files there are in memory, done or not, for each that is in work.
  private static let windowPerWorker = 8

  func run(on console: Console) async throws -> ExitStatus {
    let missing = MissingFolders(at: output)
    defer { missing.removeEmpty() }
    return try await survey(on: console)
  }

  private func survey(on console: Console) async throws -> ExitStatus {
    try target.check(form: form)
    try CommandFiles(reading: paths + [realm.keyFile]).check()
    console.showProgress(isQuiet: result.quiet)
    var memory = memory
    memory.sharerCount = width.jobs
    let reader = try RescueDeviceReader(realm, memory, result.speech)
    var inputs = try FleetPaths(
      paths, inflate: { try ZstdSource(rows: $0) }, takes: InputPaths.isRealmFile)
    let facts = RescueCase(
      tool: ToolVersion.text, target: target.text, form: target.form(form)?.rawValue)
    // One that can't be read is refused before anything is made.
    let database = try target.open(isReadOnly: true)
    var survey = RescueSurvey(facts, database)
    let folder = RescueFolder(path: output)
    try folder.make()
    let draft = try AtomicFileSink(path: folder.draft)
    try await read(&inputs, reader, into: &survey, draft, on: console)
    guard !survey.rescue.devices.isEmpty else {
      throw CommandFailure(
        .noInput, "no .realm files in `\(paths.joined(separator: "`, `"))`",
        hint: "their contents decide; an encrypted one has `realm` in its name")
    }
    if let warning = reader.warning(reading: survey.rescue.devices) { console.say(warning) }
    try draft.commit()
    let rescue = try folder.removingChangesOnFailure {
      let rescue = try compare(&survey, folder, on: console)
      try folder.write(rescue, page: survey.html(folder: output))
      return rescue
    }
    switch result.format {
    case .json: try console.print(JSONText(fact: rescue))
    case .text:
      try console.write(page: survey.text(folder: output, result.speech.textOptions(on: console)))
    }
    if rescue.devices.contains(where: { $0.problem != nil }) { return .dataLost }
    return rescue.counts.count(\.isOpen) > 0 ? .foundProblems : .fine
  }

  /// A file on its way through a worker.
  private struct Reading: Sendable {
    var device: RescueCase.Device
    var changes: [RescueChange] = []
    var rounded = 0
    var lines: [UInt8] = []
  }

  private func read(
    _ inputs: inout FleetPaths, _ reader: RescueDeviceReader, into survey: inout RescueSurvey,
    _ draft: AtomicFileSink, on console: Console
  ) async throws {
    console.progress.begin { "reading: \($0) files" }
    let command = self
    var number = 0
    try await ConcurrentMap.stream(
      width: width.jobs, windowMax: width.jobs * Self.windowPerWorker,
      next: { () throws -> (Int, FleetInput)? in
        while let input = try inputs.next() {
          if case .file(let path) = input, RescueFolder.isOwn(path) { continue }
          defer { number += 1 }
          return (number, input)
        }
        return nil
      },
      progress: { console.progress.advance(to: $0) },
      { command.reading($1, number: $0, reader) },
      write: { reading in
        survey.take(reading.device, reading.changes, rounded: reading.rounded)
        try draft.write(reading.lines)
      })
  }

  private func reading(_ input: FleetInput, number: Int, _ reader: RescueDeviceReader) -> Reading {
    var reading = Reading(device: RescueCase.Device(input.name))
    do {
      guard case .file(let path) = input else {
        if case .failed(_, let failure) = input { reading.device.problem = failure.message }
        return reading
      }
      let (export, problem, header) = try reader.unsynced(in: path)
      (reading.device.sha256, reading.device.problem) = (export.source.sha256, problem)
      reading.device.original = header?["fileSHA256"]
      reading.device.generation = header.flatMap { RescueGeneration($0, export) }
      (reading.changes, reading.rounded) = RescueForm.changes(
        of: export, device: number, target.dialect)
      for change in reading.changes { RescueFolder.write(change, into: &reading.lines) }
    } catch {
      reading.device.problem = CommandFailure(describing: error).message
    }
    return reading
  }

  private func compare(
    _ survey: inout RescueSurvey, _ folder: RescueFolder, on console: Console
  ) throws -> RescueCase {
    console.progress.begin("comparing with the target")
    let sink = try AtomicFileSink(path: folder.changes)
    let next = try folder.reader(of: folder.draft)
    var batch: [RescueChange] = []
    repeat {
      batch = []
      while batch.count < RescueSurvey.batchSize, let change = try next() { batch.append(change) }
      var lines: [UInt8] = []
      for change in try survey.compared(batch) { RescueFolder.write(change, into: &lines) }
      try sink.write(lines)
    } while !batch.isEmpty
    try sink.commit()
    var rescue = survey.rescue
    rescue.digest = try folder.digest(of: folder.changes)
    return rescue
  }
}
