import RecordingProxy
import Replayer

extension FaultOptions {
  /// The faults for the wire; without any, every message goes on as it came.
  ///
  /// - Throws: where one of them is none, or is for replays alone.
  func wireFaults() throws -> WireFaults { WireFaults(try plan(for: .wire)) }
}
