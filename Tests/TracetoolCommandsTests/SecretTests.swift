import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

@Suite struct SecretTests {
  /// A session of a real client, in every BIND of which there is a token, and behind it tokens in other
  /// places, one of them twice in the trace: in an error's message and in the error itself.
  let capture = ProjectFiles.path("Tests/Vectors/hostile/bind-with-token.ndjson")
  let token = "_SECRET"

  private func json(_ run: CommandRun) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(run.outputBytes)) as? [String: Any])
  }

  /// Whether the token is on disk, also below the compression, or on a screen.
  private func holdsToken(_ trace: String) throws -> Bool {
    let file = try Data(contentsOf: URL(fileURLWithPath: trace))
    let records = Zstd.path == nil ? [] : try Zstd.decompress(Array(file))
    let shown = try ["text", "json"].map {
      try CommandRun(["cat", "--instructions", "--format", $0, trace]).outputBytes
    }
    return ([Array(file), records] + shown).contains {
      String(decoding: $0, as: UTF8.self).contains(token)
    }
  }

  @Test func `A token in a capture gets into no trace, and the import says how many there were`()
    throws
  {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      let run = try CommandRun(["import", "capture", capture, "-o", trace])
      #expect(run.status == .fine)
      #expect(run.lines.contains("  11 secrets replaced: token 11"))
      #expect(run.lines.contains("  line 56: offset 0x2: needs 1 byte, 0 left"))
      #expect(try !holdsToken(trace))
      let info = try CommandRun(["info", trace])
      let rows = info.lines.map { $0.split(separator: " ").joined(separator: " ") }
      #expect(rows.contains("secrets replaced"))
      #expect(rows.contains("secretsReplaced token 11"))
      #expect(try CommandRun(["verify", trace]).status == .fine)
      // The client and its messages are still there.
      let binds = try CommandRun(["cat", "--kind", "message", trace]).lines
        .filter { $0.contains(" bind ") }
      #expect(binds.count == 5)
    }
  }

  @Test func `An import as JSON counts secrets by kind`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun([
        "import", "capture", capture, "-o", folder.path("out.synctrace"), "--format", "json",
      ])
      #expect(try json(run)["secretsReplaced"] as? [String: String] == ["token": "11"])
    }
  }

  @Test func `Secrets are kept on demand, told of, and taken out later`() throws {
    try TemporaryFolder.with { folder in
      let (kept, mended) = (folder.path("kept.synctrace"), folder.path("mended.synctrace"))
      let imported = folder.path("imported.synctrace")
      let run = try CommandRun(["import", "capture", capture, "-o", kept, "--keep-secrets"])
      #expect(!run.output.contains("secret"))
      #expect(try holdsToken(kept))
      let info = try json(CommandRun(["info", kept, "--format", "json"]))
      #expect((info["metadata"] as? [String: String])?["secrets"] == "kept")

      let verified = try CommandRun(["verify", kept])
      #expect(verified.status == .foundProblems)
      #expect(verified.lines.first == "11 secrets kept on purpose: token 11")
      #expect(verified.error.contains("hint: `tracetool salvage --redact"))
      let found = try json(CommandRun(["verify", kept, "--format", "json"]))
      #expect(found["secrets"] as? [String: String] == ["token": "11"])
      #expect((found["secretSequences"] as? [String])?.count == 9)
      #expect(found["isDamaged"] as? Bool == false)

      let recovered = try CommandRun(["recover", "--redact", kept, "-o", mended])
      #expect(recovered.status == .fine)
      #expect(recovered.lines.last == "  11 secrets replaced: token 11")
      #expect(try !holdsToken(mended))
      #expect(try CommandRun(["verify", mended]).status == .fine)
      _ = try CommandRun(["import", "capture", capture, "-o", imported])
      #expect(try CommandRun(["cat", mended]).output == CommandRun(["cat", imported]).output)
      // It says that they are gone, and how many there were.
      let rows = try CommandRun(["info", mended]).lines
      #expect(rows.contains { $0.hasPrefix("secretsReplaced") && $0.hasSuffix(" token 11") })
    }
  }

  @Test func `A trace without the tokens of its messages replays as one with them`() throws {
    try TemporaryFolder.with { folder in
      let reports = try [[], ["--keep-secrets"]].map { options in
        let trace = folder.path("out.synctrace")
        _ = try CommandRun(["import", "capture", capture, "-o", trace, "--force"] + options)
        return try CommandRun(["replay", "--mode", "all", "--format", "json", trace]).output
      }
      #expect(reports[0] == reports[1])
      #expect(!reports[0].isEmpty)
    }
  }

  @Test func `What an import says of a capture has no secret either`() throws {
    try TemporaryFolder.with { folder in
      let lines = [
        #"{"us":1,"connection":"h?baas_at=FAKETOKEN_SECRET1","direction":"token=FAKETOKEN_SECRET1","hex":""}"#,
        #"{"us":1,"connection":"h?baas_at=FAKETOKEN_SECRET1","direction":"in","hex":"6d61726b203120310a"}"#,
        #"{"us":1,"connection":"h?password=one","direction":"in","hex":"6d61726b203120310a"}"#,
        #"{"us":1,"connection":"h?password=two","direction":"in","hex":"6d61726b203120310a"}"#,
      ]
      try folder.write(Array(lines.joined(separator: "\n").utf8), to: "capture.ndjson")
      let trace = folder.path("out.synctrace")
      for format in ["text", "json"] {
        let run = try CommandRun([
          "import", "capture", folder.path("capture.ndjson"), "-o", trace, "--force", "--format",
          format,
        ])
        #expect(!(run.output + run.error).contains(token), "\(run.output)")
        #expect(
          !format.hasPrefix("json") || run.output.contains("h?password=[removed-password] (2)"))
      }
      #expect(try !holdsToken(trace))
    }
  }

  @Test func `A scenario's words have no secret in the trace`() throws {
    try TemporaryFolder.with { folder in
      let path = "traces/scenarios/every-kind-of-property.json"
      let text = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
      let name = try #require(text.firstRange(of: #""name": ""#))
      let named = text.replacingCharacters(
        in: name, with: #""name": "access_token=FAKETOKEN_SECRET "#)
      try folder.write(Array(named.utf8), to: "scenario.json")
      let trace = folder.path("out.synctrace")
      let run = try CommandRun(["import", "scenario", folder.path("scenario.json"), "-o", trace])
      #expect(run.status == .fine)
      #expect(run.lines.last == "  1 secret replaced: token 1")
      #expect(try !holdsToken(trace))
      _ = try CommandRun([
        "import", "scenario", folder.path("scenario.json"), "-o", trace, "--force",
        "--keep-secrets",
      ])
      let verified = try CommandRun(["verify", trace])
      #expect(verified.lines.contains { $0.hasPrefix("  in record ") }, "\(verified.output)")
    }
  }

  @Test func `The traces of the project hold no secret`() throws {
    for path in try ProjectFiles.paths(in: "traces", suffix: ".synctrace") {
      let run = try CommandRun(["verify", ProjectFiles.path(path)])
      #expect(run.status == .fine, "\(run.output)")
    }
  }
}
