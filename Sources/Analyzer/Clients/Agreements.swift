internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Finds the moments at which all clients of a file that were there had got to one version with nothing unsynced.
struct Agreements {
  private(set) var found: [ClientsReport.Agreement] = []
  private let files: [ClientFile]
  /// Where each client stands; nil before its first message, and after the reset of its file.
  private var standing: [Int?]
  private var last: (version: ServerVersion, clients: [Int])?

  private struct Moment {
    var timeMicroseconds: Int64
    var client: Int
    /// The index of the point; nil for the end of the file by a reset.
    var point: Int?
  }

  init(_ files: [ClientFile]) {
    self.files = files
    standing = files.map { _ in nil }
    guard files.count > 1 else { return }
    for moment in moments {
      standing[moment.client] = moment.point
      check(moment)
    }
  }

  private var moments: [Moment] {
    files.enumerated().flatMap { client, file -> [Moment] in
      let points = file.timeline.points
      var moments = points.enumerated().map {
        Moment(timeMicroseconds: $1.timeMicroseconds, client: client, point: $0)
      }
      if file.wasReset, let last = points.last {
        moments.append(
          Moment(timeMicroseconds: last.timeMicroseconds, client: client, point: nil))
      }
      return moments
    }.sortedStably(by: \.timeMicroseconds)
  }

  private mutating func check(_ moment: Moment) {
    let present = standing.indices.filter { standing[$0] != nil }
    let points = present.compactMap { client in
      standing[client].map { (client, files[client].timeline.points[$0]) }
    }
    // A server that was restored counts its versions again; their salts tell them apart.
    guard points.count > 1, let newest = points.first?.1.newestServerVersion, newest.version > 0,
      points.allSatisfy({ $0.1.newestServerVersion == newest }),
      points.allSatisfy({ files[$0.0].timeline.unsyncedIndexes(at: $0.1).isEmpty }),
      last?.version != newest || last?.clients != present
    else { return }
    last = (newest, present)
    let digests = points.map { files[$0.0].timeline.clientDigest(at: $0.1) }
    let isKnown = !digests.contains(nil)
    found.append(
      ClientsReport.Agreement(
        timeMicroseconds: moment.timeMicroseconds, serverVersion: newest.version, clients: present,
        isSame: isKnown ? Set(digests).count == 1 : nil))
  }
}

extension SessionTimeline {
  /// XXH64 (seed 0) of what the client has at a point, in canonical JSON; nil where the trace does not show all of it.
  func clientDigest(at point: Point) -> UInt64? {
    gaps(at: point).contains(where: \.hidesState) ? nil : point.client?.canonicalJSON.digest
  }
}
