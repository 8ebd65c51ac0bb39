#if canImport(Darwin)
  internal import Foundation
#else
  @_spi(_Unicode) internal import Swift
#endif

// Text that is seen as what it is. Two texts with different bytes may look alike, or one of them may move
// a cursor or turn the direction of writing. This is the one place that decides what of a text is shown by
// its number instead, such as `\u{301}`.

extension String {
  /// The text on one line, with everything by its number that would not be seen as what it is.
  ///
  /// Ordinary text stays as it is, accents and emoji too. By its number stands what controls, what has no
  /// width, blanks other than the space, forms of letters that look like the letters, what has no glyph of
  /// its own, and, of what Unicode holds to be equal, all but the one form that NFC has: `é` in one
  /// piece is shown as it is, `e` with an accent behind it as `e\u{301}`.
  ///
  /// - Parameter isKept: What stays all the same, such as the ends of lines.
  package func visible(keeping isKept: (Unicode.Scalar) -> Bool) -> String {
    isPrintableASCII ? self : shown { isKept($0) ? String($0) : nil }
  }

  /// The text on one line, with everything by its number that would not be seen as what it is.
  package var visible: String { isPrintableASCII ? self : shown { _ in nil } }

  /// How many scalars of the text ``visible(keeping:)`` shows by their numbers.
  package func hiddenCount(keeping isKept: (Unicode.Scalar) -> Bool) -> Int {
    var count = 0
    visitScalars { scalar, isSeen in if !isSeen, !isKept(scalar) { count += 1 } }
    return count
  }

  /// The text with everything by its number that would not be seen, after a form's own escapes.
  ///
  /// - Parameter own: What a form writes for a scalar; nil for what it has no escape for.
  package func shown(_ own: (Unicode.Scalar) -> String?) -> String {
    var shown = ""
    shown.reserveCapacity(utf8.count + 16)
    visitScalars { scalar, isSeen in
      if let escape = own(scalar) {
        shown += escape
      } else if isSeen {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += scalar.numberForm
      }
    }
    return shown
  }

  /// Gives each scalar, and whether it is seen as what it is where it stands.
  private func visitScalars(_ visit: (Unicode.Scalar, Bool) -> Void) {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else {
      for scalar in unicodeScalars { visit(scalar, !scalar.isHidden) }
      return
    }
    // What is equal to Unicode and what combines never goes beyond a character.
    for character in self {
      let scalars = character.unicodeScalars
      let isComposed = String(character).composed.elementsEqual(scalars)
      for (place, scalar) in scalars.enumerated() {
        let isInPlace = place == 0 ? !scalar.needsBase : isComposed
        visit(scalar, isInPlace && !scalar.isHidden && (isComposed || scalar.isComposed))
      }
    }
  }

  /// The scalars in NFC.
  fileprivate var composed: [Unicode.Scalar] {
    #if canImport(Darwin)
      Array(precomposedStringWithCanonicalMapping.unicodeScalars)
    #else
      Array(_nfc)
    #endif
  }
}

extension Unicode.Scalar {
  /// Such as `\u{1b}`.
  fileprivate var numberForm: String { "\\u{" + String(value, radix: 16) + "}" }

  /// Whether it is in NFC where it stands alone.
  fileprivate var isComposed: Bool { !properties.isFullCompositionExclusion }

  /// Whether it is drawn onto what stands before it.
  fileprivate var needsBase: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: properties.isGraphemeExtend
    }
  }

  /// Whether it is not seen, or looks like another one, wherever it stands.
  fileprivate var isHidden: Bool {
    switch self {
    case " "..."~": return false
    // The braille pattern without a dot; ligatures and forms of Hebrew and Arabic letters.
    case "\u{2800}", "\u{FB00}"..."\u{FDFF}", "\u{FE70}"..."\u{FEFF}": return true
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return true
    case .unassigned, .privateUse, .surrogate: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}
