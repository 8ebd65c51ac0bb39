import ArgumentParser
import RealmModel
import Replayer
import Reports
import TraceFormat

struct StateCommand: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Print the client's or the server's state at a point of a session.",
    discussion: """
      JSON is canonical (docs/conformance.md): equal states give equal text. The state of a capture is \
      what crossed the wire. `--schema --of server` prints the schema that `tracetool preflight` \
      compares a new one with.
      """)

  @OptionGroup var recording: TraceInput

  @Option(help: "The state after this record; the end of the trace by default.")
  var at: UInt64?

  @Option(help: "Whose state: client or server.")
  var of: StateAtPoint.Side = .client

  @Option(help: "The session, if the trace has several.", completion: Completions.sessions)
  var session: UInt32?

  @Flag(help: "Print only the schema, in the form of docs/realm-schema.schema.json.")
  var schema = false

  @OptionGroup var device: ClientFileOption
  @OptionGroup var output: OutputOptions

  var memory: MemoryOptions { recording.memory }
  var inputPaths: [String] { [recording.trace] }
  private var input: TraceInput { recording.beside(device) }

  func run(on console: Console) throws -> ExitStatus {
    try CommandFiles(reading: input.paths).check()
    console.showProgress(isQuiet: output.quiet)
    let reader = try input.open(on: console)
    let replay = try input.replay(reader, with: at)
    let status = input.report(reader, on: console, output.speech)
    console.progress.begin("building the state")
    let found = try input.state(of: of, at: at, session: session, in: replay)
    for gap in found.gaps {
      if gap.hidesState {
        console.say("warning: \(gap.stateSentence)")
      } else {
        output.speech.note("\(gap.sentence)", on: console)
      }
    }
    switch output.format {
    case .json where schema: try console.print(found.state.schema.json, .compact)
    case .text where schema: try console.print(found.state.schema.json, .readable)
    case .json:
      try found.state.canonicalOutline.write(to: ConsoleSink(console))
      try console.print("")
    case .text: for line in found.state.textLines { try console.print(line) }
    }
    return status
  }
}
