#if Proxy
  public import ArgumentParser
  import Recorder
  public import RecordingProxy
  import TraceCompression

  struct RecordingArguments: ParsableArguments {
    @Option(
      name: .shortAndLong, help: "The trace to write.", completion: .file(extensions: ["synctrace"])
    )
    var output: String?

    @Option(
      help: ArgumentHelp("A folder for a series of traces.", valueName: "folder"),
      completion: .directory)
    var directory: String?

    @Option(
      help: ArgumentHelp(
        "When to begin the next trace of a folder: `size=64MiB`, `time=3600` (seconds), or both with a "
          + "comma.", valueName: "when"))
    var rotate: RotationArgument?

    @Flag(help: "Replace the output if it exists.")
    var force = false

    @Option(
      help: ArgumentHelp(
        "If messages come faster than the disk takes them: leave some out of the trace, or let the "
          + "connections wait.", valueName: "what"))
    var onOverflow = ProxyRecordingOptions.Overflow.drop

    @Option(help: ArgumentHelp("How much may wait for the disk.", valueName: "size"))
    var queueSize = ByteSize(24 << 20)

    @Option(
      help: ArgumentHelp("How often to make the trace safe, in seconds.", valueName: "seconds"))
    var flushInterval = 1.0

    @Option(help: ArgumentHelp("After how much to make the trace safe.", valueName: "size"))
    var flushSize = ByteSize(256 << 10)

    @Flag(help: "Wait for the disk each time, so that records survive a loss of power.")
    var synchronize = false

    @Option(help: ArgumentHelp("The zstd level, from fast to small.", valueName: "level"))
    var compressionLevel: Int32 = ZstdCodec.levelDefault

    @OptionGroup var secrets: SecretOptions

    func validate() throws {
      guard ZstdCodec.levels.contains(compressionLevel) else {
        throw ValidationError(
          "the compression level must be from \(ZstdCodec.levels.lowerBound) to "
            + "\(ZstdCodec.levels.upperBound)")
      }
      guard flushInterval >= 0.001, flushInterval <= 86_400 else {
        throw ValidationError("`--flush-interval` must be between 0.001 and 86400 seconds")
      }
      guard queueSize.bytes >= 1 << 16, flushSize.bytes >= 1 else {
        throw ValidationError(
          "`--queue-size` must be at least 64KiB, and `--flush-size` at least 1")
      }
    }

    func destination() throws -> RecordingDestination {
      switch (output, directory) {
      case (let path?, nil):
        guard path != "-" else {
          throw ValidationError("`record` needs a file that it can keep safe, not -")
        }
        guard rotate == nil else { throw ValidationError("`--rotate` is for `--directory`") }
        return .file(path, replacing: force)
      case (nil, let folder?):
        return .folder(folder, rotate?.rotation ?? TraceRotation(sizeMax: 256 << 20))
      default: throw ValidationError("give either `-o FILE` or `--directory FOLDER`")
      }
    }

    func options() throws -> ProxyRecordingOptions {
      var options = ProxyRecordingOptions(destination: try destination())
      options.secrets = secrets.handling
      options.overflow = onOverflow
      options.queueSizeMax = queueSize.bytes
      options.flushing = TraceFlushPolicy(
        intervalMilliseconds: Int(flushInterval * 1_000), size: flushSize.bytes)
      options.synchronizesOnFlush = synchronize
      options.compressionLevel = compressionLevel
      return options
    }
  }

  /// When to begin the next trace of a folder: `size=64MiB,time=3600`.
  struct RotationArgument: ExpressibleByArgument {
    var rotation = TraceRotation()

    init?(argument: String) {
      for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
        let words = part.split(separator: "=", maxSplits: 1).map(String.init)
        // A second limit of a kind would replace the first in silence.
        switch (words.first, words.last) {
        case ("size", let text?) where rotation.sizeMax == nil:
          guard let size = ByteSize(argument: text), size.bytes > 0 else { return nil }
          rotation.sizeMax = UInt64(size.bytes)
        case ("time", let text?) where rotation.secondsMax == nil:
          guard let seconds = Int64(text), (1...Int64(Int32.max)).contains(seconds) else {
            return nil
          }
          rotation.secondsMax = seconds
        default: return nil
        }
      }
    }
  }

  extension ProxyRecordingOptions.Overflow: ExpressibleByArgument {}
#endif
