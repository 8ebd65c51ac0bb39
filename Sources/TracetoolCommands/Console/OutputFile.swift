import Foundation

/// Facts about the file that a command writes.
enum OutputFile {
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
