package import Analyzer
package import Replayer
internal import TraceFormat

extension LossTimeline.Loss {
  var reasonWords: String {
    switch reason {
    case .discarded: return "unsynced changes are discarded"
    case .resetFails(let failure):
      return failure.map { "the reset fails: \($0.meaning)" }
        ?? "Realm Core would not survive the reset"
    case .each(let reasons):
      // Long values can look alike once they are shortened, and then it is one thing that is said.
      let words = Set(reasons.map { TextBytes($0.words) })
      if words.count == 1, let only = words.first { return only.text }
      return rule.map { "by rule \($0.rawValue)" } ?? "for several reasons"
    }
  }
}

extension LossTimeline {
  package func since(_ loss: Loss) -> String {
    guard let index = loss.point else { return "from the moment they were made" }
    let point = points[index]
    if point.isRecorded { return "only with the reset itself" }
    let when = Phrase.when(point.timeMicroseconds).map { ", \($0)" } ?? ""
    return "since \(point.change.words) (record \(point.sequence)\(when))"
  }

  /// That there are no points but the reset itself.
  static let noPointsSentence =
    "The trace does not show both sides' states before the reset."

  /// What the horizon is, and how many points it has.
  var extentSentence: String {
    let count = points.count - 1
    let points = count == 1 ? "1 record" : "each of \(count) records"
    return "The same reset, had it come earlier: after \(points), and when it came."
  }

  static let chartSentence =
    "How many writes a reset at each point of the session would have taken."

  /// What is counted at each point besides fates.
  package static let unsynced = "not synced"
  static let atRisk = "at risk"

  /// A number that there may be more of.
  static func words(atLeast count: Int) -> String {
    count == 0 ? Heading.notKnown : "\(count) or more"
  }

  /// That points were left out, in one sentence; nil where none was.
  var unknownPointsSentence: String? {
    guard unknownPointCount > 0 else { return nil }
    return "\(unknownPointCount.counted("point")) left out, because the trace does not show "
      + "both sides' states there."
  }
}

extension LossTimeline.Point {
  /// What had happened last at the point, and where in the trace.
  package var words: String { isRecorded ? "the reset" : "\(change.words) (record \(sequence))" }
}

extension SessionTimeline.Change {
  /// What happened, for a narrow column.
  var shortWords: String {
    switch self {
    case .snapshot(let role): "state: \(role.rawValue)"
    case .localCommit(let version): "device, \(version)"
    case .serverCommit(let version): "server, \(version)"
    case .upload(let version): "upload, \(version)"
    case .download(0, let version): "ack'd, \(version)"
    case .download(let count, _): "download of \(count)"
    case .error: "error"
    case .reset, .resetObserved: "earlier reset"
    }
  }

  package var words: String {
    switch self {
    case .snapshot: "a state was recorded"
    case .localCommit(let version): "client version \(version) on the device"
    case .serverCommit(let version): "server version \(version)"
    case .upload(let version): "the upload of client version \(version)"
    case .download(0, let version): "the acknowledgement of client version \(version)"
    case .download(let count, _): "the download of \(count.counted("change"))"
    case .error: "an error"
    case .reset, .resetObserved: "the earlier reset"
    }
  }
}

extension Phrase {
  /// What a chart of the transactions shows, of which so many share a column.
  static func timelineSentence(perColumn size: Int) -> String {
    size == 1
      ? "Unsynced writes of each transaction, by what became of them."
      : "Unsynced writes, \(size) transactions in a column, by what became of them."
  }
}
