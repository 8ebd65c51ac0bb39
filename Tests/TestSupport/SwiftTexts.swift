import Foundation

/// The texts that a Swift file has in quotation marks, for tests that say what may be written where.
public struct SwiftTexts {
  /// What stands in a text for the value of an interpolation.
  public static let value: Unicode.Scalar = "\u{FFFC}"

  /// The texts in their order, those inside an interpolation before the one around them.
  public private(set) var texts: [String] = []
  private let source: [Unicode.Scalar]
  private var index = 0

  /// - Parameter source: what compiles; comments, messages of preconditions and of the compiler are passed over.
  public init(_ source: String) {
    self.source = Array(source.unicodeScalars)
    readCode(isInterpolation: false)
  }

  /// The Swift files of a target by their path in it, sorted.
  ///
  /// - Throws: ``MissingInput`` where there are fewer than expected.
  public static func files(
    of target: String, countMin: Int
  ) throws -> [(path: String, texts: [String])] {
    let root = "Sources/\(target)"
    return try ProjectFiles.paths(below: root, suffix: ".swift", countMin: countMin).map { path in
      let text = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
      return (String(path.dropFirst(root.count + 1)), SwiftTexts(text).texts)
    }
  }
}

extension SwiftTexts {
  private func isNext(_ text: String) -> Bool {
    source[index...].starts(with: text.unicodeScalars)
  }

  /// Reads up to the end, or to the parenthesis that ends an interpolation.
  private mutating func readCode(isInterpolation: Bool) {
    var depth = 0
    while index < source.count {
      if isNext("//") {
        while index < source.count, source[index] != "\n" { index += 1 }
      } else if isNext("precondition(") || isNext("preconditionFailure(") || isNext("#error(") {
        let known = texts.count
        while source[index] != "(" { index += 1 }
        index += 1
        readCode(isInterpolation: true)
        texts.removeSubrange(known...)
      } else if let hashes = textStart {
        readText(hashes: hashes)
      } else {
        switch source[index] {
        case "(": depth += 1
        case ")" where depth == 0 && isInterpolation:
          index += 1
          return
        case ")": depth -= 1
        default: break
        }
        index += 1
      }
    }
  }

  /// How many number signs a text has around its quotation marks, if one begins here.
  private var textStart: Int? {
    var end = index
    while end < source.count, source[end] == "#" { end += 1 }
    return end < source.count && source[end] == "\"" ? end - index : nil
  }

  private mutating func readText(hashes: Int) {
    let mark = String(repeating: "#", count: hashes)
    index += hashes
    let quotes = isNext(#"""""#) ? #"""""# : "\""
    index += quotes.unicodeScalars.count
    var text = ""
    while index < source.count, !isNext(quotes + mark) {
      guard isNext("\\" + mark) else {
        text.unicodeScalars.append(source[index])
        index += 1
        continue
      }
      index += 1 + hashes
      switch source[index] {
      case "(":
        index += 1
        readCode(isInterpolation: true)
        text.unicodeScalars.append(Self.value)
      case "\n":
        // The line goes on behind the next one's indentation.
        while index < source.count, source[index].properties.isWhitespace { index += 1 }
      case "n":
        text += "\n"
        index += 1
      default:
        text.unicodeScalars.append(source[index])
        index += 1
      }
    }
    index += quotes.unicodeScalars.count + hashes
    texts.append(text)
  }
}
