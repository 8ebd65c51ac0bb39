import FaultPlans
import RealmModel
import TraceFormat

/// One plan, injected into one trace.
///
/// Faults at an event of a session come first: those of commits and messages change what is folded,
/// those that make a reset due end the session there, because what the device would have done
/// afterwards is not in the trace. Then come the faults of resets.
struct FaultInjection {
  let plan: FaultPlan
  let injector: FaultInjector
  let cache: ReplayCache
  /// The modes that are asked about, as in ``FaultInjector/resetsAndEnds(under:session:in:)``.
  let modes: (DueReset) -> [ResetMode]
  /// Why a fault of the plan cannot happen, by its index.
  private var refusals: [Int: FaultRefusal] = [:]
  /// The faults at events that are a recorded reset: the records at which those are due.
  private(set) var atRecordedResets: [Int: [UInt64]] = [:]
  /// The files that a fault of the plan happens to, as far as known.
  private(set) var faultedFiles: Set<FaultedFile> = []

  init(
    _ plan: FaultPlan, _ injector: FaultInjector, _ cache: ReplayCache,
    modes: @escaping (DueReset) -> [ResetMode]
  ) {
    (self.plan, self.injector, self.cache, self.modes) = (plan, injector, cache, modes)
  }

  /// Why no reset is due.
  var withoutReset: ReplayFailure {
    let unfired = unfired(besides: [])
    return injector.unanswered.first?.reason
      ?? (unfired.isEmpty ? .noReset : .noResetUnderFaults(unfired))
  }

  /// The resets that are due, in order, if there are any; and the sessions that cannot be replayed.
  mutating func answers() -> SessionAnswers<DueReset> {
    var resets: [DueReset] = []
    var touched: Set<FaultedFile> = []
    var unanswered: [UnansweredSession] = []
    for (file, faults) in faultsAtEvents() {
      touched.insert(file)
      do throws(ReplayFailure) {
        resets += try self.resets(of: file, under: faults)
      } catch {
        let session = faults.map(\.event.session).max() ?? 0
        unanswered.append(injector.fold.unanswered(session, error))
        for fault in faults { refuse(fault.index, .notReplayable(error)) }
      }
    }
    resets += recordedResets(besides: touched)
    let told = Set(resets.map(\.session) + unanswered.map(\.session))
    unanswered += injector.unanswered.filter { !told.contains($0.session) }
    resets.sort { $0.sequence < $1.sequence }
    for index in plan.faults.indices
    where plan.faults[index].trigger.event.isOfReset || atRecordedResets[index] != nil {
      injectIntoReset(index, &resets)
    }
    for reset in resets where !reset.injected.indexes.isEmpty {
      faultedFiles.insert(injector.fold.fileIdentity(of: reset.session))
    }
    let unfired = unfired(besides: resets)
    for index in resets.indices { resets[index].injected.unfiredInPlan = unfired }
    return SessionAnswers<DueReset>(all: resets, unanswered: unanswered)
  }

  private mutating func resets(
    of file: FaultedFile, under faults: [FaultAtEvent]
  ) throws(ReplayFailure) -> [DueReset] {
    var session = try FaultedSession(file, faults, injector, cache, modes: modes)
    for fault in faults { try session.take(fault) }
    let resets = try session.finish(plan)
    if faults.contains(where: { session.refusals[$0.index] == nil }) { faultedFiles.insert(file) }
    refusals.merge(session.refusals) { first, _ in first }
    return resets
  }

  mutating func refuse(_ index: Int, _ reason: FaultRefusal) { refusals[index] = reason }

  /// The faults at an event of a file's sessions, in the order of the events.
  private mutating func faultsAtEvents() -> [(FaultedFile, [FaultAtEvent])] {
    var files: [(FaultedFile, [FaultAtEvent])] = []
    for (index, fault) in plan.faults.enumerated() where !fault.trigger.event.isOfReset {
      do throws(FaultRefusal) {
        guard fault.isPossible(in: .replay) else { throw .notInReplay }
        for event in try injector.found(fault.trigger) {
          let atEvent = FaultAtEvent(
            index: index, fault: fault, event: event, numbers: plan.numbers(of: index))
          if let reset = injector.recordedReset(at: atEvent) {
            atRecordedResets[index, default: []].append(reset)
            continue
          }
          let file = injector.fold.fileIdentity(of: event.session)
          if let position = files.firstIndex(where: { $0.0 == file }) {
            files[position].1.append(atEvent)
          } else {
            files.append((file, [atEvent]))
          }
        }
      } catch {
        refuse(index, error)
      }
    }
    return files.map { ($0, $1.sorted(by: FaultAtEvent.precedes)) }
  }

  private func recordedResets(besides touched: Set<FaultedFile>) -> [DueReset] {
    injector.timelines.filter {
      !touched.contains(injector.fold.fileIdentity(of: $0.session))
    }.flatMap { timeline in
      timeline.resets.map { $0.planned(plan) }
    }
  }

  /// The faults of the plan that happen at none of the resets.
  func unfired(besides resets: [DueReset]) -> [UnfiredFault] {
    let fired = resets.reduce(into: Set<Int>()) { $0.formUnion($1.injected.indexes) }
    return plan.faults.indices.filter { !fired.contains($0) }.map { index in
      UnfiredFault(fault: plan.faults[index], index: index, reason: refusals[index] ?? .noResetDue)
    }
  }
}

extension FaultInjector {
  /// The record of the reset that the trace has for the error, or at the end, that a fault is at.
  fileprivate func recordedReset(at fault: FaultAtEvent) -> UInt64? {
    switch fault.fault.trigger.event {
    case .error where !fault.isBefore:
      timelines.contains { $0.recordedResets.contains { $0.sequence == fault.sequence } }
        ? fault.sequence : nil
    case .end:
      timelines.first {
        fold.fileIdentity(of: $0.session) == fold.fileIdentity(of: fault.event.session)
      }?.endingReset
    default: nil
    }
  }
}

extension DueReset {
  func planned(_ plan: FaultPlan, events: [SessionEvent]? = nil) -> DueReset {
    var reset = self
    (reset.injected.plan, reset.injected.events) = (plan, events)
    return reset
  }
}

/// A file that is reset; a session that was recorded from the inside stands for itself.
enum FaultedFile: Hashable {
  case session(UInt32)
  case file(FileIdent)
}

extension TraceFold {
  func fileIdentity(of session: UInt32) -> FaultedFile {
    guard recording(of: session) == .wire, let file = graph[session]?.file else {
      return .session(session)
    }
    return .file(file)
  }
}

struct FaultAtEvent {
  var index: Int
  var fault: Fault
  var event: SessionEvent
  var numbers: SeededNumbers

  var sequence: UInt64 { event.sequence }
  /// Nothing is before an end but what the trace shows.
  var isBefore: Bool { fault.trigger.relation == .before && !isAtEnd }
  var isAtEnd: Bool { fault.trigger.event == .end }

  /// Whether both happen at once.
  func isWith(_ other: FaultAtEvent) -> Bool {
    sequence == other.sequence && isBefore == other.isBefore
  }

  /// The order in which a session comes to them.
  static func precedes(_ first: FaultAtEvent, _ second: FaultAtEvent) -> Bool {
    (first.sequence, first.isBefore ? 0 : 1, first.index)
      < (second.sequence, second.isBefore ? 0 : 1, second.index)
  }
}

extension FaultRefusal {
  /// The refusal with what a misspelled class or property of a plan most likely means on the server.
  func suggesting(from server: RealmState) -> FaultRefusal {
    let (wrong, owner): (RealmString, RealmString?)
    switch self {
    case .noClass(let name), .schema(.noClass(let name)): (wrong, owner) = (name, nil)
    case .noProperty(let name, let className): (wrong, owner) = (name, className)
    case .schema(.noProperty(let place)): (wrong, owner) = (place.property, place.className)
    default: return self
    }
    let known =
      owner.map { server.schema(of: $0)?.properties.map(\.name) ?? [] }
      ?? server.classes.map(\.name)
    guard let meant = known.compactMap(\.text).nearest(to: wrong.readableText) else { return self }
    return .misspelled(refusal: self, meant: RealmString(meant))
  }
}
