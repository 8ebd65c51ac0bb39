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

  public static func run(_ arguments: [String], _ input: [UInt8]) throws -> [UInt8] {
    guard let path else { throw Failed(status: 127, standardError: "zstd is not installed") }
    let ended = try RunningProcess.run(path, arguments, input: input)
    guard ended.status == 0 else {
      throw Failed(status: ended.status, standardError: ended.errorText)
    }
    return ended.output
  }
}
