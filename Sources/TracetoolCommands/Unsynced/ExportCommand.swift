import Analyzer
import ArgumentParser
import RealmModel
import Reports
import TraceFormat

enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  /// Of a check against a target, for people.
  case text
  case json
  case ndjson
  case mongodb
  case sql
  case csv
  case crud
}

/// Those that are one file and need no further options.
enum ExportFileForm: String, ExpressibleByArgument, CaseIterable {
  case json
  case ndjson
  case crud
  case mongodb

  /// Writes an export, and gives what it could not say.
  func write(_ export: UnsyncedExport, to sink: any ByteSink) throws -> ExportTally {
    switch self {
    case .json: try OperationsRenderer.writeDocument(export, to: sink)
    case .ndjson: try OperationsRenderer.writeLines(export, to: sink)
    case .crud: return try CRUDRenderer.write(export, to: sink)
    case .mongodb: return try MongoRenderer.write(export, to: sink)
    }
    return ExportTally()
  }
}

struct ExportCommand: SeveralInputsCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write what a device had not synced as documents or statements for other databases.",
    discussion: """
      Writes only what is pending, in order, with a key for each operation, so that none is applied \
      twice: never whole objects, which could bring back or overwrite newer data. Nothing is left out \
      silently: ends with 2 if the form can't express an operation, with 3 if a session is left out, \
      because the trace does not show enough of it. With several inputs `-o` names a folder, which gets \
      a file for each. See docs/export.md.
      """)

  @OptionGroup var inputs: TraceInputs

  @Option(
    name: .customLong("format"),
    help: "Form: json, ndjson, mongodb, sql, csv or crud; with --against text (default) or json.")
  var chosenFormat: ExportFormat?

  @Option(
    help: ArgumentHelp(
      "Export nothing, but list which writes conflict with what a target has now: a .realm file, or "
        + "a state in canonical JSON, as `tracetool state --format json` prints it.",
      valueName: "file"),
    completion: .file(extensions: ["realm", "json"]))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "The key of that file, if it is an encrypted .realm file.", valueName: "file"),
    completion: .file())
  var againstKeyFile: String?

  @Option(help: "For sql: the database, sqlite or postgresql.")
  var dialect: SQLDialect?

  @Flag(help: "For sql: create missing tables.")
  var tables = false

  @Option(
    help: ArgumentHelp(
      "For sql: the schema of the target that all tables are in (default for postgresql: public).",
      valueName: "name"))
  var schema: String?

  @Option(help: "Only this sync session.", completion: Completions.sessions)
  var session: UInt32?

  @OptionGroup var device: ClientFileOption

  @Option(
    name: .shortAndLong,
    help:
      """
      The file to write to, replacing an existing one; for csv a folder, with a file for each class; \
      - for standard output.
      """,
    completion: .file())
  var output = "-"

  @OptionGroup var speech: SpeechOptions

  private var input: TraceInput { inputs.first.beside(device) }
  private var format: ExportFormat { chosenFormat ?? .text }
  var printsJSON: Bool { false }
  var isQuiet: Bool { speech.quiet }

  func validate() throws {
    guard chosenFormat != nil || against != nil else {
      throw ValidationError(
        "`export` needs a form: `--format json`, `ndjson`, `mongodb`, `sql`, `csv` or `crud`; "
          + "`tracetool pending` prints the same writes for people")
    }
    guard against == nil || format == .text || format == .json else {
      throw ValidationError(
        "`--against` checks and exports nothing; its forms are `--format text` and `--format json`")
    }
    guard against != nil || againstKeyFile == nil else {
      throw ValidationError("`--against-key-file` needs `--against`")
    }
    guard against != nil || format != .text else {
      throw ValidationError(
        "`--format text` needs `--against`; for a text list use `tracetool pending`")
    }
    guard format == .sql || (dialect == nil && !tables && schema == nil) else {
      throw ValidationError("`--dialect`, `--schema` and `--tables` are for `--format sql`")
    }
    guard format != .sql || dialect != nil else {
      throw ValidationError("`--format sql` needs `--dialect sqlite` or `--dialect postgresql`")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let missing = MissingFolders(at: output)
    var status = ExitStatus.failed
    // Of several inputs, each says on its own that it failed.
    defer {
      if ![.fine, .dataLost, .foundProblems].contains(status) { missing.removeEmpty() }
    }
    status = try runSeveral(on: console)
    return status
  }

  func each(of paths: [String]) throws -> [Self] {
    try device.checkIsForOne()
    guard output != "-", against == nil else {
      throw CommandFailure(
        .usage, "several inputs need a folder, as each is exported to a file of its own",
        hint: "name the folder with `-o`")
    }
    let outputs = try ExportFolder.paths(in: output, ofExports: paths, format)
    // Each run looks at its own input alone.
    try CommandFiles(reading: paths + [inputs.first.realm.keyFile], writing: outputs).check()
    return zip(paths, outputs).map { path, output in
      var one = with(path)
      one.output = output
      return one
    }
  }

  func runOne(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: input.paths + [against, againstKeyFile], writing: [output]).check()
    console.showProgress(isQuiet: speech.quiet)
    let (export, status) = try read(on: console)
    if let against { return try check(export, against: against, status, on: console) }
    console.progress.begin("writing the unsynced writes")
    let tally = try write(export, on: console)
    console.costs = [export.operationCount]
    console.summary = export.operationCount.counted("operation")
    for sentence in tally.sentences { speech.note(sentence, on: console) }
    guard status == .fine else { return status }
    return tally.unexpressedCount > 0 ? .foundProblems : .fine
  }

  private func read(on console: Console) throws -> (UnsyncedExport, ExitStatus) {
    let contents = try input.read(speech, on: console)
    console.progress.begin("working through the sessions")
    let moments = try input.unsyncedData(of: contents.replay, session: session)
    let report = PendingReport(contents.source, moments)
    let export = UnsyncedExport(report)
    let gaps = export.gapSentences
    for sentence in gaps.prefix(10) { console.say("warning: \(sentence)") }
    if gaps.count > 10 { console.say("warning: and \((gaps.count - 10).counted("more such gap"))") }
    return (export, report.isWhole ? contents.status : .dataLost)
  }

  private func check(
    _ export: UnsyncedExport, against path: String, _ status: ExitStatus, on console: Console
  ) throws -> ExitStatus {
    console.progress.begin("comparing with the target")
    let report = ConflictReport(export, against: try target(path, on: console))
    let text =
      format == .json
      ? report.json.text(.indented) + "\n" : report.text(speech.textOptions(on: console))
    try write(to: console) { try $0.write(Array(text.utf8)) }
    guard status == .fine else { return status }
    return report.openWriteCount > 0 ? .foundProblems : .fine
  }

  private func target(_ path: String, on console: Console) throws -> TargetState {
    let file = StateFile(path: path, keyFile: againstKeyFile, keyOption: "--against-key-file")
    guard try file.isJSON() else {
      return try TargetState(file.realmState(memory, on: console).canonicalJSON)
    }
    return try InputFile.parsed(
      path, isNot: "a state in canonical JSON", sizeMaxBytes: StateFile.jsonSizeMaxBytes,
      hint: "`tracetool state --format json` prints one"
    ) { (bytes) throws(JSONShapeFailure) in
      try JSONNode.reading(bytes, sizeMax: StateFile.jsonSizeMaxBytes) {
        node throws(JSONShapeFailure) in try TargetState(node.json)
      }
    }
  }

  private func write(_ export: UnsyncedExport, on console: Console) throws -> ExportTally {
    if format == .csv { return try writeTables(export, on: console) }
    return try write(to: console) { try write(export, to: $0) }
  }

  private func write<Result>(
    to console: Console, _ body: (any ByteSink) throws -> Result
  ) throws -> Result {
    guard output != "-" else { return try body(ConsoleSink(console)) }
    let sink = try AtomicFileSink(path: output)
    let result = try body(sink)
    try sink.commit()
    return result
  }

  /// Writes a file for each class into a folder; a single class also to standard output.
  private func writeTables(_ export: UnsyncedExport, on console: Console) throws -> ExportTally {
    var renderer = CSVRenderer(export)
    guard output == "-" else {
      try ExportFolder(output).write(renderer.classes) { try renderer.write($0, to: $1) }
      return renderer.result
    }
    guard renderer.classes.count < 2 else {
      throw CommandFailure(
        .usage,
        "csv has a file for each class, and \(renderer.classes.count) have unsynced writes",
        hint: "name a folder with `-o`")
    }
    for name in renderer.classes { try renderer.write(name, to: ConsoleSink(console)) }
    return renderer.result
  }

  private func write(_ export: UnsyncedExport, to sink: any ByteSink) throws -> ExportTally {
    if format == .sql { return try writeStatements(export, dialect ?? .sqlite, to: sink) }
    return try ExportFileForm(rawValue: format.rawValue)?.write(export, to: sink) ?? ExportTally()
  }

  /// PostgreSQL looks for a name among its own tables first, so that none stands without a schema.
  private func writeStatements(
    _ export: UnsyncedExport, _ dialect: SQLDialect, to sink: any ByteSink
  ) throws -> ExportTally {
    let name = schema ?? (dialect == .postgresql ? "public" : nil)
    do {
      return try SQLRenderer.write(
        export, dialect, makesTables: tables, in: name.map { RealmString($0) }, to: sink)
    } catch ExportLimit.name {
      throw CommandFailure(.usage, "`--schema \(name ?? "")` is not a valid name of a schema")
    }
  }
}
