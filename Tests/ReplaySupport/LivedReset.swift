import Importers
import TraceFormat

/// A recording of the wire in which a device lives through a reset that Realm Core performed: what the vector says
/// that it uploaded again is what it uploads here.
///
/// Realm Core gives its own two versions to the reset, uploads what it recovered under the old versions, and names the
/// end of the history once nothing is left (`sync/noinst/client_history_impl.cpp`).
package struct LivedReset: ~Copyable {
  /// How the recording is to be.
  package struct Plan {
    /// How many of the unsynced transactions the device uploads before the reset, without an acknowledgement.
    package var shownCount = 0
    /// How much of what was recovered is uploaded before the recording ends; nil for all.
    package var uploadedCount: Int?
    /// How many transactions the app writes after the reset, of which the first ones go with the first upload.
    package var newCount = 0
    package var newInFirstUpload = 0
    /// How far the device's clock is ahead of the recording's, in milliseconds.
    package var skewMilliseconds: Int64 = 0
    /// How long ago the unsynced transactions were made.
    package var ageMilliseconds: Int64 = 600_000
    /// Whether another device uses the same server file.
    package var hasOther = false
    /// Whether the reset fails: the device begins its session after the download and ends it.
    package var fails = false

    package init() {}
  }

  package private(set) var events: [Event] = []
  /// The client versions of what the app wrote after the reset.
  package private(set) var newVersions: [UInt64] = []
  private var importer = CaptureImporter()
  private var microseconds: Int64 = 1_795_000_000_000_000
  private let plan: Plan
  private var connection = "c1"

  private struct Entry {
    var version: UInt64
    var other: UInt64
    var milliseconds: Int64
    var origin: UInt64 = 0
    var changeset: [UInt8]
  }

  /// - Parameter reset: one that says what the last sync was and what the server changed since.
  package init(_ reset: ResetVector, _ plan: Plan) {
    self.plan = plan
    let base = (reset.base ?? []).filter { !$0.isEmpty }
    let changes = (reset.serverChanges ?? []).filter { !$0.isEmpty }
    if plan.hasOther { begin(7, ident: 70, base, connection: "c9") }
    begin(1, ident: 2, base, connection: "c1")
    let written = now + 1 + plan.skewMilliseconds
    microseconds += (plan.ageMilliseconds + Int64(reset.unsynced.count)) * 1000
    let unsynced = reset.unsynced.enumerated().map { index, change in
      Entry(
        version: change.clientVersion, other: UInt64(base.count),
        milliseconds: written + Int64(index), changeset: change.changeset)
    }
    let shown = Array(unsynced.prefix(plan.shownCount))
    if let last = shown.last { upload(1, shown, progress: last.version, UInt64(base.count)) }
    let json =
      #"{"message":"Bad client file identifier (IDENT)","tryAgain":false,"shouldClientReset":true,"#
      + #""isRecoveryModeDisabled":false,"logURL":"","action":"\#(reset.action.rawValue)"}"#
    send("in", "json_error 208 \(json.utf8.count) 1", Array(json.utf8))
    send("out", "unbind 1")
    connection = "c2"
    let serverVersion = UInt64(base.count + changes.count)
    bind(2, ident: 3)
    download(2, base + changes, from: 0)
    send("out", "mark 2 1")
    send("in", "mark 2 1")
    send("out", "unbind 2")
    send("out", "bind 3 5 0 0 0", Array("/data".utf8))
    guard !plan.fails else {
      send("out", "unbind 3")
      return
    }
    let isRecovered = reset.expectation.result == .recovered
    let recovered = (isRecovered ? reset.expectation.reupload ?? [] : []).filter {
      !$0.changeset.isEmpty
        && (try? Changeset(decoding: $0.changeset).instructions.isEmpty) == false
    }.map { change in
      Entry(
        version: change.clientVersion, other: serverVersion,
        milliseconds: unsynced.first { $0.version == change.clientVersion }?.milliseconds
          ?? written,
        changeset: change.changeset)
    }
    send("out", "ident 3 3 3333 \(serverVersion) 0 \(serverVersion) 77")
    send("out", "mark 3 1")
    continued(recovered, serverVersion, (reset.unsynced.last?.clientVersion ?? 1) + 2)
  }

  private mutating func continued(
    _ recovered: [Entry], _ serverVersion: UInt64, _ resetVersion: UInt64
  ) {
    microseconds += 5_000_000
    let new = (0..<plan.newCount).map { index in
      Entry(
        version: resetVersion + 1 + UInt64(index), other: serverVersion,
        milliseconds: now - 4 + Int64(index) + plan.skewMilliseconds,
        changeset: Self.newChangeset(index))
    }
    let (first, later) = (new.prefix(plan.newInFirstUpload), new.dropFirst(plan.newInFirstUpload))
    newVersions = new.map(\.version)
    if let count = plan.uploadedCount, count < recovered.count {
      let part = Array(recovered.prefix(count))
      if let last = part.last { upload(3, part, progress: last.version, serverVersion) }
      newVersions = []
      return
    }
    let end = resetVersion + UInt64(first.count)
    if !(recovered + first).isEmpty {
      upload(3, recovered + first, progress: end, serverVersion)
    }
    send("in", "download 3 \(serverVersion) 0 \(serverVersion) 77 0 0 0 0 0 0")
    send("in", "mark 3 1")
    for entry in later {
      microseconds += 2_000_000
      var entry = entry
      entry.milliseconds = now - 3 + plan.skewMilliseconds
      upload(3, [entry], progress: entry.version, serverVersion)
    }
  }

  /// A transaction that a reset vector cannot have.
  private static func newChangeset(_ index: Int) -> [UInt8] {
    var builder = ChangesetBuilder()
    builder.addTable("writtenAfterReset", primaryKey: "_id", type: .int)
    builder.createObject("writtenAfterReset", .int(Int64(index)))
    return builder.changeset.encoded()
  }

  // MARK: Messages

  private var now: Int64 { microseconds / 1000 - 1_420_070_400_000 }

  private mutating func begin(
    _ session: Int, ident: Int, _ base: [[UInt8]], connection name: String
  ) {
    connection = name
    bind(session, ident: ident)
    download(session, base, from: 0)
    send("out", "upload \(session) 0 0 0 3 \(base.count) \(base.count)")
  }

  private mutating func bind(_ session: Int, ident: Int) {
    send("out", "bind \(session) 5 0 1 0", Array("/data".utf8))
    send("in", "ident \(session) \(ident) \(ident)\(ident)\(ident)\(ident)")
    send("out", "ident \(session) \(ident) \(ident)\(ident)\(ident)\(ident) 0 0 0 0")
  }

  private mutating func upload(
    _ session: Int, _ entries: [Entry], progress: UInt64, _ server: UInt64
  ) {
    let body = entries.flatMap { entry in
      Array(
        "\(entry.version) \(entry.other) \(max(0, entry.milliseconds)) 0 \(entry.changeset.count) "
          .utf8) + entry.changeset
    }
    send("out", "upload \(session) 0 \(body.count) 0 \(progress) \(server) \(server)", body)
  }

  private mutating func download(_ session: Int, _ changesets: [[UInt8]], from version: Int) {
    let body = changesets.enumerated().flatMap { index, changeset in
      Array("\(version + index + 1) 0 1000 99 \(changeset.count) \(changeset.count) ".utf8)
        + changeset
    }
    let last = version + changesets.count
    send("in", "download \(session) \(last) 0 \(last) 77 0 0 0 0 \(body.count) 0", body)
  }

  private mutating func send(_ direction: String, _ head: String, _ body: [UInt8] = []) {
    microseconds += 1000
    let hex = Hex.encode(Array("\(head)\n".utf8) + body)
    let line =
      #"{"us":\#(microseconds),"connection":"\#(connection)","direction":"\#(direction)","hex":"\#(hex)"}"#
    importer.importLine(Array(line.utf8)) { events.append($0) }
  }
}
