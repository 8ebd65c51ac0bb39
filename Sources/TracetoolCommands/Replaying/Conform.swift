import ArgumentParser
import Importers
import TraceFormat

struct Conform: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run recorded client resets and merges and compare with what Realm Core did.",
    discussion: """
      The files are NDJSON with one reset or merge per line, and may be compressed with gzip or zstd. Ends with \
      `N passed, N failed`, and with exit code 2 if any failed or there was none.
      """, shouldDisplay: false)

  @Argument(help: "The vectors, or - for standard input.", completion: .file())
  var files: [String]

  @Option(
    help:
      "Write what the replayer did as NDJSON, one line per reset or merge; - for standard output.",
    completion: .file())
  var emit: String?

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var output: OutputOptions

  var inputPaths: [String] { files }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: files, writing: [emit]).check()
    let file = try emit.flatMap { $0 == "-" ? nil : try AtomicFileSink(path: $0) }
    let sink: (any ByteSink)? = emit == "-" ? ConsoleSink(console) : file
    var tally = Tally()
    console.showProgress(isQuiet: output.quiet)
    let progress = console.progress
    progress.begin { $0.counted("vector") }
    for path in files {
      let lines = try InputFile.lines(path, memory.limit)
      while let line = try lines.next() {
        guard !line.isBlankLine else { continue }
        let name = (try? ResetVector.name(of: line)) ?? "\(path), line \(lines.lineNumber)"
        let run = run(line)
        tally.count(run, name)
        if let failure = run.differences.first {
          progress.describe { [failed = tally.failed] in "\($0.counted("vector")), \(failed) failed"
          }
          if output.format == .text { try say("FAILED \(name): \(failure)", on: console) }
        }
        if let sink, let emission = run.emission {
          var text: [UInt8] = []
          emission.write(into: &text)
          try sink.write(text + [UInt8(ascii: "\n")])
        }
        progress.advance(to: tally.passed + tally.failed)
      }
    }
    try file?.commit()
    switch output.format {
    case .json where emit == "-": console.say(lines: tally.json.text(.indented))
    case .json: try console.print(tally.json)
    case .text: try say("\(tally.passed) passed, \(tally.failed) failed", on: console)
    }
    if tally.passed + tally.failed == 0 { console.say("warning: no reset and no merge was run") }
    return tally.failed == 0 && tally.passed > 0 ? .fine : .foundProblems
  }

  /// Beside NDJSON on standard output, words go to standard error.
  private func say(_ line: String, on console: Console) throws {
    if emit == "-" { console.say(line) } else { try console.print(line) }
  }

  private struct Tally {
    var passed = 0
    var failed = 0
    /// At most ``listedFailuresMax``; all of them are counted.
    var failures: [JSONText] = []
    static let listedFailuresMax = 1000

    mutating func count(_ run: VectorRun, _ name: String) {
      guard let failure = run.differences.first else {
        passed += 1
        return
      }
      failed += 1
      guard failures.count < Self.listedFailuresMax else { return }
      failures.append(JSONText(facts: ["name": name, "difference": failure]))
    }

    var json: JSONText {
      JSONText(facts: ["version": 1, "passed": passed, "failed": failed, "failures": failures])
    }
  }

  /// Runs one line. A line that is not a vector fails, and the others are run all the same.
  private func run(_ line: [UInt8]) -> VectorRun {
    do {
      return MergeVector.isOne(line)
        ? try MergeVector(parsing: line).run() : try ResetVector(parsing: line).run()
    } catch {
      return VectorRun(differences: ["not run: \(error)"])
    }
  }
}
