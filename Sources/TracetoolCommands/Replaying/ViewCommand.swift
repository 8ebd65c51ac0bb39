import ArgumentParser
import Replayer
import Reports
import Scrubbing
import TraceFormat

struct ViewCommand: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract:
      "Draw a session as a page: what happened, the data at each point, the life of a write.",
    discussion: """
      The page is one file that loads nothing and opens in any browser. It has lanes for each device and \
      the server, both sides' data before and after every event, and what became of each write in each \
      reset mode. See docs/view.md.
      """)

  @OptionGroup var input: TraceInput

  @Option(
    name: .shortAndLong,
    help: "The page to write, replacing an existing file; - for standard output.",
    completion: .file(extensions: ["html"]))
  var output: String

  @OptionGroup var part: PageExtent

  @Option(
    help: ArgumentHelp(
      """
      Show pseudonyms instead of values, primary keys and texts, as `scrub` does with the key in this file.
      """, valueName: "key file"), completion: .file())
  var redact: String?

  @OptionGroup var width: JobsOption
  @OptionGroup var speech: SpeechOptions

  var memory: MemoryOptions { input.memory }
  var inputPaths: [String] { input.paths + [redact].compactMap(\.self) }

  func validate() throws {
    guard redact == nil || !inputPaths.contains("-") else {
      throw ValidationError("`--redact` reads its input twice, so - can't be used")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: inputPaths, writing: [output]).check()
    let extent = try part.extent()
    let file = output == "-" ? nil : try AtomicFileSink(path: output)
    console.showProgress(isQuiet: speech.quiet)
    var page = SessionPage(extent, isRedacted: redact != nil)
    let (replay, status) = try read(for: &page, on: console)
    guard !page.isEmpty else {
      throw CommandFailure(
        .badInput, "no record of `\(input.trace)` matches",
        hint: "`tracetool info \(input.trace.pathWord)` shows what it has")
    }
    try checkClasses(in: replay)
    let steps = ReplaySteps(console.progress)
    let html = page.html(of: replay, width: width.jobs, trace: input.trace, progress: steps.begin)
    console.progress.begin("writing the page")
    let sink: any ByteSink = file ?? ConsoleSink(console)
    try sink.write(Array(html.utf8))
    try file?.commit()
    reportSize(html.utf8.count, on: console)
    return status
  }

  private func read(
    for page: inout SessionPage, on console: Console
  ) throws -> (Replay, ExitStatus) {
    guard let redact else {
      let reader = try input.open(on: console)
      let replay = try input.replay(reader) { page.observe($0) }
      return (replay, input.report(reader, on: console, speech))
    }
    var work = ScrubWork(
      input: input, key: try ScrubKey(file: redact),
      choice: ScrubOptions(names: .keep, shiftsTimes: false), isChecked: false)
    try work.survey(on: console)
    var replay = Replay()
    try work.read(on: console) { event in
      replay.observe(event)
      page.observe(event)
    }
    return (replay, work.reportDamage(on: console, speech))
  }

  /// - Throws: where a class is asked for that no state of the trace has.
  private func checkClasses(in replay: Replay) throws(CommandFailure) {
    guard !part.classes.isEmpty else { return }
    let known = SessionPage.classNames(in: replay)
    for name in part.classes where !known.contains(RealmString(name)) {
      let names = known.sorted().map { "`\($0.readableText)`" }.joined(separator: ", ")
      throw CommandFailure(
        .badInput, "`\(input.trace)` has no class `\(name)`",
        hint: known.isEmpty ? "it shows no state at all" : "it has \(names)")
    }
  }

  /// Above this a browser takes long to open a page.
  private static let comfortableSizeBytes = 50 << 20

  private func reportSize(_ size: Int, on console: Console) {
    guard size > Self.comfortableSizeBytes else { return }
    console.say("warning: the page has \(size >> 20) MiB, which browsers take long to open")
    console.say("hint: `--from` and `--to` show a part of the session, `--class` some of its data")
  }
}

/// Which part of a session `tracetool view` shows.
struct PageExtent: ParsableArguments {
  @Option(help: "The first record: its number, or a time such as 2026-11-01T12:00:00Z.")
  var from: String?

  @Option(help: "The last record: its number, or a time.")
  var to: String?

  @Option(
    name: .customLong("class"), parsing: .singleValue,
    help: ArgumentHelp("Only the data of this class; may be repeated.", valueName: "class"))
  var classes: [String] = []

  /// The part that the options ask for.
  ///
  /// - Throws: where a bound is neither a number nor a time, or the first is behind the last.
  func extent() throws -> SessionPage.Extent {
    var extent = SessionPage.Extent(
      classes: classes.isEmpty ? nil : Set(classes.map { RealmString($0) }))
    let (first, last) = (try from.map(Self.bound), try to.map(Self.bound))
    let records = (first?.record ?? 0, last?.record ?? .max)
    let times = (first?.time ?? .min, last?.time ?? .max)
    guard records.0 <= records.1, times.0 <= times.1 else {
      throw CommandFailure(.usage, "`--from` is later than `--to`")
    }
    extent.sequences = records.0...records.1
    extent.times = times.0...times.1
    return extent
  }

  /// A record by its number or its time.
  private static func bound(_ text: String) throws -> (record: UInt64?, time: Int64?) {
    if let record = UInt64(text) { return (record, nil) }
    // A number is a record here, never a time.
    let hint = "write a record's number, or a time such as 2026-11-01T12:00:00Z"
    return (nil, try EventFilter.time(text, hint: hint))
  }
}
