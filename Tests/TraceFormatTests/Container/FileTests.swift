import Foundation
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@Suite struct FileTests {
  @Test func `a trace is written to a file and read back`() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.synctrace")
      let writer = try TraceWriter(
        to: FileSink(path: path), synchronizesOnFlush: true)
      for content in SampleEvents.contents {
        try writer.append(timeMicroseconds: 0, session: 1, content: content)
      }
      try writer.finish()
      let reader = try TraceReader(path: path)
      var contents: [Event.Content] = []
      while let event = try reader.next() { contents.append(event.content) }
      #expect(contents == SampleEvents.contents)
      #expect(throws: FileFailure.self, "an existing file is not emptied unasked") {
        try FileSink(path: path)
      }
    }
  }

  @Test func `a file written aside is there only after it is committed`() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a")
      do {
        let sink = try AtomicFileSink(path: path)
        try sink.write([1, 2, 3])
        #expect(try folder.names().count == 1)
      }
      #expect(try folder.names().isEmpty)
      let sink = try AtomicFileSink(path: path)
      try sink.write([1, 2, 3])
      try sink.commit()
      #expect(try folder.names() == ["a"])
      #expect(try folder.read("a") == [1, 2, 3])
      #expect(throws: FileFailure.self) { try AtomicFileSink(path: path, replacing: false) }
    }
  }

  @Test func `a missing file is named in the failure`() {
    let failure = #expect(throws: FileFailure.self) { try TraceReader(path: "/no/such/file") }
    #expect(failure?.description == "cannot open `/no/such/file`: No such file or directory")
    #expect(failure?.code == ENOENT)
  }

  @Test(.enabled(if: Zstd.path != nil, "the zstd command is not installed"))
  func `the zstd command prints the records of a trace`() throws {
    let bytes = try TraceFiles.trace(of: SampleEvents.contents, chunkSizeTarget: 100)
    let printed = try Zstd.decompress(bytes)
    let one = try TraceFiles.trace(of: SampleEvents.contents)
    #expect(try Zstd.decompress(one) == printed, "chunks make no difference to the records")
    #expect(UInt64(printed.count) == (try TraceInfo(MemorySource(bytes)).recordsSize))
    // A record's head is 28 bytes; the fifth to eighth say how long its body is.
    var position = 0
    var count = 0
    while position + 28 <= printed.count {
      var reader = ByteReader(printed[(position + 4)..<(position + 8)].rawBytes)
      position += 28 + Int(try reader.read(UInt32.self))
      count += 1
    }
    #expect(position == printed.count)
    #expect(count == SampleEvents.contents.count)
  }

  @Test func `what is no regular file is written to and never replaced`() throws {
    let sink = try AtomicFileSink(path: "/dev/null", replacing: false)
    try sink.write([1, 2, 3])
    try sink.commit()
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }
}
