internal import Cryptography
internal import TraceFormat

/// The secret that pseudonyms are made with; whoever has it can try out what a pseudonym means.
public struct ScrubKey: Sendable {
  private let key: [UInt8]

  /// A shorter key could be guessed.
  public static let sizeMinBytes = 32
  /// What is longer is not a key.
  public static let sizeMaxBytes = 4096
  /// A random key of the smallest size has many more; text that somebody typed on one key has not.
  private static let distinctBytesMin = 8

  /// A key by its bytes, all of them as they are.
  ///
  /// - Throws: ``ScrubKeyFailure`` where they are too few, too many or too much alike.
  public init(_ bytes: [UInt8]) throws(ScrubKeyFailure) {
    guard bytes.count >= Self.sizeMinBytes else { throw .tooShort(sizeBytes: bytes.count) }
    guard bytes.count <= Self.sizeMaxBytes else { throw .tooLong(sizeBytes: bytes.count) }
    let distinct = Set(bytes).count
    guard distinct >= Self.distinctBytesMin else { throw .tooUniform(distinctBytes: distinct) }
    key = bytes
  }

  /// What tells keys apart without telling them: 16 hexadecimal digits.
  public var fingerprint: String { Hex.digest(number(.fingerprint, [])) }

  /// HMAC-SHA-256 of a purpose and of parts, each with its size before it, so that no two lists of parts
  /// are the same bytes.
  func code(_ purpose: ScrubPurpose, _ parts: [[UInt8]]) -> [UInt8] {
    var message: [UInt8] = [purpose.rawValue]
    for part in parts {
      message.append(littleEndian: UInt64(part.count))
      message += part
    }
    return Digest.sha256.authenticationCode(of: message, key: key)
  }

  /// The first eight bytes of a code as a number.
  func number(_ purpose: ScrubPurpose, _ parts: [[UInt8]]) -> UInt64 {
    code(purpose, parts).prefix(8).bigEndian()
  }
}

/// What a code is for: the same thing has other codes for other purposes. The numbers decide every pseudonym, and stay.
enum ScrubPurpose: UInt8 {
  case fingerprint = 1
  case sequence = 2
  case className = 3
  case property = 4
  case primaryKey = 5
  case text = 6
  case bytes = 7
  case number = 8
  case factor = 9
  case timeShift = 10
  case unseenValue = 11
}

/// Why bytes are not a key.
public enum ScrubKeyFailure: Error, Hashable, Sendable {
  /// Fewer bytes than ``ScrubKey/sizeMinBytes``.
  case tooShort(sizeBytes: Int)
  /// More bytes than ``ScrubKey/sizeMaxBytes``.
  case tooLong(sizeBytes: Int)
  /// Hardly any different bytes: a file of zeros, or of one letter.
  case tooUniform(distinctBytes: Int)
}

extension ScrubKeyFailure: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch self {
    case .tooShort(let size):
      "the key has \(size.counted("byte")), and needs at least \(ScrubKey.sizeMinBytes)"
    case .tooLong(let size):
      "the key has \(size) bytes, and can have at most \(ScrubKey.sizeMaxBytes)"
    case .tooUniform(let count): "a key with only \(count) different bytes can be guessed"
    }
  }
}
