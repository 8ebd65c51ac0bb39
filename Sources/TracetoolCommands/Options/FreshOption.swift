import ArgumentParser
import Importers
import RealmFile
import RealmModel
import Replayer
import TraceFormat

/// The server's side of a reset, where the trace does not have it.
struct FreshOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What the reset downloads, where the trace does not show it: a .realm file, or a state in canonical \
      JSON (docs/conformance.md). The server then asks for a reset at the end of the session.
      """, valueName: "file"), completion: .file(extensions: ["realm", "json"]))
  var fresh: String?

  @Option(
    help: ArgumentHelp(
      "The key of that file, where it is an encrypted .realm file.", valueName: "file"),
    completion: .file())
  var freshKeyFile: String?

  private static let sizeMaxBytes = 1 << 30

  func validate() throws {
    if freshKeyFile != nil, fresh == nil {
      throw ValidationError("--fresh-key-file needs --fresh")
    }
  }

  /// Lets the session of a replay end in the reset.
  func apply(to replay: inout Replay, session: UInt32?, _ memory: MemoryOptions) throws {
    guard let fresh else { return }
    let snapshot = try snapshot(fresh, memory)
    do throws(ReplayFailure) {
      try replay.reset(to: snapshot, session: session)
    } catch {
      throw CommandFailure(describing: error, trace: fresh)
    }
  }

  private func snapshot(_ path: String, _ memory: MemoryOptions) throws -> Snapshot {
    let source = try InputFile.source(path)
    var head: [UInt8] = []
    _ = try source.read(upTo: 64, into: &head)
    let isJSON = head.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == 0x7B
    return isJSON ? try state(path, memory) : try realm(path, memory)
  }

  private func state(_ path: String, _ memory: MemoryOptions) throws -> Snapshot {
    let bytes = try InputFile.readAll(
      InputFile.source(path), sizeMaxBytes: Self.sizeMaxBytes)
    do throws(JSONShapeFailure) {
      return try CanonicalListing.snapshot(
        parsing: bytes, role: .fresh, memory: memory.limit)
    } catch {
      throw CommandFailure(
        .badInput, "`\(path)`: \(error)", hint: "`tracetool state --format json` prints such states"
      )
    }
  }

  private func realm(_ path: String, _ memory: MemoryOptions) throws -> Snapshot {
    var options = RealmFileOptions()
    (options.keyFile, options.salvage) = (freshKeyFile, false)
    let reading = try options.options(memory)
    let source = try InputFile.source(path)
    do throws(RealmFileFailure) {
      let file = try OpenRealmFile(source, options: reading)
      let state = try file.state()
      try file.checkIsUnchanged()
      return StateListing.snapshot(of: state, role: .fresh)
    } catch {
      throw CommandFailure(describing: error, file: path)
    }
  }
}
