import ArgumentParser
import Campaigns
import RealmFile
import Replayer
import Reports
import TraceCompression
import TraceFormat

struct FleetLimits: ParsableArguments {
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var realm: RealmFileOptions

  @Option(help: ArgumentHelp("The largest trace to replay.", valueName: "size"))
  var maxTraceBytes: ByteSize = ByteSize(FleetOptions.traceSizeMaxBytesDefault)

  @Option(
    help: ArgumentHelp(
      "The most work for one trace, the same on any machine: a unit is a record, or in a reset an "
        + "unsynced instruction or object.", valueName: "units"))
  var workLimit: Int = FleetOptions.workMaxDefault

  func validate() throws {
    guard workLimit > 0 else { throw ValidationError("`--work-limit` takes a number from 1") }
    guard maxTraceBytes.bytes > 0 else {
      throw ValidationError("`--max-trace-bytes` takes a size from 1 byte")
    }
  }

  func options(modes: [ResetMode], engine: Engine) -> FleetOptions {
    FleetOptions(
      modes: modes, engine: engine, tool: ToolVersion.text, memory: memory.limit,
      traceSizeMaxBytes: maxTraceBytes.bytes, workMax: workLimit,
      means: means)
  }

  private var means: FleetOptions.Means {
    let realm = realm
    return FleetOptions.Means(
      codec: ZstdCodec(), sha256: { Hex.encode(try RawFile(MemorySource($0)).sha256()[...]) },
      readOther: { name, bytes, memory, sink in
        do {
          let input = try RecognizedInput(
            MemorySource(bytes, name: "input"), named: name.readableText,
            realm.options(forFile: name.readableText),
            memory)
          guard input.kind.isSession else { return false }
          for event in try input.imported().events { try sink(event) }
          return true
        } catch let failure as CommandFailure {
          throw FleetFailure(
            .invalid, message: failure.message, exitCode: ExitStatus.badInput.rawValue)
        }
      }, reason: { ReportWording.plain.reason($0) })
  }
}
