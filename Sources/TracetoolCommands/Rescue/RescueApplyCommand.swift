import ArgumentParser
import Campaigns
import Reports
import TraceFormat

struct RescueCaseOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The folder of the case.", valueName: "case"), completion: .directory)
  var folder: String

  @OptionGroup var speech: SpeechOptions

  /// Runs what writes to the target and the account.
  ///
  /// - Parameters:
  ///   - isUndo: whether it undoes; what was interrupted has to be finished first.
  ///   - realm: how the devices' files are read again, where the target is files.
  func run(
    isUndo: Bool, _ realm: RealmFileOptions, _ memory: MemoryOptions, on console: Console,
    _ body: (RescueRun, () throws -> () throws -> RescueChange?) throws -> Void
  ) throws -> ExitStatus {
    console.showProgress(isQuiet: speech.quiet)
    let files = RescueFolder(path: folder)
    let (rescue, decisions) = try files.read()
    let destination = RescueDestination(argument: rescue.target)
    try destination.check(form: nil)
    let form = rescue.form.flatMap(ExportFileForm.init)
    let isGiven = realm.keyFile != nil || realm.salvage || memory.memoryLimit != nil
    guard form != nil || !isGiven else {
      throw CommandFailure(
        .usage, "options about the devices' files are for cases whose target is files",
        hint: "leave them out: `\(rescue.target)` needs nothing but the case")
    }
    let reader = try RescueDeviceReader(realm, memory, speech)
    let target: any RescueTarget =
      try destination.open(isReadOnly: false)
      ?? RescueFiles(rescue, form ?? .ndjson, folder: destination.folder(besides: folder), reader)
    let account = try files.withAccount(of: rescue) { account in
      guard account.isUndoOpen ?? isUndo == isUndo else {
        let verb = isUndo ? "apply" : "undo"
        throw CommandFailure(
          .usage, "the last `\(verb)` of this case was interrupted",
          hint: "`tracetool rescue \(verb) \(folder.pathWord)` finishes it")
      }
      console.progress.begin { "at change \($0) of \(rescue.counts.count())" }
      try body(RescueRun(rescue, decisions, target, account)) {
        try files.reader(of: files.changes, in: rescue)
      }
    }
    if !isUndo { account.countAllThatIsLeft() }
    for line in account.lines { try console.print(line) }
    let isLeft = [.refused, .skipped, .notUndone].contains { account.counts[$0] != nil }
    return isLeft ? .foundProblems : .fine
  }
}

struct RescueApplyCommand: TraceCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Write what was decided into the database, with an account of each change.",
    discussion: """
      Writes in transactions, and each value only where the target still has what it had when it was read; \
      what has changed since is refused. Continues where it ended: nothing is written twice. For a target of \
      files, reads the devices' files again and writes one for each. The account is account.ndjson in the \
      case, with its SHA-256 next to it. Ends with 2 if a change was refused or is not decided. See \
      docs/rescue.md.
      """)

  @OptionGroup var options: RescueCaseOptions
  @OptionGroup var realm: RealmFileOptions
  @OptionGroup var memory: MemoryOptions

  func run(on console: Console) throws -> ExitStatus {
    try options.run(isUndo: false, realm, memory, on: console) { run, changes in
      try run.apply(changes, progress: { console.progress.advance(to: $0) })
    }
  }
}

struct RescueUndoCommand: TraceCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Restore in the database what `apply` changed, as the account has it.",
    discussion: """
      Takes back what was applied, the last first, where the target still has what `apply` wrote. What has \
      changed since stays, and is counted; the command then ends with 2. Files stay: nothing of them was \
      applied. See docs/rescue.md.
      """)

  @OptionGroup var options: RescueCaseOptions

  func run(on console: Console) throws -> ExitStatus {
    try options.run(isUndo: true, .none, .none, on: console) { run, _ in
      try run.undo(progress: { console.progress.advance(to: $0) })
    }
  }
}
