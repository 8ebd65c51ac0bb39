internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The work on one trace: it is read and folded once, and its resets are tried one by one.
struct PreflightTask: Sendable {
  var path: String
  var options: Preflight.Options

  func trace() -> PreflightTrace {
    var trace = PreflightTrace(path: path)
    do {
      let replay = try read(&trace)
      let sessions = replay.sessionResets(atEveryPoint: options.isEveryPointTried)
      // A server that has no classes yet says nothing of the app, where another point of the trace does.
      let schemas = sessions.flatMap(\.resets).map(\.situation.fresh.schema).filter {
        !$0.classes.isEmpty
      }
      trace.isOfAnotherApp =
        !schemas.isEmpty && schemas.allSatisfy { !$0.isKin(of: options.schema) }
      guard !trace.isOfAnotherApp else { return trace }
      trace.sessions = sessions.map(session)
    } catch {
      trace.problem = FileFailure.words(error)
    }
    return trace
  }

  private func read(_ trace: inout PreflightTrace) throws -> Replay {
    if path != "-" { _ = try FileTree.exists(path) }
    let memory = options.memory.shared(among: options.workerCount)
    let reader = try options.open(path, memory)
    let replay = try Replay(reading: reader)
    trace.damage = reader.findings.first(where: \.isDamage).map { "\($0)" }
    return replay
  }

  private func session(_ session: SessionResets) -> PreflightSession {
    var known = PreflightKnowledge()
    var resets: [PreflightReset] = []
    for due in session.resets {
      let reset = reset(due, &known)
      guard let last = resets.last, last.isSame(as: reset) else {
        resets.append(reset)
        continue
      }
      resets[resets.count - 1] = last.joined(with: reset)
    }
    return PreflightSession(
      session: session.session, name: session.start?.name ?? "",
      problem: session.failure?.reason, resets: resets)
  }

  private func reset(_ due: DueReset, _ known: inout PreflightKnowledge) -> PreflightReset {
    let trial = SchemaTrial(due, schema: options.schema)
    var judge = PreflightJudge(trial, quirks: options.engine.quirks, known)
    var findings: [PreflightFinding] = []
    for mode in options.modes {
      var finding = judge.finding(in: mode)
      // Modes that fail alike leave the same writes behind, which are kept once.
      if let alike = findings.first(where: { $0.writes == finding.writes }) {
        finding.writes = alike.writes
      }
      findings.append(finding)
    }
    known = judge.known
    return PreflightReset(
      kind: due.kind, sequence: due.sequence,
      sequences: due.sequence...due.sequence, pointCount: 1, trigger: due.trigger,
      unsyncedCount: due.situation.unsynced.count, changes: trial.changes,
      findings: findings)
  }
}

// Neighbouring points
extension PreflightReset {
  fileprivate func isSame(as other: PreflightReset) -> Bool {
    kind == .point && other.kind == .point && changes == other.changes
      && zip(findings, other.findings).allSatisfy { $0.isSame(as: $1) }
  }

  fileprivate func joined(with other: PreflightReset) -> PreflightReset {
    var joined = other.stake > stake ? other : self
    joined.sequences = sequences.lowerBound...other.sequences.upperBound
    joined.pointCount = pointCount + other.pointCount
    return joined
  }

  private var stake: Int { findings.reduce(0) { $0 + $1.writes.count } }
}

extension PreflightFinding {
  /// Whether it says the same, whatever writes it is about.
  package func isSame(as other: PreflightFinding) -> Bool {
    verdict == other.verdict && failure == other.failure && diagnoses == other.diagnoses
      && unknownCount == other.unknownCount
  }
}
