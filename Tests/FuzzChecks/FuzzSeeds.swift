import Foundation
import Importers
import TestSupport

@testable import TraceFormat

/// What fuzzing begins with: real changesets, messages, records and files of the project.
public enum FuzzSeeds {
  /// Larger ones teach a fuzzer nothing and slow it down.
  private static func sizeMaxBytes(of kind: FuzzKind) -> Int {
    // The least encrypted file of the vectors has 12,288 bytes.
    kind == .realmFiles ? 12_288 : 4_096
  }

  /// Writes the seeds of a kind to a folder, one file each.
  public static func write(_ kind: FuzzKind, to folder: String) throws {
    let seeds = try seeds(of: kind).filter { $0.count <= sizeMaxBytes(of: kind) }
      .atLeast(20, "seeds for \(kind.rawValue)")
    for (number, seed) in seeds.enumerated() {
      try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(number)"))
    }
  }

  private static func seeds(of kind: FuzzKind) throws -> [[UInt8]] {
    switch kind {
    case .changesets: try events().flatMap(changesets)
    case .messages: try events().compactMap(message)
    case .chunks: try events().map(record) + tracePaths().map { try [0] + ProjectFiles.bytes($0) }
    case .json: try files()
    case .realmFiles: try realmFiles()
    case .deflatedMessages: try deflatedMessages()
    }
  }

  /// Messages by twos, as peers deflate them with and without a context, in different windows.
  private static func deflatedMessages() throws -> [[UInt8]] {
    try events().compactMap(message).enumerated().map { number, message in
      let terms = UInt8(truncatingIfNeeded: number & 15)
      let deflater = MessageDeflater(
        windowBits: max(9, 8 + Int32(terms >> 1)), keepsContext: terms & 1 == 0)
      let payloads = [message.prefix(100), message[...]].map { deflater.deflate(Array($0)) }
      return [terms, terms, UInt8(clamping: payloads[0].count)] + payloads.flatMap(\.self)
    }
  }

  /// Plain files, also as ones to be checked encrypted, and encrypted ones.
  private static func realmFiles() throws -> [[UInt8]] {
    let files = try ["", "/fixtures", "/foreign"].flatMap { folder in
      try ProjectFiles.paths(in: "Tests/Vectors/realm-files\(folder)", suffix: ".realm")
    }.map { try ProjectFiles.bytes($0) }
    return files + files.map(RealmFileCheck.marked)
  }

  private static func tracePaths() throws -> [String] {
    try ProjectFiles.paths(in: "traces", suffix: ".synctrace")
  }

  private static func events() throws -> [Event] {
    let scenarios = try ScenarioFiles.paths().flatMap { path in
      try Scenario(parsing: ProjectFiles.bytes(path)).events
    }
    return try scenarios + tracePaths().flatMap { try TraceFiles.events(of: $0) }
  }

  /// Files of each kind that the check of JSON tries, behind its number.
  private static func files() throws -> [[UInt8]] {
    let plans = try ProjectFiles.paths(in: "traces", suffix: ".faults.json")
    let messages = try events().compactMap { event -> [UInt8]? in
      guard case .message(let message) = event.content, message.body.first == 0x7B else {
        return nil
      }
      return message.body
    }
    return try ScenarioFiles.paths().map { try [0] + ProjectFiles.bytes($0) }
      + plans.flatMap { path in try [1, 2].map { try [$0] + ProjectFiles.bytes(path) } }
      + Vectors.lines(of: "reset-core.ndjson.zst").prefix(200).map { [3] + $0 }
      + Captures.names.flatMap { name in
        try Vectors.lines(of: "wire/\(name).ndjson").map { [4] + $0 }
      }
      + messages.map { [5] + $0 }
  }

  private static func changesets(of event: Event) -> [[UInt8]] {
    switch event.content {
    case .localCommit(let commit): [commit.changeset]
    case .serverCommit(let commit): [commit.changeset]
    case .snapshot(let snapshot): snapshot.changesets
    default: []
    }
  }

  private static func message(of event: Event) -> [UInt8]? {
    guard case .message(let message) = event.content else { return nil }
    let sender: UInt8 = message.direction == .clientToServer ? 0 : 1
    let kind: UInt8 = message.syncKind == .partition ? 0 : 2
    return [sender | kind | (message.bodyForm == .inflated ? 4 : 0)] + message.wireBytes
  }

  private static func record(of event: Event) -> [UInt8] {
    let record = Record(event)
    var bytes: [UInt8] = [1]
    record.head.encode(into: &bytes)
    return bytes + record.body
  }
}
