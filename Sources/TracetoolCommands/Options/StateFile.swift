import RealmFile
import RealmModel
import TraceCompression
import TraceFormat

/// A file that shows a state: a `.realm` file, or canonical JSON.
struct StateFile {
  let path: String
  var keyFile: String?
  var keyOption: String
  /// Whether it has to be a state that a server had: without transactions that it has not confirmed.
  var isServers = false

  static let jsonSizeMaxBytes = 1 << 30

  /// Whether the file begins as a JSON object does; a pipe can be nothing else.
  func isJSON() throws -> Bool {
    guard path != "-", FileStatus.of(path)?.kind != .special else { return true }
    var head: [UInt8] = []
    _ = try InputFile.source(path).read(upTo: 64, into: &head)
    return head.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == 0x7B
  }

  /// The state of a `.realm` file. What had to be mended in it, such as links to objects that are not there, is
  /// warned of.
  func realmState(_ memory: MemoryOptions, on console: Console) throws -> RealmState {
    var options = RealmFileOptions.none
    options.keyFile = keyFile
    let reading = try options.options(memory.limit)
    let source = try InputFile.source(path)
    let state: RealmState
    var unconfirmedCount = 0
    do throws(RealmFileFailure) {
      let file = try OpenRealmFile(source, options: reading)
      if isServers, file.group.historyType != .syncServer, let history = try file.history() {
        var inflater = ZlibInflater(isOfFile: true)
        let unsynced = history.unsyncedChanges(inflatedBy: &inflater)
        unconfirmedCount = unsynced.changes.count + unsynced.unreadable.count
      }
      state = try file.state()
      try file.checkIsUnchanged()
      for failure in file.damage.listing { console.say("warning: `\(path)`: \(failure)") }
      for oddity in file.damage.remarks { console.say("note: `\(path)`: \(oddity)") }
    } catch {
      throw CommandFailure(describing: error, file: path, keyOption: keyOption)
    }
    guard unconfirmedCount == 0 else {
      throw CommandFailure(
        .badInput,
        "`\(path)`: not a state that a server had: it has "
          + unconfirmedCount.counted("transaction") + " that its server has not confirmed",
        hint: "take the file of a client that has uploaded everything, such as a new installation")
    }
    return state
  }
}

extension RealmSchema {
  /// The server's new schema, as a file has it.
  ///
  /// - Parameter path: the file, - for standard input.
  /// - Throws: where it is not one, with the next step.
  init(file path: String) throws {
    let bytes = try InputFile.readAll(InputFile.source(path), sizeMaxBytes: Self.sizeMaxBytes)
    do throws(JSONShapeFailure) {
      try self.init(parsing: bytes)
    } catch {
      throw CommandFailure(
        path, isNot: .schema, because: "\(error)",
        hint: "`tracetool state --of server --schema TRACE` prints the schema of a trace in the "
          + "form of docs/realm-schema.schema.json")
    }
  }
}
