internal import RealmModel
package import TraceFormat

/// What a client that syncs flexibly has subscribed to (Realm Core: `sync/subscriptions.cpp`).
package struct SubscriptionSet: Hashable, Sendable {
  package struct Subscription: Hashable, Sendable {
    package var id: ObjectID?
    package var name: String?
    package var className: String
    package var query: String
    package var createdAt: Timestamp?
    package var updatedAt: Timestamp?
  }

  package enum State: Int64, Sendable {
    case pending = 1
    case bootstrapping = 2
    case complete = 3
    case error = 4
    case awaitingMark = 6
  }

  package var version: Int64
  /// Nil where it cannot be read.
  package var stateNumber: Int64?
  /// The version of the file when the set was made.
  package var snapshotVersion: Int64?
  package var error: String?
  package var subscriptions: [Subscription]

  package var state: State? { stateNumber.flatMap(State.init(rawValue:)) }
}

extension [SubscriptionSet] {
  /// The last that the server has taken up: what is synced; nil where a state cannot be read.
  package var active: SubscriptionSet? {
    guard allSatisfy({ $0.stateNumber != nil }) else { return nil }
    return last { $0.state == .complete || $0.state == .awaitingMark } ?? first { $0.version == 0 }
  }
}

extension OpenRealmFile {
  /// The subscriptions of a client that syncs flexibly, by version; nil where the file has no table for them.
  package func subscriptionSets() throws(RealmFileFailure) -> [SubscriptionSet]? {
    store.beginTraversal()
    guard let sets = try HiddenRows("flx_subscription_sets", of: self) else { return nil }
    var subscriptions: [ObjectKey: SubscriptionSet.Subscription] = [:]
    for row in try HiddenRows("flx_subscriptions", of: self)?.rows ?? [] {
      subscriptions[row.key] = SubscriptionSet.Subscription(
        id: row.objectID("id"), name: row.text("name"), className: row.text("object_class") ?? "",
        query: row.text("query") ?? "", createdAt: row.time("created_at"),
        updatedAt: row.time("updated_at"))
    }
    let read = sets.rows.map { row in
      SubscriptionSet(
        version: row.int("version") ?? 0, stateNumber: row.int("state"),
        snapshotVersion: row.int("snapshot_version"), error: row.text("error"),
        subscriptions: row.links("subscriptions").compactMap { subscriptions[$0] })
    }
    return read.sorted { $0.version < $1.version }
  }
}
