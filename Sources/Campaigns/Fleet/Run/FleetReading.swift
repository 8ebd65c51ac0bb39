internal import Replayer
internal import TraceFormat

/// A trace, or another session, that was read to its end.
struct FleetReading {
  private(set) var replay: Replay
  private(set) var recordCount: UInt64 = 0
  private(set) var isDamaged = false
  private(set) var notes: [TraceHeader.Metadata] = []
  private(set) var devices = FleetDevices()
  /// The events, where they were to be kept.
  private(set) var events: [Event] = []

  /// - Parameter keepsEvents: whether the events are asked for, and not only what they lead to.
  /// - Throws: `DecodingFailure` where they are neither, or take more memory than they may.
  init(
    _ bytes: [UInt8], named name: RealmString, _ options: FleetOptions, keepsEvents: Bool
  ) throws {
    do {
      self = try Self.trace(bytes, options, keepsEvents: keepsEvents)
    } catch let failure as DecodingFailure where failure.memoryDemand == nil {
      guard let other = try Self.other(bytes, name, options, keepsEvents: keepsEvents) else {
        throw failure
      }
      self = other
    }
  }

  private init() { replay = Replay() }

  private static func trace(
    _ bytes: [UInt8], _ options: FleetOptions, keepsEvents: Bool
  ) throws -> FleetReading {
    var read = FleetReading()
    let reader = try TraceReader(
      MemorySource(bytes, name: "trace"), codec: options.means.codec, memory: options.memory)
    read.replay = try Replay(reading: reader) { read.note($0, keepsEvents: keepsEvents) }
    read.isDamaged = reader.isDamaged
    read.notes = reader.header?.metadata.keptInRows ?? []
    return read
  }

  /// The same of what is not a trace; nil where no session is in the bytes.
  private static func other(
    _ bytes: [UInt8], _ name: RealmString, _ options: FleetOptions, keepsEvents: Bool
  ) throws -> FleetReading? {
    var read = FleetReading()
    let isSession = try options.means.readOther(name, bytes, options.memory) { event in
      try read.replay.observe(event, within: options.memory, inputBytes: UInt64(bytes.count))
      read.note(event, keepsEvents: keepsEvents)
      if case .loss = event.content { read.isDamaged = true }
    }
    return isSession ? read : nil
  }

  private mutating func note(_ event: Event, keepsEvents: Bool) {
    recordCount += 1
    devices.note(event)
    if keepsEvents { events.append(event) }
  }
}

extension [TraceHeader.Metadata] {
  /// What of a recorder's notes is in every row of its trace: the first few, as far as they are short.
  fileprivate var keptInRows: [TraceHeader.Metadata] {
    Array(filter { $0.name.utf8.count <= 100 && $0.value.utf8.count <= 200 }.prefix(16))
  }
}
