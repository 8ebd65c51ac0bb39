internal import Analyzer
package import Replayer
package import TraceFormat

package enum ReplayCommandLine {
  /// - Parameters:
  ///   - faults: as `--fault` takes them.
  ///   - hasNewSchema: whether the server has another schema than recorded, which only a fleet can have.
  package static func text(
    trace: String, mode: ResetMode, engine: Engine, faults: [String], seed: UInt64,
    hasNewSchema: Bool = false
  ) -> String {
    let seed = seed == 0 || faults.isEmpty ? "" : " --fault-seed \(seed)"
    let faults = faults.map { " --fault \(quoted($0))" }.joined()
    let engine = engine == .realmCore ? "" : " --engine \(engine.rawValue)"
    let trace = quoted(trace)
    let verb = hasNewSchema ? "fleet --schema NEW.json" : "replay"
    return "tracetool \(verb) --mode \(mode.optionName)\(faults)\(seed)\(engine) \(trace)"
  }

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
    guard !isPlain || word.isEmpty else { return word }
    guard word.hasSameBytes(as: word.visible.withoutCommand) else { return quotedBytes(word) }
    return "'" + word.replacing(each: "'", with: #"'"'"'"#) + "'"
  }

  /// A word that is not seen as what it is, or that the runner of a build would take for a command, with the
  /// bytes of all but plain ASCII by their numbers: the form `$'…'` of bash and zsh.
  private static func quotedBytes(_ word: String) -> String {
    let parts = word.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(Unicode.Scalar(byte))
      case 0x20..<0x7F where byte != UInt8(ascii: "#"): String(Unicode.Scalar(byte))
      default: "\\x" + Hex.encode([byte])
      }
    }
    return "$'" + parts.joined() + "'"
  }
}
