import Importers
import RealmFileSupport
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// A device's file beside a recording of its sessions: `replay --client-file`.
@Suite struct ClientFileTests {
  /// The files of a device, and the command lines that they are for.
  struct Files {
    let folder: TemporaryFolder
    init(_ device: RecordedDevice, in folder: TemporaryFolder) throws {
      self.folder = folder
      try folder.write(device.before(), to: "before.realm")
      try folder.write(device.fresh(), to: "fresh.realm")
      try folder.write(device.capture(), to: "wire.ndjson")
    }

    var before: String { folder.path("before.realm") }
    var wire: String { folder.path("wire.ndjson") }

    func run(_ arguments: String...) throws -> CommandRun {
      try CommandRun(
        arguments.map { $0.hasPrefix("@") ? folder.path(String($0.dropFirst())) : $0 })
    }
  }

  static let create = Changeset.build {
    $0.addTable("Item", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
    $0.addColumn("Item", "count", type: .int, isNullable: false)
    $0.createObject("Item", .int(1))
    $0.update(LocationValue("Item", .int(1), "count"), to: .int(10))
  }.encoded()
  static let add = Changeset.build {
    $0.addInteger(LocationValue("Item", .int(1), "count"), 1)
  }.encoded()
  static let set = Changeset.build {
    $0.update(LocationValue("Item", .int(1), "count"), to: .int(12))
  }.encoded()

  /// Two transactions, the first of which the server has in its history.
  static func device() -> RecordedDevice {
    var device = RecordedDevice(
      base: [create], serverChanges: [add],
      unsynced: [.init(clientVersion: 4, changeset: add), .init(clientVersion: 6, changeset: set)])
    device.uploadedCount = 1
    // Nothing was uploaded again.
    device.reupload = []
    return device
  }

  static func with(
    _ device: RecordedDevice, _ body: (Files) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in try body(Files(device, in: folder)) }
  }

  private static func fates(_ run: CommandRun) throws -> [JSONText?] {
    let json = try JSONText(parsing: run.outputBytes)
    return try #require(json["reports"]?.list.first?["writes"]).list.map { $0["fate"] }
  }

  @Test func `the recording gives the last sync, and what the server has acknowledged`() throws {
    var device = Self.device()
    device.isAcknowledged = true
    let other = Changeset.build { $0.createObject("Item", .int(2)) }.encoded()
    device.unsynced[1] = .init(clientVersion: 6, changeset: other)
    try Self.with(device) { files in
      let alone = try files.run(
        "replay", "--mode", "discard", "--format", "json", "--fresh", "@fresh.realm",
        "@before.realm")
      let joined = try files.run(
        "replay", "--mode", "discard", "--format", "json", "--client-file", "@before.realm",
        "@wire.ndjson")
      #expect(joined.error == "")
      let fates = try [alone, joined].map(Self.fates)
      #expect(fates[0] != fates[1], "\(fates)")
      #expect(fates[1] == [.string("redundant"), .string("lost")], "\(fates)")
    }
  }

  @Test func `a trace of both replays as both do`() throws {
    var device = Self.device()
    device.isAcknowledged = true
    try Self.with(device) { files in
      let run = try files.run(
        "import", "realm", "@before.realm", "--wire", "@wire.ndjson", "-o", "@both.synctrace")
      #expect(run.status == .fine, "\(run.error)")
      for verb in ["replay --mode all --format json", "state", "state --of server"] {
        let words = verb.split(separator: " ").map(String.init)
        let trace = try CommandRun(words + [files.folder.path("both.synctrace")])
        let both = try CommandRun(words + ["--client-file", files.before, files.wire])
        let names = [
          (files.wire, "X"), (files.folder.path("both.synctrace"), "X"), (files.before, "X"),
        ]
        let texts = [trace, both].map { run in
          names.reduce(run.output) { $0.replacing($1.0, with: $1.1) }
        }
        #expect(texts[0] == texts[1], "\(verb)")
      }
    }
  }

  @Test func `pending shows what was there before`() throws {
    try Self.with(Self.device()) { files in
      let alone = try files.run("pending", "@before.realm").output
      #expect(alone.contains("count     not known → 12"), "\(alone)")
      let run = try files.run("pending", "--client-file", "@before.realm", "@wire.ndjson")
      #expect(run.output.contains("10 → 12"), "\(run.output)")
    }
  }

  @Test func `the fresh file is the download of the recorded reset`() throws {
    try Self.with(Self.device()) { files in
      let run = try files.run(
        "replay", "--mode", "recover", "--client-file", "@before.realm", "--fresh", "@fresh.realm",
        "--verbose", "@wire.ndjson")
      #expect(run.status == .fine, "\(run.error)")
      #expect(!run.output.contains("assumed") && run.output.contains("error 208"), "\(run.output)")
      let assuming = try files.run(
        "replay", "--client-file", "@before.realm", "--fresh", "@fresh.realm", "--error",
        "code=217", "@wire.ndjson")
      #expect(assuming.status == .usage && assuming.error.contains("leave `--error` out"))
    }
  }

  @Test func `a recording without the reset takes the fresh file`() throws {
    var device = Self.device()
    device.hasReset = false
    try Self.with(device) { files in
      let run = try files.run(
        "replay", "--mode", "recover", "--client-file", "@before.realm", "--fresh", "@fresh.realm",
        "--error", "code=217 action=ClientResetNoRecovery", "--verbose", "@wire.ndjson")
      #expect(run.output.contains("assumed") && run.output.contains("217"), "\(run.output)")
      #expect(run.output.contains("ClientResetNoRecovery"))
    }
  }

  @Test func `a recording that begins later gives all but the last sync`() throws {
    var device = Self.device()
    device.isWhole = false
    try Self.with(device) { files in
      let run = try files.run(
        "replay", "--mode", "discard", "--client-file", "@before.realm", "@wire.ndjson")
      #expect(run.error.contains("the state of the last sync is not known"), "\(run.error)")
      #expect(run.output.contains("error 208"), "\(run.output)")
    }
  }

  // MARK: Without a download

  @Test(arguments: [true, false])
  func `Modes that need no download are answered without one`(isAlone: Bool) throws {
    var device = Self.device()
    (device.isWhole, device.hasDownload, device.action) = (false, false, .clientResetNoRecovery)
    try Self.with(device) { files in
      let input =
        isAlone
        ? ["--error", "code=217 action=ClientResetNoRecovery", files.before]
        : ["--client-file", files.before, files.wire]
      let replay = { try CommandRun(["replay", "--mode"] + $0 + input) }
      let all = try replay(["all", "--format", "json"])
      #expect(all.status == .foundProblems && all.error.contains("hint: `--fresh FILE`"))
      let comparisons = try #require(try JSONText(parsing: all.outputBytes)["comparisons"]).list
      let comparison = try #require(comparisons.first)
      #expect(
        comparison["unanswered"]
          == .array(["DiscardLocal", "RecoverOrDiscard"].map { .string($0) }))
      let modes = try #require(comparison["modes"]).list
      #expect(modes.map { $0["mode"] } == [.string("Recover"), .string("Manual")])
      #expect(modes.map { $0["result"] } == [.string("failed"), .string("manual")])
      let recover = try replay(["recover"])
      #expect(recover.status == .fine && recover.output.contains("The reset fails"))
      let discard = try replay(["discard"])
      #expect(
        discard.status == .badInput && discard.error.contains("hint: `tracetool replay --fresh`"))
      #expect(discard.output.isEmpty)
      let state = try replay(["manual", "--write-state", "-"])
      let before = try CommandRun(["state", "--format", "json", files.before])
      #expect(state.status == .fine && state.output == before.output)
    }
  }

  @Test func `Without a mode, the app's own decides whether there is an answer`() throws {
    try Self.with(Self.device()) { files in
      let run = try files.run("replay", "--error", "code=208", "@before.realm")
      #expect(run.status == .foundProblems, "\(run.error)")
      #expect(run.output.contains("What discard, recover and recover-or-discard do is not known"))
      let state = try files.run(
        "replay", "--error", "code=208", "--write-state", "-", "@before.realm")
      #expect(state.status == .usage && state.error.contains("--mode"), "\(state.error)")
    }
  }

  // MARK: Wrong pairs

  @Test func `a file of other sessions is refused by its identifier`() throws {
    let device = Self.device()
    try Self.with(device) { files in
      try files.folder.write(device.before(ident: 5), to: "before.realm")
      let run = try files.run("replay", "--client-file", "@before.realm", "@wire.ndjson")
      #expect(run.status == .badInput)
      #expect(
        run.error.contains("the file is client file 5")
          && run.error.contains("client file 7 and client file 8"), "\(run.error)")
    }
  }

  @Test func `a file of another time is refused by its versions`() throws {
    let device = Self.device()
    try Self.with(device) { files in
      try files.folder.write(device.before(serverVersion: 9), to: "before.realm")
      let run = try files.run("pending", "--client-file", "@before.realm", "@wire.ndjson")
      #expect(run.status == .badInput)
      #expect(run.error.contains("last synced at server version 9"), "\(run.error)")
    }
  }

  @Test func `a file that was copied too early is refused`() throws {
    var device = Self.device()
    let early = device
    device.unsynced.append(.init(clientVersion: 9, changeset: Self.add))
    device.uploadedCount = 3
    try Self.with(device) { files in
      try files.folder.write(early.before(), to: "before.realm")
      let run = try files.run(
        "export", "--format", "json", "--client-file", "@before.realm", "@wire.ndjson")
      #expect(run.status == .badInput)
      #expect(run.error.contains("continues to version 10"), "\(run.error)")
    }
  }

  @Test func `one file is not that of several recordings`() throws {
    try Self.with(Self.device()) { files in
      let run = try files.run(
        "replay", "--client-file", "@before.realm", "@wire.ndjson", "@wire.ndjson")
      #expect(run.status == .usage && run.error.contains("for one recording"), "\(run.error)")
    }
  }
}
