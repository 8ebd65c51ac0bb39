import ArgumentParser

/// A number of bytes on the command line: `2GiB`, `512MiB`, `1048576`.
struct ByteSize: ExpressibleByArgument, Hashable, CustomStringConvertible {
  var bytes: Int

  init(_ bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    let unit = argument.dropFirst(digits.count).lowercased()
    guard let number = Int(digits), let shift = Self.shifts[unit] else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: 1 << shift)
    guard !isTooLarge else { return nil }
    self.bytes = bytes
  }

  private static let shifts = [
    "": 0, "b": 0, "k": 10, "kib": 10, "m": 20, "mib": 20, "g": 30, "gib": 30, "t": 40, "tib": 40,
  ]

  /// In the largest unit that leaves no rest.
  var description: String {
    for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)]
    where bytes > 0 && bytes % (1 << shift) == 0 { return "\(bytes >> shift)\(unit)" }
    return "\(bytes)"
  }
}
