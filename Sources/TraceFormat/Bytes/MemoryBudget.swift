/// The memory that one input takes, counted against its limit before it is taken.
public struct MemoryBudget: Sendable {
  /// What the input may take.
  public let limit: MemoryLimit
  /// The bytes of the input that have been read so far: what was paid.
  public var inputBytes: UInt64
  /// The bytes of memory that are kept of the input.
  public private(set) var usedBytes = 0
  /// The first demand that was refused.
  public private(set) var overrun: DecodingFailure?

  /// The budget of an input of which so many bytes have been read.
  public init(_ limit: MemoryLimit, inputBytes: UInt64 = 0) {
    (self.limit, self.inputBytes) = (limit, inputBytes)
  }

  /// The bytes of memory that the input may take now.
  public var allowedBytes: Int { limit.bytes(forInputBytes: inputBytes) }

  /// The bytes of memory that may yet be taken.
  public var restBytes: Int { max(allowedBytes - usedBytes, 0) }

  /// Refuses what takes more memory for a while than is left.
  ///
  /// - Throws: `memoryExceeded`, with what it was about.
  public func check(
    _ bytes: Int, for what: @autoclosure () -> String, at offset: Int = 0
  ) throws(DecodingFailure) {
    guard bytes > restBytes else { return }
    throw failure(bytes, for: what(), at: offset)
  }

  /// Takes memory that is kept.
  ///
  /// - Throws: `memoryExceeded`, with what it was about, and then takes nothing.
  public mutating func charge(
    _ bytes: Int, for what: @autoclosure () -> String, at offset: Int = 0
  ) throws(DecodingFailure) {
    guard bytes <= restBytes else {
      let failure = failure(bytes, for: what(), at: offset)
      overrun = overrun ?? failure
      throw failure
    }
    usedBytes += bytes
  }

  func failure(_ bytes: Int, for what: String, at offset: Int) -> DecodingFailure {
    let (needed, isLarge) = usedBytes.addingReportingOverflow(bytes)
    return DecodingFailure(
      .memoryExceeded(
        MemoryDemand(
          what: what, neededBytes: isLarge ? .max : needed, allowedBytes: allowedBytes,
          inputBytes: inputBytes)), at: offset)
  }
}

/// A demand for more memory than an input may take.
public struct MemoryDemand: Codable, Hashable, Sendable {
  /// What of the input it is for.
  public var what: String
  /// The bytes of memory that would be in use, at least.
  public var neededBytes: Int
  /// The bytes of memory that the input may take.
  public var allowedBytes: Int
  /// The bytes of the input that had been read.
  public var inputBytes: UInt64
}

extension MemoryDemand: CustomStringConvertible {
  /// One line, such as `a chunk of 240000123 bytes takes 687 MiB of memory or more, at most 286 MiB
  /// are allowed for 7748 bytes of input`.
  public var description: String {
    "\(what) takes \(Self.text(neededBytes)) of memory or more, at most "
      + "\(Self.text(allowedBytes)) are allowed for \(inputBytes) bytes of input"
  }

  /// A number of bytes in the unit that suits it, rounded down.
  package static func text(_ bytes: Int) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB"]
    var (value, unit) = (bytes, 0)
    while value >= 10_240, unit + 1 < units.count { (value, unit) = (value >> 10, unit + 1) }
    return "\(value) \(units[unit])"
  }
}
