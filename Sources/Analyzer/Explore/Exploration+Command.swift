internal import Replayer
internal import TraceFormat

extension Exploration {
  /// The command line that shows a replay.
  func command(_ mode: ResetMode, _ faults: [String], _ trace: String) -> String {
    let faults = faults.map { " --fault \(Self.quoted($0))" }.joined()
    let seed = options.seed == 0 ? "" : " --fault-seed \(options.seed)"
    let engine = options.engine == .realmCore ? "" : " --engine \(options.engine.rawValue)"
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
