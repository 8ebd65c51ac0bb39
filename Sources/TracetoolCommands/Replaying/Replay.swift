import Analyzer
import ArgumentParser
import FaultPlans
import Replayer
import Reports
import Synchronization
import TraceFormat

struct ReplayCommand: SeveralInputsCommand, WatchingVerb {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay the client resets of a trace and report what became of the unsynced data.",
    discussion: """
      Spell the mode as below or as your SDK does (.discardUnsyncedChanges(), DiscardLocal, \
      RecoverOrDiscardUnsyncedChangesHandler, …; docs/sdk-defaults.md). For a session without a reset, \
      reports what is pending at its end, and what the server undoes or refuses. Ends with 2 if the \
      device itself did something else in that mode, as far as the trace shows, or if its reset failed, or if \
      the trace does not show enough of a reset that the server asked for.
      """)

  @OptionGroup var inputs: TraceInputs

  @Flag(
    help: """
      Compare all clients of one server file: who had what, when they agreed, and which writes ordinary \
      merges dropped. Text or JSON.
      """)
  var allClients = false

  @Option(
    help: """
      How your app is set to handle a reset; all compares the modes side by side. By default the mode \
      that the trace records, else the default of the SDK that it names, else all.
      """)
  var mode: ResetModesArgument?

  @Option(
    help: ArgumentHelp(
      "The engine: as Realm Core does it, or the same rules without its known defects.",
      valueName: "engine"))
  var engine: Engine = .realmCore

  @Flag(
    help: "Also replay the reset at every earlier point, and show since when each loss was certain."
  )
  var horizon = false

  @Flag(help: "List what the reset brings to the device: the server's changes since the last sync.")
  var serverChanges = false

  @Option(help: "Only resets of this sync session.", completion: Completions.sessions)
  var session: UInt32?

  @OptionGroup var device: ClientFileOption
  @OptionGroup var freshState: FreshOption

  @OptionGroup var stateAfter: StateAfter

  @OptionGroup var sessionPage: SessionPageOption

  @OptionGroup var faults: FaultOptions

  @OptionGroup var width: JobsOption
  @OptionGroup var watching: WatchOption

  @OptionGroup var output: ReportOptions<ReportFormat>

  var watchedPaths: [String] {
    inputPaths
      + [device.clientFile, freshState.fresh, freshState.freshKeyFile, faults.faultPlan]
      .compactMap(\.self)
  }
  var writtenPaths: [String] {
    output.requests.map(\.path) + [stateAfter.writeState, sessionPage.view].compactMap(\.self)
  }
  var input: TraceInput { inputs.first.beside(device) }
  var printsJSON: Bool { output.format == .json }
  var isQuiet: Bool { output.speech.quiet }

  func validate() throws {
    try stateAfter.check(mode)
    try sessionPage.check(linkedFrom: output.requests.filter { $0.format == .html }.map(\.path))
    if allClients { try checkAllClients() }
  }

  func each(of paths: [String]) throws -> [Self] {
    try output.checkIsForSeveral([.text, .json])
    try device.checkIsForOne()
    guard stateAfter.writeState == nil, freshState.fresh == nil, sessionPage.view == nil
    else {
      throw CommandFailure(.usage, "`--write-state`, `--view` and `--fresh` are for one input")
    }
    return paths.map(with)
  }

  func run(on console: Console) throws -> ExitStatus {
    try allClients ? runAllClients(on: console) : runSeveral(on: console)
  }

  func runOne(on console: Console) throws -> ExitStatus {
    let inputs = watchedPaths
    try CommandFiles(
      reading: inputs, writing: output.requests.map(\.path) + [sessionPage.view]
    ).check()
    let plan = try faults.plan(for: .replay)
    console.showProgress(isQuiet: output.speech.quiet)
    let reader = try input.open(on: console)
    let destinations = try output.open(inputs: inputs, beside: stateAfter.writeState)
    let stateFile = try stateAfter.file()
    let pageFile = try sessionPage.view.map { try AtomicFileSink(path: $0) }
    var page = SessionPage()
    var replay = try input.replay(reader) { if pageFile != nil { page.observe($0) } }
    try freshState.apply(
      to: &replay, of: input.trace, reader.header, session: session, memory, on: console)
    let status = input.report(consume reader, on: console, output.speech)
    console.progress.begin("working through the sessions")
    let logged = replay.loggedResets.filter { session == nil || $0.session == session }
    let sessions = replay.loggedSessions(of: session)
    let found = try resetsAndEnds(of: replay, plan, isLogged: !logged.isEmpty || sessions != nil)
    let hasAnswer = !logged.isEmpty || !found.all.isEmpty
    // Only a page shows the events besides what was found in them.
    if pageFile == nil { replay = Replay() }
    let steps = ReplaySteps(console.progress)
    let report = ReplayReport(
      analyzing: found, of: input.trace, in: mode?.modes,
      options: AnalysisOptions(
        quirks: engine.quirks, listsServerChanges: serverChanges, hasHorizon: horizon,
        width: width.jobs),
      logged: logged,
      loggedSessions: sessions.flatMap { hasAnswer && $0.errors.isEmpty ? nil : $0 },
      progress: steps.begin)
    try stateAfter.write(
      after: found.all, in: report.resets.map { $0.reports.map(\.mode) + $0.unanswered },
      engine.quirks, trace: input.trace, to: stateFile, on: console)
    try destinations.write(on: console) { request, sink in
      try report.write(
        as: request.format, output.textOptions(of: request, on: console),
        documentation: output.documentation, sessionPage: sessionPage.link, width: width.jobs,
        to: sink)
    }
    try stateFile?.commit()
    if let pageFile {
      let html = page.html(of: replay, width: width.jobs, trace: input.trace)
      try pageFile.commit(Array(html.utf8))
    }
    let unfired = found.all.first?.injected.unfiredInPlan ?? []
    for fault in unfired {
      console.say("warning: the fault `\(fault.fault.text)` did not happen: \(fault.reason.words)")
    }
    if !unfired.isEmpty {
      output.speech.hint(
        "`tracetool cat \(input.trace.pathWord)` shows what happens, `tracetool faults` where faults "
          + "can be", on: console)
    }
    if let error = freshState.error, found.all.count > 1 {
      output.speech.hint(
        "`--error` adds a reset at the end to what the trace has; `--fault 'at reset: client-reset "
          + "\(error)'` changes the error of the trace's own", on: console)
    }
    let lacksFresh =
      report.unanswered.contains { $0.reason == .noFreshState(session: $0.session) }
      || report.resets.contains { !$0.unanswered.isEmpty }
    let isResetUnanswered =
      lacksFresh || !logged.isEmpty && found.all.isEmpty
      || found.unanswered.contains(where: \.asksForReset)
      || found.all.contains { $0.isLeftUnfinished || $0.isAfterUnaskedReset }
    if lacksFresh {
      output.speech.hint(
        "`--fresh FILE` takes what the reset downloads: a .realm file, or a state in JSON",
        on: console)
    }
    console.costs = report.costs
    let isDifferent = report.reports.contains { $0.comparison?.differences.isEmpty == false }
    // Nobody has to wait until millions of values are let go of.
    Task.detached { withExtendedLifetime((found, report)) {} }
    guard status == .fine else { return status }
    return isResetUnanswered || !unfired.isEmpty || isDifferent ? .foundProblems : .fine
  }

  /// - Parameter isLogged: whether the trace is made from a log, of which something is to be reported also
  ///   where there is nothing to replay.
  private func resetsAndEnds(
    of replay: Replay, _ plan: FaultPlan, isLogged: Bool
  ) throws -> SessionAnswers<DueReset> {
    do throws(ReplayFailure) {
      return try replay.resetsAndEnds(under: plan, session: session, looksBack: horizon) { reset in
        mode?.modes ?? TracedMode(of: reset).map { [$0.mode] } ?? ResetMode.allCases
      }
    } catch {
      if isLogged, plan.faults.isEmpty { return SessionAnswers<DueReset>() }
      throw CommandFailure(describing: error, trace: input.trace, in: replay)
    }
  }
}

/// How far a replay has come: each outcome is replayed, judged and, where asked for, followed back. Several are
/// in work at once; the progress line speaks of the one that began something last.
final class ReplaySteps: Sendable {
  private let progress: Progress
  /// The index of the report that the line speaks of.
  private let current = Atomic(-1)

  init(_ progress: Progress) { self.progress = progress }

  @Sendable func begin(_ step: AnalysisStep) {
    switch step.work {
    case .replaying: begin("replaying", step)
    case .judging: begin("judging", step)
    case .lookingBack(let done, let all):
      if done == 1 { begin("looking back", step, from: all) }
      if current.load(ordering: .relaxed) == step.index { progress.advance(to: done) }
    }
  }

  private func begin(_ work: String, _ step: AnalysisStep, from pointCount: Int? = nil) {
    current.store(step.index, ordering: .relaxed)
    let place = "\(work) in mode \(step.mode.optionName), \(step.index + 1) of \(step.reportCount)"
    progress.begin { count in place + (pointCount.map { ": \(count) of \($0) points" } ?? "") }
  }
}
