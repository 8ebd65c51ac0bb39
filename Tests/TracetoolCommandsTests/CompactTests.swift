import ArgumentParser
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct CompactTests {
  /// The capture of the project as an app would have recorded it: stored.
  private func storedTrace(isClosed: Bool = true) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try TraceWriter(
      to: sink, header: TraceHeader(metadata: [TraceHeader.Metadata("source", "live")]),
      codec: StoredFrames())
    for event in try TraceFiles.events(of: "traces/three-clients.synctrace") {
      try writer.append(event)
    }
    if isClosed { try writer.finish() } else { try writer.flush() }
    return sink.bytes
  }

  @Test(arguments: [true, false])
  func `a stored trace becomes a small one of the same records`(isClosed: Bool) throws {
    try TemporaryFolder.with { folder in
      let bytes = try storedTrace(isClosed: isClosed)
      try folder.write(bytes, to: "stored.synctrace")
      let (stored, output) = (folder.path("stored.synctrace"), folder.path("compact.synctrace"))
      let run = try CommandRun(["compact", stored, "-o", output])
      #expect(run.status == .fine)
      #expect(run.output.contains("\(bytes.count) bytes are now"))
      #expect(run.output.contains("did not end") != isClosed)
      #expect(try folder.read("compact.synctrace").count < bytes.count / 2)
      let cat = ["cat", "--format", "json"]
      #expect(try CommandRun(cat + [output]).output == CommandRun(cat + [stored]).output)
      #expect(try folder.read("stored.synctrace") == bytes)
    }
  }

  @Test func `a compressed trace becomes a stored one, which is read without zstd`() throws {
    try TemporaryFolder.with { folder in
      let trace = ProjectFiles.path("traces/three-clients.synctrace")
      let output = folder.path("stored.synctrace")
      let run = try CommandRun(["compact", "--stored", trace, "-o", output])
      #expect(run.status == .fine)
      let reader = try TraceReader(FileSource(path: output), codec: StoredFrames())
      var events: [Event] = []
      while let event = try reader.next() { events.append(event) }
      #expect(try events == TraceFiles.events(of: "traces/three-clients.synctrace"))
      #expect(try CommandRun(["verify", output]).status == .fine)
      let both = ["compact", "--stored", "--compression-level", "9", trace, "-o", output]
      #expect(throws: (any Error).self) { try CommandRun(both) }
      let high = ["compact", "--compression-level", "23", trace, "-o", output]
      let failure = #expect(throws: (any Error).self) { try CommandRun(high) }
      #expect(failure.map { Tracetool.message(for: $0) }?.contains("from -131072 to 22") == true)
    }
  }

  @Test func `a damaged trace is refused, with the verb that takes it`() throws {
    try TemporaryFolder.with { folder in
      var bytes = try storedTrace()
      bytes[bytes.count / 2] ^= 1
      try folder.write(bytes, to: "damaged.synctrace")
      let output = folder.path("out.synctrace")
      let run = try CommandRun(["compact", folder.path("damaged.synctrace"), "-o", output])
      #expect(run.status == .badInput)
      #expect(run.error.contains("tracetool salvage"), "\(run.error)")
      #expect(try folder.names() == ["damaged.synctrace"])
    }
  }
}
