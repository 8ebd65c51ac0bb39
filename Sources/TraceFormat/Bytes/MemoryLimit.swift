/// How much memory an input may take when it is read: so much for any, and more for each of its bytes.
///
/// A few kilobytes can ask for gigabytes: they decompress to them, or hold instructions of two bytes that take a
/// hundred each in memory. What an input may take follows from what it is in bytes (`docs/security.md`, "Limits").
public struct MemoryLimit: Hashable, Sendable {
  /// The most bytes of memory, however large the input is.
  public var totalBytes: Int
  /// The bytes of memory that any input may take, however small it is.
  public var baseBytes: Int
  /// The further bytes of memory for each byte of the input.
  public var bytesPerInputByte: Int

  /// A limit in proportion to the input.
  public init(totalBytes: Int, baseBytes: Int, bytesPerInputByte: Int) {
    self.totalBytes = max(totalBytes, 0)
    self.baseBytes = min(max(baseBytes, 0), self.totalBytes)
    self.bytesPerInputByte = max(bytesPerInputByte, 0)
  }

  /// A limit that is the same for every input.
  public init(totalBytes: Int) {
    self.init(totalBytes: totalBytes, baseBytes: totalBytes, bytesPerInputByte: 0)
  }

  /// 256 MiB and 4 KiB for each byte of the input, at most 8 GiB.
  ///
  /// Ten thousand transactions compress to about ten bytes each, and each takes a few kilobytes to
  /// replay and report on.
  public static let standard = MemoryLimit(
    totalBytes: 8 << 30, baseBytes: 256 << 20, bytesPerInputByte: 4096)

  /// No limit, for what is in memory already.
  public static let unlimited = MemoryLimit(totalBytes: .max)

  /// The bytes of memory that an input of so many bytes may take.
  public func bytes(forInputBytes inputBytes: UInt64) -> Int {
    let (more, isLarge) = Int(clamping: inputBytes)
      .multipliedReportingOverflow(by: bytesPerInputByte)
    let (sum, isLarger) = baseBytes.addingReportingOverflow(more)
    return isLarge || isLarger ? totalBytes : min(sum, totalBytes)
  }

  package func shared(among count: Int) -> MemoryLimit {
    guard self != .unlimited else { return self }
    return MemoryLimit(
      totalBytes: totalBytes / max(count, 1), baseBytes: baseBytes,
      bytesPerInputByte: bytesPerInputByte)
  }
}
