internal import TraceFormat

/// A part of a whole, compared without rounding: so many traces of so many.
public struct FleetShare: Encodable, Hashable, Sendable {
  /// How many there are.
  public var part: Int
  /// Of how many; 0 where there is nothing that it could be a part of.
  public var whole: Int

  /// So many of so many.
  public init(_ part: Int, of whole: Int) {
    (self.part, self.whole) = (part, whole)
  }

  /// Whether this share is larger than another one by more than so much of the other.
  ///
  /// A share of nothing is none: where the other one is 0, any share above 0 is larger by any percentage.
  public func exceeds(_ other: FleetShare, byMoreThan growth: FleetPercent = .zero) -> Bool {
    guard whole > 0 else { return false }
    guard other.whole > 0, other.part > 0 else { return part > 0 }
    return Self.product(part, other.whole, FleetPercent.whole)
      > Self.product(other.part, whole, FleetPercent.whole + growth.partsPerMillion)
  }

  /// The share in per cent, cut behind so many digits, of which there are 4 at most; nil for a part of nothing.
  public func percent(digits: Int) -> FleetPercent? {
    guard whole > 0 else { return nil }
    let (exact, _) = Self.product(part, FleetPercent.whole)
      .quotientAndRemainder(dividingBy: UInt64(whole))
    let step = (digits..<4).reduce(1) { step, _ in step * 10 }
    return FleetPercent(
      partsPerMillion: Int(clamping: exact.high == 0 ? exact.low : .max) / step * step)
  }

  /// Whether this share is above so many per cent.
  public func exceeds(_ limit: FleetPercent) -> Bool {
    Self.product(part, FleetPercent.whole) > Self.product(whole, limit.partsPerMillion)
  }

  /// Products of two such numbers and a percentage fit into 128 bits; no fleet has so many of anything.
  private static func product(_ numbers: Int...) -> WideNumber {
    numbers.reduce(1) { $0.multiplied(by: UInt64(min(max($1, 0), 1 << 46))) }
  }
}

/// Per cent with up to four digits behind the point, exactly.
public struct FleetPercent: Hashable, Sendable {
  /// A hundred per cent are 1,000,000.
  public var partsPerMillion: Int

  static let whole = 1_000_000
  /// Nothing at all.
  public static let zero = FleetPercent(partsPerMillion: 0)

  /// So many millionth.
  public init(partsPerMillion: Int) { self.partsPerMillion = partsPerMillion }

  /// Reads a number such as `0.5`, without its sign; nil for what is none, or above a million per cent.
  init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let number = Self.digits(parts[0]), number <= Self.whole else {
      return nil
    }
    var fraction = 0
    if parts.count == 2 {
      guard parts[1].utf8.count <= 4, let digits = Self.digits(parts[1]) else { return nil }
      fraction = (parts[1].utf8.count..<4).reduce(digits) { value, _ in value * 10 }
    }
    partsPerMillion = number * 10_000 + fraction
  }

  private static func digits(_ text: some StringProtocol) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// The number as it is read, such as `0.5%`.
  public var text: String {
    let (number, rest) = partsPerMillion.quotientAndRemainder(dividingBy: 10_000)
    guard rest > 0 else { return "\(number)%" }
    var digits = String(String(10_000 + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(number).\(digits)%"
  }
}
