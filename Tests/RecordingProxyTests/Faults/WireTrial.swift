import FaultPlans
import Recorder
import Replayer
import TestSupport
import TraceCompression
import TraceFormat

@testable import RecordingProxy

/// Messages that go through the faults of a plan, and what each side got.
struct WireTrial {
  typealias Directed = (direction: WireMessage.Direction, bytes: [UInt8])

  var faults: WireFaults
  /// What was done with each message, in order.
  private(set) var verdicts: [WireVerdict] = []
  /// What left the proxy, in order.
  private(set) var sent: [Directed] = []
  var syncKind = SyncKind.partition

  init(_ plan: [String], seed: UInt64 = 0) throws {
    faults = WireFaults(FaultPlan(try plan.map { try Fault(text: $0) }, seed: seed))
  }

  /// A whole capture.
  init(_ plan: [String], capture: String, seed: UInt64 = 0) throws {
    try self.init(plan, seed: seed)
    for message in try Captures.directedMessages(of: capture) { take(message) }
  }

  mutating func take(_ message: Directed, connection: String = "c1") {
    let verdict = faults.take(
      message.bytes, message.direction, connection: connection, syncKind: syncKind)
    verdicts.append(verdict)
    for action in verdict.actions {
      switch action {
      case .pass: sent.append(message)
      case .send(let bytes, let direction): sent.append((direction, bytes))
      case .delay, .close: break
      }
    }
  }

  /// Takes a message of the client.
  mutating func client(_ text: String, connection: String = "c1") {
    take((.clientToServer, Array(text.utf8)), connection: connection)
  }

  /// Takes a message of the server.
  mutating func server(_ text: String, connection: String = "c1") {
    take((.serverToClient, Array(text.utf8)), connection: connection)
  }

  /// Everything that faults did, as notes.
  var notes: [String] { verdicts.flatMap(\.notes) }

  /// For each of the notes, which message it was at, from 1.
  var noteNumbers: [Int] {
    verdicts.enumerated().flatMap { index, verdict in verdict.notes.map { _ in index + 1 } }
  }

  /// The actions for the latest message.
  var actions: [WireAction] { verdicts.last?.actions ?? [] }

  /// What a side got, in order.
  func got(_ direction: WireMessage.Direction) -> [[UInt8]] {
    sent.filter { $0.direction == direction }.map(\.bytes)
  }

  /// The same, as text.
  func texts(_ direction: WireMessage.Direction) -> [String] {
    got(direction).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension [UInt8] {
  /// What a message means; nil where nobody understands it.
  func meaning(_ direction: WireMessage.Direction, _ kind: SyncKind = .partition)
    -> ProtocolMessage?
  {
    var reader = WireMessageReader(inflater: ZlibInflater())
    return reader.message(self, direction: direction, connection: "", syncKind: kind).understood
  }
}
