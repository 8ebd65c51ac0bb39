import ArgumentParser
import FaultPlans
import RealmModel
import Replayer
import TraceFormat

/// The server's side of a reset, where the trace does not have it.
struct FreshOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What the reset downloads, if the trace does not show it: a .realm file, or a state in canonical \
      JSON (docs/conformance.md). The server then asks for a reset at the end of the session.
      """, valueName: "file"), completion: .file(extensions: ["realm", "json"]))
  var fresh: String?

  @Option(
    help: ArgumentHelp(
      "The key of that file, if it is an encrypted .realm file.", valueName: "file"),
    completion: .file())
  var freshKeyFile: String?

  @Option(
    help: ArgumentHelp(
      """
      The error that is assumed to ask for a reset at the end of the session, by the parameters of the fault \
      client-reset, such as 'code=217 action=ClientResetNoRecovery'; 208 and ClientReset by default if --fresh is given.
      """, valueName: "error"))
  var error: String?

  func validate() throws {
    if freshKeyFile != nil, fresh == nil { throw ValidationError("--fresh-key-file needs --fresh") }
  }

  /// The error that is assumed to ask for the reset; nil for the usual one.
  private func assumedError() throws -> SyncError? {
    guard let error else { return nil }
    let text = "at end: client-reset \(error)"
    let fault: Fault
    do throws(JSONShapeFailure) {
      fault = try Fault(text: text)
    } catch {
      throw CommandFailure(
        .usage, "`--error`, read as the fault `\(text)`: \(error)",
        hint: "`tracetool faults client-reset` lists the parameters")
    }
    guard case .server(let server) = fault.kind else { return nil }
    let assumed = server.error(inPlaceOf: nil)
    guard assumed.action.startsClientReset else {
      throw CommandFailure(
        .usage, "`--error '\(error)'`: the action \(assumed.action.rawValue) asks for no reset",
        hint: "use action=ClientReset or action=ClientResetNoRecovery")
    }
    return assumed
  }

  /// Lets the session of a trace's replay end in the reset, if one is asked about.
  func apply(
    to replay: inout Replay, of trace: String, _ header: TraceHeader?, session: UInt32?,
    _ memory: MemoryOptions, on console: Console
  ) throws {
    guard fresh != nil || error != nil else { return }
    guard header?["synchronization"] != "none" else {
      throw CommandFailure(
        .badInput, "`\(trace)`: the file never synced, so no server can ask it for a reset")
    }
    let assumed = try assumedError()
    let state = try fresh.map { try snapshot($0, memory, on: console) }
    do throws(ReplayFailure) {
      try replay.reset(to: state, session: session, assuming: assumed)
    } catch {
      throw CommandFailure(describing: error, trace: trace, in: replay)
    }
  }

  private func snapshot(
    _ path: String, _ memory: MemoryOptions, on console: Console
  ) throws -> Snapshot {
    let file = StateFile(
      path: path, keyFile: freshKeyFile, keyOption: "--fresh-key-file", isServers: true)
    guard try file.isJSON() else {
      return StateListing.snapshot(of: try file.realmState(memory, on: console), role: .fresh)
    }
    return try InputFile.parsed(
      path, sizeMaxBytes: StateFile.jsonSizeMaxBytes,
      hint: "`tracetool state --format json` prints such states"
    ) { (bytes) throws(JSONShapeFailure) in
      try CanonicalListing.snapshot(parsing: bytes, role: .fresh, memory: memory.limit)
    }
  }
}
