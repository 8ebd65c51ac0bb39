/// What the users of a simulated app do, and how often: the same for all devices.
///
/// Pauses are between half and one and a half times their mean, evenly.
public struct Workload: Hashable, Sendable {
  /// The kinds of changes, with their names in workload files (`docs/simulate.md`, "The workload").
  package enum Change: String, Hashable, Sendable, CaseIterable {
    case create
    /// A property of one value gets another one.
    case update
    /// An integer is added to.
    case increment
    /// An element of a list is inserted, set, moved or removed.
    case list
    case set
    case dictionary
    case link
    /// An embedded object is made, or a property of one is set.
    case embedded
    case delete
    /// The next version of the app adds a property to a class.
    case addProperty
  }

  /// How often each kind of change is made, relative to the others.
  package var weights: [Change: Int] = [
    .create: 15, .update: 35, .increment: 10, .list: 12, .set: 4, .dictionary: 5, .link: 8,
    .embedded: 7, .delete: 4, .addProperty: 0,
  ]
  package var writesPerDay = 30
  /// How many changes a transaction has at most; it has one at least.
  package var changesPerWrite = 3
  package var textBytes = 24
  package var objectsPerClass = 10
  /// How many primary keys of a class there are, so that devices may create the same object; 0 where no
  /// key is ever given twice.
  package var keyCount = 0
  /// How many devices share one Realm, and so each other's changes.
  package var devicesPerRealm = 4
  /// How many of a hundred changes go to the few objects that all devices work on.
  package var sharedPercent = 20
  /// How long a device is online, and how long it is not, on average.
  package var (onlineMinutes, offlineMinutes) = (240, 480)
  /// Of how many of a hundred uploads the connection breaks before the server's answer arrives.
  package var lostAnswerPercent = 1
  /// Of how many of a hundred exchanges of messages something else goes wrong: an upload is lost, an answer comes
  /// late, twice or in part.
  package var brokenMessagePercent = 0
  /// In how many of a hundred client resets the process ends at some step, a handler of the app throws, or the
  /// disk is full.
  package var interruptedResetPercent = 0

  /// An app of thirty writes a day, whose devices are offline two thirds of the time.
  public init() {}

  package subscript(change: Change) -> Int {
    get { weights[change, default: 0] }
    set { weights[change] = newValue }
  }
}
