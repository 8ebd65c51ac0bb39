internal import Analyzer
internal import FaultPlans
internal import Replayer
internal import TraceFormat

extension FleetReport {
  /// The clusters whose representatives are made small where so many are asked for: the first ones.
  public func clustersToMinimize(max: Int) -> ArraySlice<FleetCluster> { clusters.prefix(max) }

  /// Makes the representatives of the first clusters as small as they can get and still show them.
  ///
  /// A representative whose bytes are not those that its row is of is left alone. The result depends on the
  /// report and the traces, and not on the width.
  /// - Parameters:
  ///   - root: the folder that the names in rows are paths from; nil where they are paths as they are.
  ///   - options: the limits of a trace, of which the memory is shared by those in work.
  ///   - clusterCountMax: how many clusters at most.
  ///   - candidateCountMax: how many candidates are replayed for each at most.
  ///   - width: how many clusters are in work at once.
  ///   - progress: called with how many are done.
  public func smallestTraces(
    below root: String?, _ options: FleetOptions, clusterCountMax: Int, candidateCountMax: Int,
    width: Int, progress: (Int) -> Void = { _ in }
  ) async -> [FleetSmallest] {
    var own = options
    own.memory = options.memory.shared(among: width)
    own.faults = whatIf?.plan ?? .none
    let task = FleetTask(own)
    let engine = engine ?? .realmCore
    return await ConcurrentMap.run(
      Array(clustersToMinimize(max: clusterCountMax)), width: width, progress: progress
    ) { cluster in
      FleetSmallest(
        key: cluster.key,
        ending: Result { () throws(FleetSmallest.Miss) in
          try task.smallest(
            showing: cluster, at: cluster.path(below: root), engine, candidateCountMax)
        })
    }
  }
}

extension FleetTask {
  fileprivate func smallest(
    showing cluster: FleetCluster, at path: String, _ engine: Engine, _ candidateCountMax: Int
  ) throws(FleetSmallest.Miss) -> FleetSmallest.Found {
    let events = try events(of: cluster.representative, at: path)
    let question = TraceMinimizer.Question(
      mode: cluster.key.mode, engine: engine, .fact(cluster.title, cluster.isShown))
    guard
      let result = TraceMinimizer.minimize(
        TraceMinimizer.Candidate(events: events, plan: options.faults), question,
        candidateCountMax: candidateCountMax)
    else { throw .notShown }
    return FleetSmallest.Found(
      trace: ShrunkTrace(name: cluster.identifier, question, result),
      recordCountBefore: events.count)
  }

  private func events(
    of representative: FleetRepresentative, at path: String
  ) throws(FleetSmallest.Miss) -> [Event] {
    var trace = FleetTrace(name: representative.name)
    do {
      let bytes = try bytes(of: .file(path: path), &trace)
      guard representative.sha256 == nil || trace.sha256 == representative.sha256 else {
        throw FleetSmallest.Miss.changed
      }
      return try reading(bytes, named: trace.name, keepsEvents: true).0.events
    } catch let miss as FleetSmallest.Miss {
      throw miss
    } catch {
      throw .unread(FleetFailure(error))
    }
  }
}

extension FleetCluster {
  fileprivate func isShown(by reset: DueReset, _ report: Report) -> Bool {
    let trigger = FleetReset.Trigger(report.error)
    return FleetCause.all(in: report, mode: key.mode, trigger, reset.schemaChanges).contains {
      // The identifier of a row that somebody else wrote may be another one's.
      $0.cluster == identifier && Key($0, of: trigger, mode: key.mode) == key
    }
  }

  /// What a trace shows, for its header: `cluster 01…ef, Inspection.notes, discarded-by-mode, ClientReset 208`.
  fileprivate var title: String {
    let place = [key.className, key.property].compactMap { $0?.readableText }.joined(separator: ".")
    let asked = [key.action.rawValue, key.error.readableText].filter { !$0.isEmpty }
    let parts: [String?] = [
      place, key.rule?.readableText, asked.joined(separator: " "), key.schemaChange?.rawValue,
    ]
    return
      (["cluster \(identifier)"]
      + parts.compactMap { $0?.escaped(columns: 60) })
      .joined(separator: ", ")
  }
}
