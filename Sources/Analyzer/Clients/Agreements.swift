internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ClientsReport.Agreement {
  /// The moments at which all clients of a file that were there had got to one version with nothing unsynced.
  static func all(among files: [ClientFile]) -> [ClientsReport.Agreement] {
    guard files.count > 1 else { return [] }
    // Where each client stands; nil before its first message, and after the reset of its file.
    var standing = files.map { _ in nil as Int? }
    var last: (version: ServerVersion, clients: [Int])?
    return moments(of: files).compactMap { moment in
      standing[moment.client] = moment.point
      let present = standing.indices.filter { standing[$0] != nil }
      let points = zip(files, standing).compactMap { file, point in
        point.map { (file: file, point: file.timeline.points[$0]) }
      }
      // A server that was restored counts its versions again; their salts tell them apart.
      guard points.count > 1, let newest = points[0].point.newestServerVersion,
        newest.version > 0, points.allSatisfy({ $0.point.newestServerVersion == newest }),
        // Clients that ask for other objects have others, and those of which it is not shown may.
        Set(points.map { $0.file.subscriptions(at: $0.point) }).count == 1,
        points[0].file.subscriptions(at: points[0].point) != nil
          || points.allSatisfy({ $0.file.timeline.start?.syncKind != .flexible }),
        points.allSatisfy({ $0.file.timeline.unsyncedIndexes(at: $0.point).isEmpty }),
        last?.version != newest || last?.clients != present
      else { return nil }
      last = (newest, present)
      let digests = points.map { $0.file.timeline.clientDigest(at: $0.point) }
      return ClientsReport.Agreement(
        timeMicroseconds: moment.timeMicroseconds, serverVersion: newest.version,
        clients: present, isSame: digests.contains(nil) ? nil : Set(digests).count == 1)
    }
  }

  /// The points of all clients by their indexes, in the order of time; nil for the end of a file by a reset.
  private static func moments(
    of files: [ClientFile]
  ) -> [(timeMicroseconds: Int64, client: Int, point: Int?)] {
    files.enumerated().flatMap { client, file -> [(Int64, Int, Int?)] in
      let times = file.timeline.points.map(\.timeMicroseconds)
      let points = times.enumerated().map { ($1, client, Optional($0)) }
      return points + (file.wasReset ? times.suffix(1).map { ($0, client, nil) } : [])
    }.sortedStably(by: \.0)
  }
}

extension SessionTimeline {
  /// XXH64 (seed 0) of what the client has at a point, in canonical JSON; nil where the trace does not show all of it.
  func clientDigest(at point: Point) -> UInt64? {
    gaps(at: point).contains(where: \.hidesState) ? nil : point.client?.canonicalJSON.digest
  }
}
