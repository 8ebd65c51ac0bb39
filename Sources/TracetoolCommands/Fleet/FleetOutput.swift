import ArgumentParser
import Campaigns
import TraceFormat

struct FleetOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "Where the rows go: a file, or - for standard output.",
    completion: .file(extensions: ["ndjson"]))
  var output: String = "-"

  @Flag(help: "Replace the output if it exists.")
  var force = false

  @Flag(help: "Continue where an earlier run with the same output stopped.")
  var resume = false

  func validate() throws {
    guard !(resume && output == "-") else {
      throw ValidationError("`--resume` needs the output of the earlier run: `-o FILE`")
    }
    guard !(resume && force) else {
      throw ValidationError("`--resume` keeps the output, and `--force` replaces it")
    }
  }

  /// Makes sure that no more than rows is written over: anything else may be an input, as a folder, a list or a
  /// folder of keys names more files than the command line.
  func check(besides inputs: FleetPaths) throws(CommandFailure) {
    guard resume || force, FileStatus.of(output)?.kind == .regular, !inputs.holdsRows(output)
    else { return }
    throw CommandFailure(
      .cannotCreate,
      "`\(output)` has no rows of a fleet, and may be an input, which tracetool never changes",
      hint: "write to another file")
  }

  struct Resumed {
    /// How much of the output is kept; nil where there was none.
    var keptBytes: UInt64?
    var done = FleetRun.Summary()
  }

  /// Passes over what the output has already.
  func resumed(
    from inputs: inout FleetPaths, _ options: FleetOptions, on console: Console
  ) throws -> Resumed {
    guard resume, FileIdentity(output) != nil, let earlier = try? FileSource(path: output),
      earlier.size ?? 0 > 0
    else { return Resumed() }
    var resumption = try FleetResumption(output: output, options)
    console.progress.begin { "reading what is done: \($0) traces" }
    do {
      let first = try resumption.skip(
        { try inputs.next() }, progress: { console.progress.advance(to: Int(clamping: $0)) })
      let kept = resumption.keptBytes
      console.say(
        "\(output): \(Int(clamping: resumption.done.traceCount).counted("trace")) done before"
          + (resumption.cutBytes > 0
            ? ", \(resumption.cutBytes.counted("byte")) of an unfinished one cut off" : ""))
      if let first { inputs.putBack(first) }
      return Resumed(keptBytes: kept, done: resumption.done)
    } catch let mismatch as FleetResumption.Mismatch {
      throw CommandFailure(
        .badInput, "`\(output)` is not the beginning of this run: \(mismatch)",
        hint:
          "`--resume` needs the same paths, modes, engine, faults, schema and version; `--force` starts over"
      )
    }
  }

  /// Makes sure that no other process writes to the output; nil where there is nothing to lock yet.
  ///
  /// - Throws: where one does.
  func lock() throws(FileFailure) -> FileLock? {
    guard output != "-", resume || force else { return nil }
    return try FileLock.taken(on: output)
  }

  func sink(_ resumed: Resumed, on console: Console) throws -> any ByteSink {
    guard output != "-" else { return ConsoleSink(console) }
    if let kept = resumed.keptBytes { return try FileSink(resuming: output, keepingBytes: kept) }
    // A file that another process has made since then is not replaced unseen.
    let sink = try AtomicFileSink(path: output, replacing: force && FileIdentity.isTaken(output))
    try sink.lock()
    // Rows must be there when the run is killed, so the file has its name from the beginning.
    try sink.commit()
    return sink
  }
}
