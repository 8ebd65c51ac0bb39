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
    let faults = faults.map { " --fault \($0.shellWord)" }.joined()
    let engine = engine == .realmCore ? "" : " --engine \(engine.rawValue)"
    let trace = trace.pathWord
    let verb = hasNewSchema ? "fleet --schema NEW.json" : "replay"
    return "tracetool \(verb) --mode \(mode.optionName)\(faults)\(seed)\(engine) \(trace)"
  }
}
