internal import Campaigns
internal import TraceFormat

/// What is said of two things that are held against each other.
enum Difference {
  static let onlyInFirst = "only in the first"
  static let onlyInSecond = "only in the second"
  static let same = "the same"
  static let sameMark = "same"
}

extension ReportDifference.ModePair {
  var heading: String {
    let first = ReportDifference.modeName(first)
    return isOneMode ? "mode \(first)" : "mode \(first), then \(ReportDifference.modeName(second))"
  }
}

extension ContentDifference {
  /// Such as `2 events are in the first alone, 1 is changed, 130 are the same`.
  var summary: String {
    let parts = [
      (count(of: .onlyInFirst), Difference.onlyInFirst),
      (count(of: .onlyInSecond), Difference.onlyInSecond), (count(of: .changed), "changed"),
      (sameCount, Difference.same),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let times = otherTimesCount > 0 ? " (\(otherTimesCount) at other times)" : ""
    return
      "\(subject.rawValue): \(words.isEmpty ? "nothing in them" : words.joined(separator: ", "))"
      + times
  }
}

extension ValueDifference {
  /// Such as `notes[3]: "a", now "b"`.
  var words: String {
    let name = place.isEmpty ? "the whole" : place.visible.shortened(to: 60)
    switch (first?.words(columns: 60), second?.words(columns: 60)) {
    case (let a?, let b?): return "\(name): \(a), now \(b)"
    case (let a?, nil): return "\(name): \(Difference.onlyInFirst), \(a)"
    case (nil, let b?): return "\(name): \(Difference.onlyInSecond), \(b)"
    case (nil, nil): return name
    }
  }
}
