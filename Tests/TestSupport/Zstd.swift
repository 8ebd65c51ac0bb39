import Foundation

/// The real `zstd` command, for tests that ask what others make of our files and the other way.
public enum Zstd {
  public static let path = ["/usr/bin/zstd", "/usr/local/bin/zstd", "/opt/homebrew/bin/zstd"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  public struct Failed: Error {
    public var status: Int32
    public var standardError: String
  }

  public static func compress(_ bytes: [UInt8]) throws -> [UInt8] { try run(["-q", "-c"], bytes) }
  public static func decompress(_ bytes: [UInt8]) throws -> [UInt8] { try run(["-dc"], bytes) }

  /// Runs the command on a file, because a pipe to it could fill up.
  public static func run(_ arguments: [String], _ input: [UInt8]) throws -> [UInt8] {
    guard let path else { throw Failed(status: 127, standardError: "zstd is not installed") }
    return try TemporaryFolder.with { folder in
      let file = folder.path("input")
      try Data(input).write(to: URL(fileURLWithPath: file))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
      process.standardInput = FileHandle(forReadingAtPath: file)
      let (output, errors) = (Pipe(), Pipe())
      (process.standardOutput, process.standardError) = (output, errors)
      try process.run()
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      let words = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failed(
          status: process.terminationStatus,
          standardError: String(decoding: words, as: UTF8.self))
      }
      return [UInt8](bytes)
    }
  }
}
