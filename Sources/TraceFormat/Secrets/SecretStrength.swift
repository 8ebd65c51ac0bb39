/// How much a value looks as if nobody had made it up.
struct SecretStrength {
  private let count: Int
  private var digitCount = 0
  private var upperCount = 0
  private var lowerCount = 0
  private var otherCount = 0
  private var slashCount = 0
  private var hexCount = 0

  init(_ value: ArraySlice<UInt8>) {
    count = value.count
    for byte in value {
      if byte.isASCIIDigit {
        digitCount += 1
      } else if byte.isASCIIUpper {
        upperCount += 1
      } else if byte.isASCIILower {
        lowerCount += 1
      } else {
        otherCount += 1
      }
      if byte.isHexDigit { hexCount += 1 }
      if byte == UInt8(ascii: "/") { slashCount += 1 }
    }
  }

  /// A word of a sentence it is not: digits among letters, or long and of both cases.
  var isNoWord: Bool {
    let letterCount = upperCount + lowerCount
    return count >= 6 && digitCount > 0 && letterCount > 0
      || count >= 8 && upperCount > 1 && lowerCount > 0 || count >= 24
  }

  /// Long and random: 18 bytes or more in base64, which neither an identifier nor a path is.
  var isLongAndRandom: Bool {
    if hexCount == count { return count >= 40 && digitCount > 0 }
    return count >= 24 && digitCount > 0 && upperCount > 0 && lowerCount > 0
      && slashCount * 16 <= count
  }

  /// Letters alone, and few: `signature=valid` says how it is.
  var isPlainWord: Bool { upperCount + lowerCount == count && count < 16 }

  var isSmallNumber: Bool { digitCount == count && count <= 5 }
}
