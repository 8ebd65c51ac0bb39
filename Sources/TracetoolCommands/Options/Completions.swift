import Analyzer
import ArgumentParser
import FaultPlans
import TraceCompression
import TraceFormat

/// What shells complete that the parser does not know by itself.
enum Completions {
  static let faults = CompletionKind.list(
    FaultCatalogue.all.filter { $0.targets.contains(.replay) }.map(\.name))
  /// Codes, and names of errors and actions.
  static let errors = CompletionKind.list(ErrorExplanation.names)

  /// Faults as `--fault` takes them: each at a moment, without what it may leave open.
  static let faultTexts = CompletionKind.custom { (words, _, _) -> [String] in
    let target: InjectionTarget =
      switch words.dropFirst().first {
      case "record": .wire
      case "simulate": .simulation
      default: .replay
      }
    return FaultCatalogue.all.filter { $0.targets.contains(target) }.map { fault in
      if target == .simulation { return "day 1: \(fault.name)" }
      let end = fault.example.firstRange(of: fault.name)?.upperBound ?? fault.example.endIndex
      let short = String(fault.example[..<end])
      let text = (try? Fault(text: short)) == nil ? fault.example : short
      // A colon begins a description there.
      return CompletionShell.requesting == .zsh ? text.replacing(":", with: "\\:") : text
    }
  }

  /// The numbers of the sessions of the first trace on the command line.
  static var sessions: CompletionKind {
    let complete: @Sendable ([String], Int, String) -> [String] = { words, _, _ in
      for word in words {
        guard let source = try? FileSource(ofRegularFile: word),
          let info = try? TraceInfo(source, codec: ZstdCodec())
        else { continue }
        return info.sessions.map(\.session).filter { $0 > 0 }.map(String.init)
      }
      return []
    }
    return .custom(complete)
  }
}
