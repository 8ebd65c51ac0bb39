import Foundation
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Campaigns

/// Which traces a command line names, in which order.
@Suite struct FleetPathsTests {
  private static func all(_ operands: [String], besides output: String? = nil) throws -> [String] {
    var paths = try FleetPaths(operands, besides: output) { try ZstdSource(rows: $0) }
    var found: [String] = []
    while let input = try paths.next() { found.append(input.name.readableText) }
    return found
  }

  private static func make(_ names: [String], in folder: TemporaryFolder) throws {
    for name in names {
      let path = folder.path(name)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try folder.write([1], to: name)
    }
  }

  @Test func `A folder is walked in the order of the paths' bytes`() throws {
    try TemporaryFolder.with { folder in
      let names = [
        "a/z.synctrace", "a.synctrace", "a-b/c.synctrace", "b/c/d.ndjson", "b/é.synctrace",
        "b/z.ndjson.zst", "B.synctrace",
      ]
      try Self.make(names + ["b/readme.md", ".hidden.synctrace", ".git/x.synctrace"], in: folder)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("b/loop"), withDestinationPath: folder.root)
      let expected = names.map { Array(folder.path($0).utf8) }
        .sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
      #expect(try Self.all([folder.root]) == expected)
      #expect(try Self.all([folder.root + "//."]) == expected)
    }
  }

  @Test(arguments: [
    ("\"a.synctrace", "./\"a.synctrace"), ("bytes\"a", "./bytes\"a"), ("/\"a", "/\"a"), ("a", "a"),
  ])
  func `Rows name a file by what opens it, and not in quotation marks`(path: String, name: String) {
    let input = FleetInput.file(path: path)
    #expect(input.name == RealmString(name) && input.name.fleetName == input.name)
  }

  @Test func `A row has the bytes of a name that is not UTF-8`() throws {
    try TemporaryFolder.with { folder in
      // Not every system has such names.
      let made = try RunningProcess.run(
        "/bin/bash", ["-c", "touch $'b\\xff.realm'"], in: folder.root)
      guard made.status == 0 else { return }
      let name = Array(folder.path("b").utf8) + [0xFF] + Array(".realm".utf8)
      var paths = try FleetPaths([folder.root])
      #expect(try paths.next()?.name == RealmString(name))
    }
  }

  @Test func `Rows of an earlier run are no traces, and neither is the output`() throws {
    try TemporaryFolder.with { folder in
      try Self.make(["a.synctrace", "out.ndjson"], in: folder)
      try folder.write(
        FleetRow(
          trace: FleetTrace(name: RealmString("x")), mode: nil,
          content: .failed(FleetFailure(.missing, message: "", exitCode: 66))
        ).line, to: "rows.ndjson")
      #expect(
        try Self.all([folder.root], besides: folder.path("out.ndjson"))
          == [folder.path("a.synctrace")])
      #expect(try Self.all([folder.root]).count == 2)
    }
  }

  @Test(.enabled(if: Zstd.path != nil, "zstd is not installed"))
  func `Compressed rows are no traces either, and compressed captures are`() throws {
    try TemporaryFolder.with { folder in
      let rows = try ProjectFiles.bytes("Tests/Vectors/fleet/rows.ndjson")
      try folder.write(Zstd.compress(rows), to: "rows.ndjson.zst")
      try folder.write(
        Zstd.compress(ProjectFiles.bytes("Tests/Vectors/wire/Sync_Replication.ndjson")),
        to: "wire.ndjson.zst")
      #expect(try Self.all([folder.root]) == [folder.path("wire.ndjson.zst")])
    }
  }

  @Test func `Lists, traces and folders stand for what they name, in their order`() throws {
    try TemporaryFolder.with { folder in
      try Self.make(["t/b.synctrace", "t/a.synctrace"], in: folder)
      try folder.write(ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "nameless")
      try folder.write(Array("x\n\n\r\ny z.synctrace\r\nlast".utf8), to: "list")
      #expect(
        try Self.all([folder.path("list"), folder.path("nameless"), folder.path("t")])
          == [
            "x", "y z.synctrace", "last", folder.path("nameless"), folder.path("t/a.synctrace"),
            folder.path("t/b.synctrace"),
          ])
      #expect(throws: FileFailure.self) { try Self.all([folder.path("nothing")]) }
    }
  }

  @Test func `A line of a list that is no path is an input that failed`() throws {
    try TemporaryFolder.with { folder in
      try folder.write([0xFF, 0x0A, 0x61, 0x0A], to: "list")
      #expect(try Self.all([folder.path("list")]).count == 2)
    }
  }
}
