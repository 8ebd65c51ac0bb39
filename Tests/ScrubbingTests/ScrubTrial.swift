import Replayer
import TestSupport
import TraceFormat

@testable import Scrubbing

/// A trace, what a scrubbing makes of it, and whether both come to the same.
struct ScrubTrial {
  let events: [Event]
  private(set) var scrubbed: [Event] = []
  private(set) var scrubber: Scrubber

  static let key = key(1)

  /// A key of 32 bytes that a number decides.
  static func key(_ number: UInt8) -> ScrubKey {
    guard let key = try? ScrubKey((0..<32).map { $0 &* 7 &+ number }) else {
      preconditionFailure("32 different bytes are a key")
    }
    return key
  }

  init(
    _ events: [Event], key: ScrubKey = Self.key, _ options: ScrubOptions = ScrubOptions()
  ) throws {
    self.events = events
    var survey = ScrubSurvey()
    for event in events { try survey.observe(event) }
    scrubber = Scrubber(key, options, after: survey)
    scrubber.learnDigests(from: Self.replay(events))
    for event in events { scrubbed.append(scrubber.scrubbed(event)) }
  }

  func compare() -> VerdictAgreement {
    VerdictCheck.compare(Self.replay(events), with: Self.replay(scrubbed), by: scrubber)
  }

  private static func replay(_ events: [Event]) -> Replay {
    var replay = Replay()
    for event in events { replay.observe(event) }
    return replay
  }
}

extension VerdictAgreement {
  /// The first differences, for the message of a test.
  var firstDifferences: String {
    differences.prefix(3).map {
      "\($0.session ?? 0) \($0.sequence ?? 0) \($0.mode?.rawValue ?? "-") \($0.aspect) "
        + "\($0.place.map { "\($0)" } ?? "-"): \($0.before) | \($0.after)"
    }.joined(separator: "\n")
  }
}
