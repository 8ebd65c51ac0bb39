import ArgumentParser
import TraceFormat

struct ImportAny: TraceCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "any",
    abstract: "Make a trace of a file of any kind.",
    discussion:
      "Recognizes the kind by the contents, and does what the subcommand of that kind does.")

  @OptionGroup var input: TraceInput
  @OptionGroup var target: ImportTarget

  var memory: MemoryOptions { input.memory }
  var inputPaths: [String] { [input.trace] }

  func run(on console: Console) throws -> ExitStatus {
    try target.begin(reading: input.paths, on: console)
    var recognized = try input.recognized(on: console)
    target.output.speech.note("`\(input.trace)` is \(recognized.kind.noun)", on: console)
    // A file of these kinds can be imported without holding it whole.
    if input.trace != "-", let verb = verb(for: recognized.kind) {
      return try verb.run(on: console)
    }
    guard recognized.kind != .trace else {
      throw CommandFailure(
        .badInput, "`\(input.trace)` is a trace already",
        hint: "`tracetool info \(input.trace.pathWord)` shows what is in it")
    }
    recognized.secrets = target.secrets.handling
    let imported = try recognized.imported()
    try imported.write(to: target, on: console)
    return imported.reportLosses(on: console)
  }

  private func verb(for kind: InputKind) -> (any TraceCommand)? {
    switch kind {
    case .capture:
      var verb = ImportCapture()
      (verb.capture, verb.memory, verb.target) = (input.trace, memory, target)
      return verb
    case .log:
      var verb = ImportLog()
      (verb.logs, verb.memory, verb.utcOffset, verb.year) = ([input.trace], memory, nil, nil)
      verb.target = target
      return verb
    case .realm:
      var verb = ImportRealm()
      (verb.file, verb.wire, verb.realm, verb.memory) = (input.trace, nil, input.realm, memory)
      verb.target = target
      return verb
    default: return nil
    }
  }
}

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a trace of a .realm file, a capture, a log or a scenario.",
    discussion: """
      `tracetool import FILE -o TRACE` recognizes what FILE is. The subcommands have the options of one kind.
      """,
    subcommands: [
      ImportAny.self, ImportCapture.self, ImportLog.self, ImportRealm.self, ImportVector.self,
      ImportScenario.self,
    ], defaultSubcommand: ImportAny.self)
}
