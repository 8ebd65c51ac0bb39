internal import Replayer
internal import TraceFormat

/// The events that the page lists, as far as states do not follow from them.
struct PageEvents: Sendable {
  struct Row: Sendable {
    var sequence: UInt64
    var time: String
    var session: UInt32
    var kind: Kind
    /// As `tracetool cat` prints it, without what has a column of its own.
    var line: String
    /// Whose change it brings.
    var who: String
  }

  enum Kind: String, Sendable {
    case transaction
    case upload
    case acknowledgement
    case download
    case merge
    case serverChange
    case state
    case error
    case reset
    case other
  }

  private(set) var rows: [Row] = []
  /// Where a session uploads a client version first, as a row.
  private var uploads: [UInt32: [UInt64: Int]] = [:]
  /// Whether events were left out.
  private(set) var isPart = false

  mutating func observe(_ event: Event, in extent: SessionPage.Extent) {
    guard extent.contains(event) else {
      isPart = true
      return
    }
    var row = Row(
      sequence: event.sequence, time: Phrase.when(event.timeMicroseconds) ?? "",
      session: event.session, kind: .other, line: Self.line(of: event), who: "")
    switch event.content {
    case .localCommit: (row.kind, row.who) = (.transaction, Phrase.thisDevice)
    case .serverCommit(let commit):
      (row.kind, row.who) = (.serverChange, Phrase.file(commit.originFileIdent ?? 0))
    case .snapshot: row.kind = .state
    case .syncError: row.kind = .error
    case .resetObserved: row.kind = .reset
    case .message(let message): note(message, in: &row)
    case .sessionStart, .loss, .note, .unknown: break
    }
    rows.append(row)
  }

  private mutating func note(_ message: WireMessage, in row: inout Row) {
    switch try? message.parsed() {
    case .upload(let upload):
      (row.kind, row.who) = (.upload, upload.entries.isEmpty ? "" : Phrase.thisDevice)
      for entry in upload.entries {
        uploads[row.session, default: [:]][entry.clientVersion] =
          uploads[row.session]?[entry.clientVersion] ?? rows.count
      }
    case .download(let download):
      row.kind = download.entries.isEmpty ? .acknowledgement : .download
      row.who = SessionWords.who(Set(download.entries.map(\.originFileIdent)).sorted())
    case .legacyError, .serverError, .clientError, .queryError: row.kind = .error
    default: break
    }
  }

  /// The line without number, time and session, which are parted by two spaces.
  private static func line(of event: Event) -> String {
    let line = event.textLines(withInstructions: false)[0]
    let parts = line.utf8.indices.lazy.filter {
      line.utf8[$0...].starts(with: "  ".utf8)
    }.prefix(3)
    return parts.last.map { String(line[$0...].dropFirst(2)) } ?? line
  }

  /// The last row up to a record; -1 where the page begins after it.
  func row(of sequence: UInt64) -> Int {
    rows.partitioningIndex { $0.sequence > sequence } - 1
  }

  func isShown(_ sequence: UInt64) -> Bool { rows.last.map { sequence <= $0.sequence } ?? false }

  /// Where one of a file's sessions uploads a client version first; -1 where none does.
  func upload(of version: UInt64, in sessions: [UInt32]) -> Int {
    sessions.lazy.compactMap { uploads[$0]?[version] }.first ?? -1
  }

  mutating func note(_ change: SessionTimeline.Change, at row: Int) {
    switch change {
    case .reset: rows[row].kind = .reset
    case .download(0, _): rows[row].kind = .acknowledgement
    default: break
    }
  }

  mutating func noteMerge(at row: Int) { if row >= 0 { rows[row].kind = .merge } }
}
