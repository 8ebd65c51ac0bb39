import Foundation
import TestSupport
import Testing
import TraceCompression

@testable import TraceFormat

/// Another project's client and server, which agree on compression by themselves.
@Suite(.slow, .timeLimit(.minutes(20))) struct PythonClientTests {
  private static let python = ProjectFiles.path(".build/python/websockets/bin/python")

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: python),
      "`websockets` for Python is not there (`scripts/python-env websockets websockets==15.0.1`)"))
  func `all messages of a client with the defaults of websockets are recorded`() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.synctrace")
      let token = PassageTests.token
      let ended = try RunningProcess.run(
        Self.python,
        [
          ProjectFiles.path("Tests/WebSockets/echo.py"),
          try #require(BuiltProducts.path("tracetool")), path, token,
        ])
      #expect(ended.status == 0, "\(ended.text)\(ended.errorText)")
      #expect(ended.text.hasPrefix("permessage-deflate"), "\(ended.text)")
      #expect(ended.text.contains(#""lossCount":"0""#), "\(ended.text)")
      let messages = try ProxyRun.read(path).messages
      #expect(messages.count == 2000)
      #expect(messages.first?.head.starts(with: Array("bind 1 5 ".utf8)) == true)
      var records: [UInt8] = []
      let zstd = try ZstdSource(FileSource(path: path))
      while try zstd.read(upTo: 1 << 16, into: &records) > 0 {}
      let middle = "eyJzdWIiOiJ0aGUtdXNlci1oZXJzZWxmIn0"
      for bytes in [records, try folder.read("a.synctrace"), Array(ended.text.utf8)] {
        #expect(!String(decoding: bytes, as: UTF8.self).contains(middle))
      }
    }
  }
}
