import Foundation
import TestSupport

/// A command that a document shows, with what it prints.
struct DocumentedCommand {
  /// The words behind `tracetool`.
  var arguments: [String]
  var output: String

  /// The commands of a document in its blocks of the kind `console`, in order.
  ///
  /// - Throws: `MissingInput` where there are none.
  static func all(in path: String) throws -> [DocumentedCommand] {
    let document = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
    let commands = document.components(separatedBy: "```console\n").dropFirst().flatMap { part in
      let block = "\n" + part.components(separatedBy: "\n```")[0]
      return block.components(separatedBy: "\n$ tracetool ").dropFirst().map(command)
    }
    return try commands.atLeast(1, "commands of \(path)")
  }

  private static func command(_ text: String) -> DocumentedCommand {
    let text = text.replacing("\\\n", with: " ")
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return DocumentedCommand(
      arguments: words(lines[0]), output: lines.count > 1 ? String(lines[1]) : "")
  }

  /// The words of a command line, as a shell splits them.
  static func words(_ line: Substring) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  /// The document's blocks of no kind, such as samples of files.
  static func samples(in path: String) throws -> [String] {
    let document = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
    return document.components(separatedBy: "\n```").enumerated().compactMap { index, part in
      index % 2 == 1 && part.hasPrefix("\n") ? String(part.dropFirst()) : nil
    }
  }
}

// Pipes from an import
extension DocumentedCommand {
  /// Runs `import scenario … -o - | tracetool … -`, by way of a file.
  func runOnImport() throws -> CommandRun {
    let commands = arguments.split(separator: "|").map(Array.init)
    guard commands.count == 2 else { throw CommandRun.NotAVerb(arguments: arguments) }
    return try TemporaryFolder.with { folder in
      let trace = folder.path("reset.synctrace")
      let words = commands.map { command in
        command.map { word in
          word == "-" ? trace : word.hasPrefix("traces/") ? ProjectFiles.path(word) : word
        }
      }
      _ = try CommandRun(words[0])
      return try CommandRun(Array(words[1].dropFirst()))
    }
  }
}
