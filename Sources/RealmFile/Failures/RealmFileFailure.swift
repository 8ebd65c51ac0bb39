public import TraceFormat

/// Why a Realm file, or a part of it, cannot be read: what is wrong, where, and in which part of the file.
public struct RealmFileFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Code: Hashable, Sendable {
    /// The bytes are not a Realm file at all.
    case notARealmFile(String)
    /// The file can only be an encrypted one, and there is no key.
    case needsKey
    /// A key that is not 64 bytes.
    case invalidKey(String)
    /// The file does not decrypt with the key.
    case wrongKey
    /// What this reader does not know: a history, a compression.
    case unsupported(String)
    /// A format of the whole file that this reader does not know.
    case unsupportedFormat(UInt8)
    /// A rule of the format is broken (`docs/realm-file.md`, "Rules").
    case damaged(rule: Int, expected: String, found: String)
    /// More of something than the file can honestly hold.
    case limitExceeded(what: String, limit: Int)
    /// More memory than a file of this size may take.
    case memoryExceeded(MemoryDemand)
    /// The system refused to read.
    case inputOutput(String)
    /// Somebody wrote to the file while it was read.
    case changedWhileReading
  }

  /// What is wrong.
  public var code: Code
  /// The node, by its offset in the file, decrypted where it is encrypted.
  public var ref: Int?
  /// The enclosing parts, outermost first, such as `table class_Dog`, `property name`.
  public var path: [String] = []

  package init(_ code: Code, at ref: Int? = nil) {
    self.code = code
    self.ref = ref
  }

  func inside(_ part: @autoclosure () -> String) -> RealmFileFailure {
    var failure = self
    failure.path.insert(part(), at: 0)
    return failure
  }

  static func damaged(
    _ rule: Int, expected: @autoclosure () -> String, found: @autoclosure () -> String,
    at ref: Int? = nil
  ) -> RealmFileFailure {
    RealmFileFailure(.damaged(rule: rule, expected: expected(), found: found()), at: ref)
  }

  /// Whether a part that is not damaged could be read all the same.
  package var concernsPartOnly: Bool {
    switch code {
    case .damaged, .unsupported: true
    default: false
    }
  }
}

/// Holds a file to a rule of the format (`docs/realm-file.md`, "Rules"): throws what is expected there and what was found.
@inline(__always)
func require(
  _ isKept: Bool, _ rule: Int, _ expected: @autoclosure () -> String,
  found: @autoclosure () -> Any, at ref: Int? = nil
) throws(RealmFileFailure) {
  guard isKept else {
    throw .damaged(rule, expected: expected(), found: "\(found())", at: ref)
  }
}

extension RealmFileFailure: CustomStringConvertible {
  /// One line: the place, the rule, what was expected there and what was found.
  public var description: String {
    var places: [String] = []
    if let ref { places.append("offset 0x\(String(ref, radix: 16))") }
    if !path.isEmpty { places.append(path.joined(separator: " > ")) }
    let place = places.joined(separator: " in ")
    return (place.isEmpty ? reason : "\(place): \(reason)").visible
  }

  /// What is wrong, without the place.
  package var reason: String {
    switch code {
    case .notARealmFile(let why): "not a Realm file: \(why)"
    case .needsKey: "an encrypted Realm file, which needs its key, or another kind of file"
    case .invalidKey(let why): "not a key of a Realm file: \(why)"
    case .wrongKey: "the key does not fit, or this is not an encrypted Realm file"
    case .unsupported(let what): "not supported: \(what)"
    case .unsupportedFormat(let format):
      "not supported: file format \(format); formats 10, 11 and 20 to 24 are read"
    case .damaged(let rule, let expected, let found):
      "damaged (rule R\(rule)): expected \(expected), found \(found)"
    case .limitExceeded(let what, let limit): "more \(what) than \(limit)"
    case .memoryExceeded(let demand): demand.description
    case .inputOutput(let why): why
    case .changedWhileReading: "the file changed while it was read"
    }
  }
}
