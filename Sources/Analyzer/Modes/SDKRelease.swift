/// Realm's SDKs that sync; the raw values are what their `User-Agent` calls them, after `Realm`.
public enum SDK: String, Hashable, Sendable, CaseIterable {
  case swift = "Swift"
  case objectiveC = "ObjectiveC"
  case kotlin = "Kotlin"
  case java = "Java"
  case javaScript = "JS"
  case dotNet = "DotNet"
  case dart = "Dart"
}

/// An SDK in one of its versions.
public struct SDKRelease: Hashable, Sendable {
  public var sdk: SDK
  /// The numbers of the version, such as 10, 54, 6; what follows a hyphen or a plus sign is left out.
  public var version: [Int]

  /// An SDK in a version.
  public init(_ sdk: SDK, _ version: Int...) {
    (self.sdk, self.version) = (sdk, version)
  }

  /// Reads what a trace says of the SDK (`SessionStart.sdk`): `Swift 10.54.6`,
  /// `realm-swift 10.54.6`, or a `User-Agent` such as `RealmSync/14.13.0 (…) RealmSwift/10.54.6`.
  ///
  /// Nil where no SDK is named, or not with two numbers of its version: a major version alone does not
  /// tell the default.
  public init?(parsing text: String) {
    let words = text.split { " /,;()".contains($0) }
    // The names with `Realm` go first: a `User-Agent` names languages of the platform beside them.
    for isPrefixed in [true, false] {
      for (index, word) in words.enumerated() {
        guard let sdk = Self.sdk(word, isPrefixed: isPrefixed) else { continue }
        // `SDK` or `version` may stand between.
        let numbers = words[(index + 1)...].prefix(2).lazy.map(Self.numbers).first { !$0.isEmpty }
        guard let numbers, numbers.count > 1 else { return nil }
        (self.sdk, version) = (sdk, numbers)
        return
      }
    }
    return nil
  }

  private static func sdk(_ word: Substring, isPrefixed: Bool) -> SDK? {
    var letters = word.lowercased().filter(\.isLetter)[...]
    if isPrefixed {
      guard letters.hasPrefix("realm") else { return nil }
      letters = letters.dropFirst("realm".count)
    }
    return names[String(letters)]
  }

  private static let names: [String: SDK] = [
    "swift": .swift, "cocoa": .swift, "objectivec": .objectiveC, "objc": .objectiveC,
    "kotlin": .kotlin, "java": .java, "js": .javaScript, "javascript": .javaScript,
    "dotnet": .dotNet, "net": .dotNet, "dart": .dart, "flutter": .dart,
  ]

  private static func numbers(_ word: Substring) -> [Int] {
    let digits = (word.first == "v" ? word.dropFirst() : word).prefix {
      $0 == "." || ("0"..."9").contains($0)
    }
    let parts = digits.split(separator: ".")
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count ? numbers : []
  }

  func isAtLeast(_ other: [Int]) -> Bool { !version.lexicographicallyPrecedes(other) }

  /// Whether it may be before or after another version, whose further numbers it lacks.
  func isBeginning(of other: [Int]) -> Bool {
    version.count < other.count && other.starts(with: version)
  }
}
