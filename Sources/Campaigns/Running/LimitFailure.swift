internal import Analyzer

/// Why a text is not a list of limits.
public struct LimitFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part of the text that is not a limit, and why.
  public var text: String
  /// Where in the text that part begins, in characters (Unicode scalars) from 0.
  public var offset: Int
  /// The next step.
  public var hint: String
  /// The reason as a sentence, without a full stop.
  public var description: String { text }
}

extension Dictionary where Key: RawRepresentable<String> & CaseIterable {
  /// Reads limits such as `lost=0,errors=1%,new`, separated by commas or spaces.
  ///
  /// - Parameters:
  ///   - whole: what is limited.
  ///   - limit: gets what stands behind the measure; nil where it stands alone.
  /// - Throws: what can't be understood, and what would be.
  init(
    limitsIn text: some StringProtocol, of whole: String, such example: String,
    _ wrong: String = "not a number from 0", _ limit: (String?) -> Value?
  ) throws(LimitFailure) {
    let measures = Key.allCases.map(\.rawValue).joined(separator: ", ")
    let hint = "write limits such as `\(example)`; there are \(measures)"
    self.init()
    for part in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let offset = text[..<part.startIndex].unicodeScalars.count
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        String($0)
      }
      guard let measure = Key(rawValue: sides[0]) else {
        throw LimitFailure(text: "`\(part)` is not a limit of \(whole)", offset: offset, hint: hint)
      }
      guard let limit = limit(sides.count > 1 ? sides[1] : nil) else {
        throw LimitFailure(
          text: "`\(part)`: the limit of `\(sides[0])` is \(wrong)", offset: offset, hint: hint)
      }
      guard updateValue(limit, forKey: measure) == nil else {
        throw LimitFailure(text: "`\(measure.rawValue)` has two limits", offset: offset, hint: hint)
      }
    }
    guard !isEmpty else {
      throw LimitFailure(text: "\(whole) needs a limit", offset: 0, hint: hint)
    }
  }

  /// The limit of a measure; nil where there is none. Who limits harm wants it proven: where the traces
  /// cannot show it, that goes beyond the limit too, unless a limit of its own allows it.
  ///
  /// - Parameter none: the limit of what may not come about at all.
  func limit(of measure: Key, none: Value) -> Value? {
    if let own = self[measure] { return own }
    let isProof: (HarmClass) -> Bool
    switch measure.rawValue {
    case "unknown": isProof = { _ in true }
    case "notKnown": isProof = { $0 == .lost || $0 == .stranded }
    case "othersNotKnown": isProof = { $0 != .lost && $0 != .stranded }
    default: return nil
    }
    // What is overwritten and doubled together is limited by an older name.
    let limited = keys.compactMap {
      $0.rawValue == "collateral" ? .doubled : HarmClass(rawValue: $0.rawValue)
    }
    return limited.contains(where: isProof) ? none : nil
  }
}
