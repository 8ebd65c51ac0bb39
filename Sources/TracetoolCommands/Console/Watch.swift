import ArgumentParser
import Foundation
import Synchronization
import TraceFormat

struct WatchOption: ParsableArguments {
  @Flag(help: "Run again whenever an input changes; Ctrl-C ends it with the last run's exit code.")
  var watch = false
}

/// A verb that can run again whenever what it reads changes.
protocol WatchingVerb: ReadingCommand {
  var watching: WatchOption { get }
  /// The files that it reads now, and folders of them.
  var watchedPaths: [String] { get }
  var writtenPaths: [String] { get }
  func execute(on console: Console) async -> ExitStatus
}

struct Watch {
  var verb: any WatchingVerb
  /// Waits until files are looked at again; false to end.
  var pause: () async -> Bool = Self.pauseUntilSignal

  /// Pauses without a change after which a file that can't be read is not taken for half written any more.
  private static let patience = 3

  func run(on console: Console) async -> ExitStatus {
    guard !verb.inputPaths.contains("-") else {
      return CommandFailure(.usage, "`--watch` needs files; standard input can't be watched")
        .report(on: console)
    }
    var seen = stamps()
    var held: HeldConsole?
    while true {
      // The first run shows how far it is; others wait until it is clear that their input was whole.
      let status = await verb.execute(on: held?.console ?? console)
      var (latest, unchanged) = (stamps(), 0)
      while held != nil, status != .fine, latest == seen, unchanged < Self.patience {
        guard await pause() else { break }
        (latest, unchanged) = (stamps(), unchanged + 1)
      }
      if let held, status == .fine || latest == seen {
        do { try show(held, on: console) } catch {
          return CommandFailure(describing: error).report(on: console)
        }
      }
      if console.surroundings.errorIsTerminal { console.say("watching; Ctrl-C ends") }
      // What is still being written changes again.
      var before: [TextBytes: [AnyHashable?]]
      repeat {
        before = latest
        guard await pause() else { return status }
        latest = stamps()
      } while latest != before || latest == seen
      (seen, held) = (latest, HeldConsole(console.surroundings))
    }
  }

  private func show(_ held: HeldConsole, on console: Console) throws {
    let clear = console.surroundings.outputIsTerminal ? "\u{1B}[2J\u{1B}[H" : ""
    try console.write(page: clear + held.output)
    try console.flush()
    for line in held.errors { console.say(line) }
  }

  private static let isEnded = Atomic(false)

  /// Pauses until files are looked at again; false after SIGINT or SIGTERM, which end the process at any other time.
  private static func pauseUntilSignal() async -> Bool {
    ProcessSignals.onNext { _ in isEnded.store(true, ordering: .relaxed) }
    try? await Task.sleep(for: .milliseconds(300))
    ProcessSignals.onNext { ProcessSignals.end(by: $0) }
    return !isEnded.load(ordering: .relaxed)
  }

  /// What tells whether a file has changed, by its path.
  private func stamps() -> [TextBytes: [AnyHashable?]] {
    let manager = FileManager.default
    let written = Set(verb.writtenPaths.compactMap { FileIdentity($0) })
    let paths = verb.watchedPaths.flatMap { path in
      [path] + ((try? manager.subpathsOfDirectory(atPath: path)) ?? []).map { "\(path)/\($0)" }
    }
    var stamps: [TextBytes: [AnyHashable?]] = [:]
    for path in paths where !path.hasSuffix(".pending") && !path.hasSuffix(".unfinished") {
      let real = (path as NSString).resolvingSymlinksInPath
      let facts = try? manager.attributesOfItem(atPath: real)
      guard facts?[.type] as? FileAttributeType != .typeDirectory,
        !(FileIdentity(path).map(written.contains) ?? false)
      else { continue }
      let keys: [FileAttributeKey] = [.modificationDate, .size, .systemFileNumber]
      stamps[TextBytes(path)] = keys.map { facts?[$0] as? AnyHashable }
    }
    return stamps
  }
}
