import Foundation
import TestSupport

/// The commands of a document one after the other, in a folder with the files that it speaks of.
struct DocumentedSession {
  let folder: TemporaryFolder

  /// A folder with copies of files of the repository under other names.
  init(in folder: TemporaryFolder, _ files: [String: String]) throws {
    self.folder = folder
    for (name, path) in files { try folder.write(ProjectFiles.bytes(path), to: name) }
  }

  /// What a command prints, as if the folder were the current one; `> FILE` goes there.
  func run(_ command: DocumentedCommand) throws -> String {
    var words = command.arguments
    var target: String?
    if let arrow = words.firstIndex(of: ">") {
      target = words[arrow + 1]
      words.removeSubrange(arrow...)
    }
    let run = try CommandRun(words.map { isFile($0) ? folder.path($0) : $0 })
    let output = run.output.replacing(folder.root + "/", with: "")
    guard let target else { return output }
    try folder.write(run.outputBytes, to: target)
    return ""
  }

  private func isFile(_ word: String) -> Bool {
    !word.contains("/")
      && [".realm", ".synctrace", ".json", ".sql"].contains(where: word.hasSuffix)
  }
}

/// What a document shows of a longer text: whole lines, with a line `…` for those that it leaves out.
struct DocumentedExcerpt {
  private let parts: [String]
  private let isOpenAtStart: Bool
  private let isOpenAtEnd: Bool

  init(_ text: String) {
    var parts: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy({ $0 == " " || $0 == "…" }), line.contains("…") {
        parts.append([])
      } else {
        parts[parts.count - 1].append(line)
      }
    }
    isOpenAtStart = parts[0].isEmpty
    isOpenAtEnd = parts.count > 1 && parts[parts.count - 1].isEmpty
    self.parts = parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
  }

  /// The first part that a text does not have where it has to be; nil where it has all, in order.
  func missingPart(in text: String) -> String? {
    var rest = text.trimmingCharacters(in: .newlines)[...]
    for (index, part) in parts.enumerated() {
      guard let found = rest.firstRange(of: part),
        index > 0 || isOpenAtStart || found.lowerBound == rest.startIndex
      else { return part }
      rest = rest[found.upperBound...]
    }
    return isOpenAtEnd || rest.isEmpty ? nil : "the end"
  }
}
