internal import Phrasebook
internal import RealmModel
package import Replayer
internal import TraceFormat

extension FleetCluster {
  /// Where its representative is.
  ///
  /// - Parameter root: the folder that the names in rows are paths from; nil where they are paths as they are.
  public func path(below root: String?) -> String {
    let name = representative.name.readableText
    guard let root else { return name }
    let isJoined = root.hasSuffix("/") || name.hasPrefix("/")
    return isJoined ? root + name : "\(root)/\(name)"
  }

  /// The command line that shows it in a trace.
  package func command(_ engine: Engine?, trace: String) -> String {
    ReplayCommandLine(mode: key.mode, engine: engine ?? .realmCore, faults: [], seed: 0)
      .text(trace: trace)
  }
}
