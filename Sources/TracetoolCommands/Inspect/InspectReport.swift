import Importers
import RealmFile
import Replayer
import Reports
import TraceCompression
import TraceFormat

/// What was found about a Realm file.
struct InspectReport {
  enum Kind: String {
    /// A Realm file of a client that syncs.
    case synced
    case local
    case server
    /// An encrypted Realm file, without its key.
    case encrypted
    /// A Realm file of a format that is not read.
    case otherFormat
    /// A Realm file that could not be opened.
    case damaged
    case notARealmFile
    /// The system refused to read it.
    case unreadable
  }

  var path: String
  var kind = Kind.unreadable
  var sizeBytes: Int?
  var sha256: [UInt8]?
  var inspection: RealmFileInspection?
  /// Why there is no more.
  var failure: String?
  /// What the verbs that read the objects will not be able to read; nil where the file is too large to try.
  var contentProblems: [String]?
  /// What was never uploaded, by class and object.
  var tally = UnsyncedTally([])

  /// Looks at the bytes of a file, which can be read at any position.
  init(_ path: String, _ source: any ByteSource, _ options: OpenRealmFile.Options) {
    self.path = path
    do throws(RealmFileFailure) {
      let raw = try RawFile(source)
      sizeBytes = raw.size
      // Opened before it is hashed: the check at the end is against the header as it was then.
      let opened = Result { () throws(RealmFileFailure) in
        try OpenRealmFile(source, options: options)
      }
      sha256 = try raw.sha256()
      let open = try opened.get()
      var inflater = ZlibInflater(isOfFile: true)
      take(open.inspection(inflatedBy: &inflater))
      checkContents(of: source, options)
      try open.checkIsUnchanged()
    } catch {
      take(error)
    }
  }

  private mutating func take(_ inspection: RealmFileInspection) {
    self.inspection = inspection
    tally = UnsyncedTally(inspection.unsynced.changes.map(\.commit))
    switch inspection.group.historyType {
    case .syncClient: kind = .synced
    case .syncServer: kind = .server
    default: kind = .local
    }
  }

  private mutating func take(_ failure: RealmFileFailure) {
    self.failure = failure.description
    switch failure.code {
    case .notARealmFile: kind = .notARealmFile
    case .needsKey, .wrongKey, .invalidKey: kind = .encrypted
    case .unsupported, .unsupportedFormat: kind = .otherFormat
    case .damaged, .limitExceeded, .memoryExceeded: kind = .damaged
    case .inputOutput, .changedWhileReading: kind = .unreadable
    }
  }

  /// The largest file whose objects are read, so that a glance at a large one stays one.
  static let checkedSizeMaxBytes = 64 << 20

  /// Reads what other verbs would read, and notes what they would refuse.
  private mutating func checkContents(of source: any ByteSource, _ options: OpenRealmFile.Options) {
    guard inspection != nil, sizeBytes.map({ $0 <= Self.checkedSizeMaxBytes }) == true else {
      return
    }
    var problems: [String] = []
    do {
      var strict = options
      // That the newest state can't be opened is known; what else is wrong shows in the one before.
      strict.salvages = inspection?.readsOlderState == true
      var replay = Replay()
      let file = try OpenRealmFile(source, options: strict)
      for event in try RealmFileImporter.trace(of: file, name: path).events {
        replay.observe(event)
      }
      // What a reader mends, such as a link to an object that is not there.
      problems = file.damage.listing.map(\.description)
      let moments = try replay.unsyncedData()
      problems += moments.unanswered.map(\.words)
      // The tally has those that cannot be read.
      problems += moments.all.flatMap(\.gaps)
        .filter { $0.kind == .unreadableChangeset && !$0.isOfUnreadableBytes }.map(\.words)
    } catch let failure as ReplayFailure {
      if failure != .noState { problems.append(failure.words) }
    } catch {
      problems.append("\(error)")
    }
    let known = Set(inspection?.problems.map(\.description) ?? [])
    contentProblems = problems.filter { !known.contains($0) }
  }

  var isSound: Bool { failure == nil && problems.isEmpty }

  var problems: [String] {
    (inspection?.problems ?? []).map(\.description)
      + (contentProblems ?? [])
      + tally.undecodable.map { "change \($0.clientVersion): \($0.failure)" }
  }
}
