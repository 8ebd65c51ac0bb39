import Foundation
import TestSupport
import Testing

@testable import TraceFormat

/// Files that get their names when they are complete: whom they may replace, and what of it they keep.
@Suite struct OutputFileTests {
  private static func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private static func write(_ path: String, replacing: Bool = true) throws {
    let sink = try AtomicFileSink(path: path, replacing: replacing)
    try sink.write([1, 2, 3])
    try sink.commit()
  }

  @Test func `A file that somebody makes meanwhile stays`() throws {
    try TemporaryFolder.with { folder in
      let sink = try AtomicFileSink(path: folder.path("a"), replacing: false)
      try folder.write([9], to: "a")
      let failure = #expect(throws: FileFailure.self) { try sink.commit() }
      #expect(failure?.code == EEXIST && failure?.isOutput == true)
      #expect(try folder.read("a") == [9])
    }
  }

  @Test func `Also where the name was reserved, if it has been used since`() throws {
    try TemporaryFolder.with { folder in
      try folder.write([], to: "a")
      let sink = try AtomicFileSink(path: folder.path("a"), replacing: false)
      try folder.write([9], to: "a")
      #expect(throws: FileFailure.self) { try sink.commit() }
      #expect(try folder.read("a") == [9])
      try folder.write([], to: "b")
      try Self.write(folder.path("b"), replacing: false)
      #expect(try folder.read("b") == [1, 2, 3])
    }
  }

  @Test func `A link is in the way, wherever it leads, unless it may be replaced`() throws {
    try TemporaryFolder.with { folder in
      try folder.write([], to: "empty")
      for target in ["nowhere", "empty"] {
        let link = folder.path("to-\(target)")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(throws: FileFailure.self) { try AtomicFileSink(path: link, replacing: false) }
        try Self.write(link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try folder.read(target) == [1, 2, 3])
      }
      #expect(try folder.names() == ["empty", "nowhere", "to-empty", "to-nowhere"])
    }
  }

  @Test func `Links in a circle are no place for a file`() throws {
    try TemporaryFolder.with { folder in
      for (name, target) in [("a", "b"), ("b", "a")] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path(name), withDestinationPath: target)
      }
      #expect(throws: FileFailure.self) { try AtomicFileSink(path: folder.path("a")) }
    }
  }

  @Test func `What replaces a file has its permissions, and a new one what umask leaves`() throws {
    try TemporaryFolder.with { folder in
      for mode in [0o600, 0o640, 0o755, 0o444] {
        let path = folder.path("\(mode)")
        try folder.write([9], to: "\(mode)")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let sink = try AtomicFileSink(path: path)
        #expect(try Self.permissions(sink.temporaryPath) == 0o600, "nobody reads it early")
        try sink.write([1])
        try sink.commit()
        #expect(try Self.permissions(path) == mode)
      }
      let mask = umask(0o027)
      defer { umask(mask) }
      try Self.write(folder.path("new"))
      #expect(try Self.permissions(folder.path("new")) == 0o640)
    }
  }

  @Test func `A folder that is missing is named`() throws {
    for (path, folder) in [("/no/such/a", "/no/such"), ("missing/", "missing")] {
      let failure = #expect(throws: FileFailure.self) { try AtomicFileSink(path: path) }
      #expect(
        failure?.description == "cannot create `\(path)`: no such folder: `\(folder)`")
    }
    let failure = #expect(throws: FileFailure.self) { try AtomicFileSink(path: "/dev/null/a") }
    #expect(failure?.description == "cannot create `/dev/null/a`: `/dev/null` is not a folder")
    #expect(throws: FileFailure.self) { try AtomicFileSink(path: "/") }
    #expect(throws: FileFailure.self) { try AtomicFileSink(path: "") }
  }

  @Test func `A name as long as names can be gets its file`() throws {
    try TemporaryFolder.with { folder in
      let name = String(repeating: "n", count: 255)
      try Self.write(folder.path(name))
      #expect(try folder.names() == [name])
    }
  }

  @Test func `A full device is an error of the write`() throws {
    let sink = try AtomicFileSink(path: "/dev/full", replacing: false)
    let failure = #expect(throws: FileFailure.self) { try sink.write([1]) }
    #expect(failure?.code == ENOSPC && failure?.operation == "write")
  }

  @Test func `A descriptor by its name is written to, and nothing put in its place`() throws {
    try TemporaryFolder.with { folder in
      try folder.write([9], to: "a")
      let file = open(folder.path("a"), O_WRONLY | O_APPEND)
      defer { close(file) }
      try Self.write("/dev/fd/\(file)", replacing: false)
      #expect(try folder.read("a") == [9, 1, 2, 3])
      #expect(try folder.names() == ["a"])
    }
  }

  @Test func `One file is one, under all its names`() throws {
    try TemporaryFolder.with { folder in
      try folder.write([9], to: "a")
      let path = folder.path("a")
      try FileManager.default.linkItem(atPath: path, toPath: folder.path("hard"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("soft"), withDestinationPath: "./hard")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("dangling"), withDestinationPath: "new")
      let file = try #require(FileIdentity(path))
      for name in ["./a", "hard", "soft", "../\(URL(filePath: folder.root).lastPathComponent)/a"] {
        #expect(FileIdentity(folder.path(name)) == file, "\(name)")
      }
      let new = try #require(FileIdentity(folder.path("new")))
      #expect(FileIdentity(folder.path("dangling")) == new)
      #expect(FileIdentity(folder.path("./new")) == new)
      #expect(new != file && FileIdentity(folder.path("newer")) != new)
      #expect(FileIdentity("/dev/null") == nil && FileIdentity("/no/such/file") == nil)
    }
  }
}
