import ArgumentParser
import RealmFile
import TraceCompression
import TraceFormat

/// `tracetool inspect`: what files are.
struct InspectCommand: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what .realm files are, what they hold, and what they never uploaded.",
    discussion: """
      Never changes the files, and continues past those that it can't read. Ends with 2 if one of them \
      is damaged, can't be read or is not a Realm file.
      """)

  @Argument(
    help: "The files, folders of such files, or - for standard input.",
    completion: .file(extensions: ["realm"]))
  var files: [String]

  @Flag(help: "List the objects of each class that unsynced changes touch.")
  var objects = false

  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var output: OutputOptions

  var inputPaths: [String] { files }

  func run(on console: Console) throws -> ExitStatus {
    let paths = try InspectedPaths(files)
    let files = paths.files
    if paths.passedOverCount > 0, !output.quiet {
      console.say(
        "note: skipped \(paths.passedOverCount.counted("other file")) of the folder: not Realm files"
      )
    }
    try CommandFiles(reading: files + [realm.keyFile].compactMap { $0 }).check()
    console.showProgress(isQuiet: output.quiet)
    let options = try realm.options(memory)
    var reports: [InspectReport] = []
    for (index, file) in files.enumerated() {
      console.progress.begin("inspecting \(file)")
      let report = InspectReport(try inspect(file, isAlone: files.count == 1, options))
      reports.append(report)
      guard output.format == .text else { continue }
      if index > 0 { try console.print("") }
      for line in report.lines(withObjects: objects) { try console.print(line) }
    }
    if output.format == .json {
      try console.print(
        JSONText.members(["version": .integer(1), "files": .array(reports.map(\.json))]))
    }
    return reports.allSatisfy(\.isSound) ? .fine : .foundProblems
  }

  /// - Throws: where it is the only file, and cannot be opened.
  private func inspect(
    _ file: String, isAlone: Bool, _ options: OpenRealmFile.Options
  ) throws -> InspectedFile {
    var inspected = InspectedFile(path: file)
    do {
      let source = try InputFile.seekable(file)
      let raw = try RawFile(source)
      inspected.sizeBytes = raw.size
      inspected.sha256 = try raw.sha256()
      if try isTrace(source) {
        inspected.kind = .trace
        return inspected
      }
      let open = try OpenRealmFile(source, options: options)
      var inflater = ZlibInflater()
      inspected.take(open.inspection(inflatedBy: &inflater))
      try open.checkIsUnchanged()
      inspected.checkContents(of: source, options)
    } catch let failure as RealmFileFailure {
      inspected.take(failure)
    } catch {
      guard !isAlone else { throw error }
      inspected.take(error)
    }
    return inspected
  }

  private func isTrace(_ source: any ByteSource) throws -> Bool {
    try source.seek(to: 0)
    return (try? TraceReader(source)) != nil
  }
}
