internal import RealmModel
internal import Replayer
public import TraceFormat

/// What the states around a reset show at one place.
///
/// Where the path of a write leads through a list it is the list: an index names another element in each state.
public struct ObservedValues: JSONWritten, Decodable, Hashable, Sendable {
  /// As last synced; nil where the trace doesn't show that state.
  public var before: ObservedValue?
  /// On the device, with all unsynced writes; nil where the trace shows some of them only as the reset left them.
  public var device: ObservedValue?
  /// On the server, as the reset downloaded it; nil where the trace doesn't show that.
  public var server: ObservedValue?
  /// On the device after the reset; nil where that is what it had, and ``device`` is not known, or where the trace does
  /// not show how the reset ended.
  public var after: ObservedValue?

  /// What is known.
  public var json: JSONText {
    .members([
      "before": before?.json, "device": device?.json, "server": server?.json, "after": after?.json,
    ])
  }
}

extension ObservedValues {
  init(_ outcome: Outcome, at address: Address) {
    before = outcome.situation.base.map { ObservedValue($0, at: address) }
    device = ObservedValue(outcome.situation.local, at: address)
    server = ObservedValue(outcome.situation.fresh, at: address)
    after = ObservedValue(outcome.result.after, at: address)
    self = completed(by: outcome.situation.fresh)
  }

  /// With what embedded objects lack because only the server has added it to their class: that is no change of theirs.
  func completed(by server: RealmState) -> Self {
    var seen = self
    seen.before = before?.completed(by: server)
    seen.device = device?.completed(by: server)
    seen.after = after?.completed(by: server)
    return seen
  }
}

extension ObservedValue {
  func completed(by server: RealmState) -> Self {
    value.map { ObservedValue.value(server.completed($0)) } ?? self
  }
}

extension ObservedValue {
  /// The value; or `{"$present":true}`, `{"$absent":true}`, which no value is printed as.
  public var json: JSONText {
    switch self {
    case .value(let value): value.json
    case .present: Self.presentJSON
    case .absent: Self.absentJSON
    }
  }

  /// Reads ``json``; throws where in it something else was expected.
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    switch node.json {
    case Self.presentJSON: self = .present
    case Self.absentJSON: self = .absent
    default: self = .value(try Value(node))
    }
  }

  private static let presentJSON = JSONText.tagged("present", .bool(true))
  private static let absentJSON = JSONText.tagged("absent", .bool(true))
}

extension ObservedValue: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
}
