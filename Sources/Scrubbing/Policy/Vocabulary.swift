internal import Analyzer
internal import TraceFormat

/// Words that a trace may keep, because they say the same of everybody.
package enum Vocabulary: Hashable, Sendable {
  /// An SDK and its version, from which the default mode follows, or Realm Core and its version.
  case sdkRelease
  case versionNumber
  case errorName

  /// What stays of a text; nil where it is not of the vocabulary.
  func kept(of text: String) -> String? {
    switch self {
    case .sdkRelease:
      // Of a `User-Agent` this part alone: an app may have put its own name into it.
      SDKRelease(parsing: text).flatMap(Self.words) ?? Self.core(text)
    case .versionNumber: Self.isVersion(text) ? text : nil
    case .errorName: ErrorExplanation.knowsErrorName(text) ? text : nil
    }
  }

  private static func words(_ release: SDKRelease) -> String? {
    let version = release.version.prefix(4)
    guard version.allSatisfy({ (0...9999).contains($0) }) else { return nil }
    return "\(release.sdk.rawValue) \(version.map(String.init).joined(separator: "."))"
  }

  private static func core(_ text: String) -> String? {
    let name = "Realm Core "
    guard text.beginsWithBytes(of: name) else { return nil }
    return isVersion(String(text.dropFirst(name.count))) ? text : nil
  }

  private static func isVersion(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return (1...4).contains(parts.count)
      && parts.allSatisfy { part in
        (1...4).contains(part.count) && part.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
