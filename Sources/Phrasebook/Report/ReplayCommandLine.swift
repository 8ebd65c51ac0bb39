internal import Analyzer
import RealmModel
package import Replayer
package import TraceFormat

/// The command line that replays a trace with faults, for people to copy.
package struct ReplayCommandLine: Sendable {
  private let mode: ResetMode
  private let engine: Engine
  private let faults: [String]
  private let seed: UInt64

  /// - Parameter faults: as `--fault` takes them.
  package init(mode: ResetMode, engine: Engine, faults: [String], seed: UInt64) {
    self.mode = mode
    self.engine = engine
    self.faults = faults
    self.seed = seed
  }

  /// The line for the trace at a path.
  package func text(trace: String) -> String {
    let faults = faults.map { " --fault \(Self.quoted($0))" }.joined()
    let seed = seed == 0 || self.faults.isEmpty ? "" : " --fault-seed \(seed)"
    let engine = engine == .realmCore ? "" : " --engine \(engine.rawValue)"
    let trace = Self.quoted(trace)
    return "tracetool replay --mode \(mode.optionName)\(faults)\(seed)\(engine) \(trace)"
  }

  /// A word as a shell reads it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'"'"'"#) + "'"
  }
}
