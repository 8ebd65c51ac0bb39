internal import Analyzer
internal import Replayer
internal import TraceFormat

enum SessionWords {
  static let report = "What the report says"

  /// What there is on the page, such as `120 events of 1 client file`. After a reset that a capture shows, a device
  /// goes on with another file.
  static func extent(events: Int, files: Int) -> String {
    "\(events.counted("event")) of \(files.counted("client file"))"
  }

  static func title(of change: SessionTimeline.Change) -> String {
    switch change {
    case .reset: "The reset downloads the server's state"
    case .resetObserved: "The device reports what it did at the reset"
    default: change.words.capitalizedFirst
    }
  }

  static let part = "This page shows a part of the trace."
  static let redacted = "Values, keys and texts are pseudonyms."
  static let live =
    "The recording continues. This page shows what was in the trace when you opened it."
  static let liveMore = "There are newer events."
  static let liveReload = "Show it"
  static let liveOver = "The recorder no longer answers: the recording has ended, or tracetool has."
  static let recorded = "A session that is being recorded"

  static func device(_ timeline: SessionTimeline) -> String {
    SessionStart.title(timeline.session, timeline.start?.name)
      + (timeline.fileIdent == 0 ? "" : ", file \(timeline.fileIdent)")
  }

  /// Whose change an event brings, such as `this device` or `file 3 and file 5`.
  static func who(_ files: [UInt64]) -> String { Phrase.list(files.map(Phrase.file)) }

  static let uploaded = "uploaded"
  static let acknowledged = "acknowledged by the server"
  static let ended = "no longer waits for the server: a reset settled it"
  static let mergedAway = "no longer waits for the server: a merge left nothing of it"

  static let isAhead =
    "the recorded state already contains transactions that appear later in the trace"

  /// What is to be said of a side, and the first things that the trace does not show of it; nothing where there are
  /// none.
  static func unshown(_ words: [String], _ gaps: [Gap]) -> String {
    Phrase.distinct(words + Phrase.first(of: gaps, \.sentence)).joined(separator: "; ")
  }

  static func merged(_ write: MergedWrite) -> String {
    "\(write.fate.rawValue): \(write.words); \(write.reasonWords) (\(write.rule.rawValue))"
  }
}

extension Report {
  var storyLines: [String] {
    guard isReset else { return [] }
    return story.attempts.flatMap { attempt in
      [attempt.title] + attempt.events.map(\.sentence)
    }
  }
}
