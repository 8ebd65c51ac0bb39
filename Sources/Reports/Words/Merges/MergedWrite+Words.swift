package import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension MergedWrite {
  /// What was written and came to nothing, such as `Person 7 name set to "Ann"`.
  package var words: String { lost.words }

  /// What became of it and by whom, without a final period.
  var reasonWords: String {
    let met = other.write == nil ? "a removal that follows from one of a class" : other.words
    return switch fate {
    case .redundant where lost.write == other.write: "\(other.who) did the same: \(met)"
    case .redundant: "its effect is there all the same: \(other.who) had \(met)"
    case .lost: "what it was part of is gone: \(other.who) had \(met)"
    default: "\(other.who) had \(met)"
    }
  }
}

extension MergedWrite.Side {
  package var words: String {
    guard let write else { return "a write that the trace does not show" }
    return "\(write.address.text) \(write.operation.words)"
  }

  package var who: String { isDevices ? Phrase.thisDevice : Phrase.file(originFileIdent) }

  /// Which transaction it belongs to.
  var origin: String {
    // What is out of range is no time that a device wrote at.
    let written = Timestamp(since2015: originTimestampMilliseconds)
    let time = written?.microseconds.flatMap(Phrase.when)
    let version =
      isDevices ? Phrase.versions(self.version, self.version) : "server version \(version)"
    return version + (time.map { ", written at \($0)" } ?? "")
  }
}

extension Phrase {
  static let thisDevice = "this device"

  static func file(_ ident: UInt64) -> String { ident == 0 ? "the server" : "file \(ident)" }
}

extension MergesReport.Session {
  package var title: String {
    "Merges of " + SessionStart.title(session, name)
      + (fileIdent == 0 ? "" : ", file \(fileIdent)")
  }

  var extentSentence: String {
    let ours = writes.count { $0.lost.isDevices && $0.isLoss }
    let theirs = writes.count { !$0.lost.isDevices && $0.isLoss }
    let transactions = "\(transactionCount.counted("transaction")) of the device"
    guard isShown else {
      return "\(transactions). What merges dropped is not known: the trace does not show them."
    }
    let changes = downloadedChangeCount.counted("change")
    let of = "\(transactions) and \(changes) that it downloaded"
    let extent = hidesMerges ? ", as far as the trace shows." : "."
    let failure =
      switch failedMergeCount {
      case 0: ""
      case 1: "a merge failed and left out a whole change; "
      case let count: "\(count) merges failed, and each left out a whole change; "
      }
    guard ours + theirs > 0 else {
      let none = failedMergeCount > 0 ? "no other write" : "no write"
      return "\(of): \(failure)\(none) of either side was dropped" + extent
    }
    return
      "\(of): \(failure)\(ours.counted("write")) of the device and \(theirs) of others were dropped"
      + extent
  }

  private var failedMergeCount: Int {
    gaps.count { if case .contradiction(_) = $0.fact { true } else { false } }
  }

  /// How many writes left their effect, in one sentence; nil for none. Where both sides' are dropped, that is one.
  var redundantSentence: String? {
    let pairs = writes.filter { !$0.isLoss }.map { write in
      let (ours, theirs) =
        write.lost.isDevices ? (write.lost, write.other) : (write.other, write.lost)
      return [
        ours.version, UInt64(bitPattern: Int64(ours.instructionIndex)), theirs.version,
        UInt64(bitPattern: Int64(theirs.instructionIndex)),
      ]
    }
    let count = Set(pairs).count
    guard count > 0 else { return nil }
    return "\(count.counted("write")) had been made on both sides, or had nothing left to change."
  }
}
