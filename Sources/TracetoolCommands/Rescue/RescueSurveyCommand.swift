import Analyzer
import ArgumentParser
import Campaigns
import Foundation
import RealmFile
import Reports
import TraceFormat

/// `tracetool rescue run`: reads the files of devices, and compares what they never uploaded with a target.
struct RescueSurveyCommand: AsyncTraceCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract:
      "Compare what devices never uploaded with a database, and make a case to decide about.",
    discussion: """
      Runs when `tracetool rescue` names no subcommand. Only reads: the target is not changed. Reads the \
      files in folders that end in .realm (or .synctrace and .ndjson). A file that can't be read is listed, \
      and the others are done. Databases are asked through their own commands, `sqlite3` and `psql`; for \
      MongoDB, `tracetool export --format mongodb` writes statements. Ends with 2 if you have to decide, with \
      3 if a file could not be read. See docs/rescue.md.
      """)

  @Argument(
    help: ArgumentHelp("Folders with the files of devices, and files.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "The database that gets the data: sqlite:FILE or postgresql:URL.", valueName: "target"))
  var target: RescueDestination

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the case.", valueName: "folder"),
    completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      "For postgresql: the schema that all tables are in (default: public).", valueName: "name"))
  var schema: String?

  @Option(
    help: ArgumentHelp(
      "A table of keys, for files that have keys of their own: on each line a file's name, a comma, and "
        + "the file with its key.", valueName: "file"), completion: .file())
  var keyTable: String?

  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var result: OutputOptions

  /// How many files there are in memory, done or not, for each that is in work.
  private static let windowPerWorker = 8
  private static let keyTableSizeMaxBytes = 1 << 28

  func validate() throws { try target.validate() }

  func run(on console: Console) async throws -> ExitStatus {
    try CommandFiles(reading: paths + [realm.keyFile, keyTable].compactMap { $0 }).check()
    console.showProgress(isQuiet: result.quiet)
    let database = try target.open(schema: schema, isReadOnly: true)
    let facts = RescueCase(tool: ToolVersion.text, target: target.text, schema: schema)
    var survey = try RescueSurvey(facts, database)
    let folder = RescueFolder(path: output)
    try folder.make()
    let draft = try AtomicFileSink(path: folder.draft)
    try await read(into: &survey, draft, on: console)
    try draft.commit()
    guard !survey.rescue.devices.isEmpty else {
      throw CommandFailure(
        .noInput, "no .realm files in `\(paths.joined(separator: "`, `"))`",
        hint: "their names end in .realm")
    }
    let rescue = try compare(&survey, folder, on: console)
    try folder.write(rescue, page: survey.html(folder: output))
    switch result.format {
    case .json: try console.print(JSONText(fact: rescue))
    case .text:
      try console.write(
        page: survey.text(folder: output, result.speech.textOptions(on: console)))
    }
    if rescue.devices.contains(where: { $0.problem != nil }) { return .dataLost }
    return rescue.counts.count(\.isOpen) > 0 ? .foundProblems : .fine
  }

  // MARK: Reading

  /// A file on its way through a worker.
  private struct Reading: Sendable {
    var device: RescueCase.Device
    var changes: [RescueChange] = []
    var rounded = 0
    var lines: [UInt8] = []
  }

  private func read(
    into survey: inout RescueSurvey, _ draft: AtomicFileSink, on console: Console
  ) async throws {
    console.progress.begin { "reading: \($0) files" }
    var inputs = try FleetPaths(paths)
    let (command, keys) = (self, try keyFiles())
    var number = 0
    try await ConcurrentMap.stream(
      width: width.jobs, windowMax: width.jobs * Self.windowPerWorker,
      next: {
        defer { number += 1 }
        return try inputs.next().map { (number, $0) }
      },
      progress: { console.progress.advance(to: $0) },
      { command.reading($1, number: $0, keys) },
      write: { reading in
        survey.take(reading.device, reading.changes, rounded: reading.rounded)
        try draft.write(reading.lines)
      })
  }

  /// The files with keys, by the names of the files that they are of.
  private func keyFiles() throws -> [RealmString: String] {
    guard let keyTable else { return [:] }
    let bytes = try InputFile.readAll(
      InputFile.source(keyTable), sizeMaxBytes: Self.keyTableSizeMaxBytes)
    var keys: [RealmString: String] = [:]
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    ) {
      guard let comma = line.lastIndex(of: UInt8(ascii: ",")) else {
        throw CommandFailure(
          .badInput,
          "`\(keyTable)`: expected a file's name, a comma and the file with its key, found "
            + "`\(String(decoding: line, as: UTF8.self))`")
      }
      keys[RealmString(Array(line[..<comma]))] = String(
        decoding: line[(comma + 1)...], as: UTF8.self)
    }
    return keys
  }

  private func reading(
    _ input: FleetInput, number: Int, _ keys: [RealmString: String]
  ) -> Reading {
    var reading = Reading(device: RescueCase.Device(input.name))
    do {
      guard case .file(let path) = input else {
        if case .failed(_, let failure) = input { reading.device.problem = failure.message }
        return reading
      }
      let file = TraceInput.reading(path, memory, try options(of: path, keys))
      // What is said of a file stands in the case.
      let silent = Console(surroundings: Console.Surroundings(), output: { _ in }, error: { _ in })
      let contents = try file.read(result.speech, on: silent)
      if contents.status != .fine { reading.device.problem = contents.status.meaning }
      reading.device.sha256 = contents.source.sha256
      let report = PendingReport(
        contents.source, try file.unsyncedData(of: contents.replay, session: nil))
      (reading.changes, reading.rounded) = RescueForm.changes(
        of: report, device: number, target.dialect, in: target.schema(schema))
      for change in reading.changes { RescueFolder.write(change, into: &reading.lines) }
    } catch {
      reading.device.problem = CommandFailure(describing: error).message
    }
    return reading
  }

  /// A file that is not encrypted needs no key.
  private func options(
    of path: String, _ keys: [RealmString: String]
  ) throws -> RealmFileOptions {
    var options = realm
    var head: [UInt8] = []
    _ = try FileSource(ofRegularFile: path).read(upTo: FileHeader.size, into: &head)
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { RealmString(Array($0)) }
    let isPlain = FileHeader.isBeginning(head) || TraceHeader.isBeginning(head)
    options.keyFile = isPlain ? nil : name.flatMap { keys[$0] } ?? realm.keyFile
    return options
  }

  // MARK: Comparing

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
    return survey.finished(digest: try folder.digest(of: folder.changes))
  }
}
