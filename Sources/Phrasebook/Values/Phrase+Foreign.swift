internal import Analyzer
internal import TraceFormat

// What comes from the trace, made fit to be shown.
extension Phrase {
  /// A time in UTC; nil for sources that have no clock and count from 0.
  package static func when(_ microseconds: Int64) -> String? {
    guard microseconds.magnitude >= 86_400_000_000 else { return nil }
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return Timestamp(seconds: seconds, nanoseconds: Int32(rest * 1_000)).text
  }

  /// Text from the trace, in quotation marks and escaped.
  package static func foreign(_ text: String, columns: Int, isQuoted: Bool = true) -> String {
    let quoted = RealmString(text).quotedText(scalars: columns)
    return (isQuoted ? quoted : String(quoted.dropFirst().dropLast())).shortened(to: columns)
  }
}
