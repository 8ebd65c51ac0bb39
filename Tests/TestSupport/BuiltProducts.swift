import Foundation

/// The executables that were built together with the tests.
public enum BuiltProducts {
  /// The path of one of them; nil where it is not there.
  public static func path(_ name: String) -> String? {
    let folders = [
      Bundle.main.bundlePath,
      (CommandLine.arguments.first { $0.contains(".xctest") } as NSString?)?
        .deletingLastPathComponent ?? ".",
    ]
    return folders.map { ($0 as NSString).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
