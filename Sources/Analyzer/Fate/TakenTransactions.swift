internal import Replayer
internal import TraceFormat

/// Which of the unsynced transactions the server took, though it never said so.
///
/// A server takes a client's transactions whole and in order. What shows that it took one shows that
/// it took all earlier ones; what shows that it didn't, that it took none of the later ones.
struct TakenTransactions: Hashable {
  /// The first transaction that the server certainly never took.
  private var firstNotTaken: Int?
  /// The last transaction that the server certainly took.
  private var lastTaken: Int?

  /// Whether the server took a transaction; nil if the trace does not tell.
  func has(_ transaction: Int) -> Bool? {
    let isTaken = lastTaken.map { transaction <= $0 } ?? false
    let isNotTaken = firstNotTaken.map { transaction >= $0 } ?? false
    return isTaken == isNotTaken ? nil : isTaken
  }

  /// The same of some of the transactions, in order, by their indexes among these.
  func among(_ transactions: [Int]) -> TakenTransactions {
    var some = TakenTransactions()
    some.lastTaken = lastTaken.flatMap { last in transactions.lastIndex { $0 <= last } }
    some.firstNotTaken = firstNotTaken.flatMap { first in transactions.firstIndex { $0 >= first } }
    return some
  }
}

extension TakenTransactions {
  init(_ outcome: Outcome) {
    guard let changes = outcome.serverChanges else { return }
    var search = Search()
    for changeset in changes { search.addServerChange(changeset) }
    for (index, unsynced) in outcome.unsynced.enumerated() {
      search.add(unsynced.changeset, index)
    }
    self = search.found(base: outcome.states.base)
  }

  /// Finds them from one change to the next.
  ///
  /// An object that a transaction created tells. The server's history may have one with the same
  /// key from another device, unless the key is of a kind that nobody else makes, or the whole
  /// transaction is the same.
  struct Search {
    private var created: Set<WriteAddress> = []
    /// How often the server's history has a changeset, by its bytes.
    private var serverCounts: [[UInt8]: Int] = [:]
    private var unsyncedCounts: [[UInt8]: Int] = [:]
    private var creations: [Creation] = []

    private struct Creation {
      var transaction: Int
      var object: WriteAddress
      var bytes: [UInt8]
      /// How many transactions before this one have the same bytes.
      var repetition: Int
    }

    mutating func addServerChange(_ changeset: Changeset) {
      serverCounts[changeset.storage, default: 0] += 1
      for instruction in changeset.instructions where instruction.kind == .createObject {
        created.insert(WriteAddress(instruction, in: changeset))
      }
    }

    /// Adds the next unsynced transaction.
    mutating func add(_ changeset: Changeset, _ transaction: Int) {
      let created = changeset.instructions.filter { $0.kind == .createObject }
      guard !created.isEmpty else { return }
      let repetition = unsyncedCounts[changeset.storage, default: 0]
      unsyncedCounts[changeset.storage] = repetition + 1
      for instruction in created {
        creations.append(
          Creation(
            transaction: transaction, object: WriteAddress(instruction, in: changeset),
            bytes: changeset.storage, repetition: repetition))
      }
    }

    /// What all that tells.
    func found(base: RealmState?) -> TakenTransactions {
      var taken = TakenTransactions()
      for creation in creations {
        guard let key = creation.object.object,
          base?.contains(key, of: creation.object.className) == false
        else { continue }
        if !created.contains(creation.object) {
          taken.firstNotTaken = taken.firstNotTaken ?? creation.transaction
        } else if key.isUnique || isOnServer(creation) {
          taken.lastTaken = creation.transaction
        }
      }
      return taken
    }

    private func isOnServer(_ creation: Creation) -> Bool {
      creation.repetition < serverCounts[creation.bytes, default: 0]
    }
  }
}

extension PrimaryKeyValue {
  /// Whether no two devices come to make the same key by chance.
  fileprivate var isUnique: Bool {
    switch self {
    case .objectID, .uuid, .globalKey: true
    case .null, .int, .string: false
    }
  }
}
