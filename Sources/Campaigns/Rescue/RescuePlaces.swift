/// Which places several devices changed, in a few bytes for each: two places whose numbers are equal by chance count
/// as one that you have to decide about.
struct RescuePlaces {
  private struct Entry {
    /// The last one: of the writer, and later of the changes that have numbers.
    var effect: UInt64
    var writer: UInt64
    var isShared = false
    var isContested = false
    /// The number of the first change there, once it has one, and the file whose change is taken if nobody decides.
    var first: Int?
    var taken: Int?
  }

  private var entries: [UInt64: Entry] = [:]
  /// By place and first addition, the client that added.
  private var adders: [UInt64: UInt64] = [:]
  /// That an object was edited: edits of different properties agree with each other.
  private static let edited: UInt64 = 1

  mutating func note(_ change: RescueChange) {
    let (place, writer) = (change.place(of: change.property), change.client ^ UInt64(change.device))
    note(place, change.effect, writer)
    if change.property != nil { note(change.place(of: nil), Self.edited, writer) }
    if let origin = change.origin, let other = adders.updateValue(writer, forKey: origin ^ place),
      other != writer
    {
      entries[place]?.isContested = true
    }
  }

  private mutating func note(_ place: UInt64, _ effect: UInt64, _ writer: UInt64) {
    var entry = entries[place] ?? Entry(effect: effect, writer: writer)
    entry.isShared = entries[place] != nil
    if entry.writer == writer { entry.effect = effect }
    entry.isContested = entry.isContested || entry.effect != effect
    entries[place] = entry
  }

  /// Says of a change with its number whether others are about the same place.
  mutating func settle(_ change: inout RescueChange) {
    let isObjectContested = entries[change.place(of: nil)]?.isContested == true
    let place = change.place(of: change.property)
    // A value of an object that the device made, and the target has too, has a place only now.
    var entry = entries[place] ?? Entry(effect: change.effect, writer: 0, isShared: true)
    guard entry.isShared || isObjectContested else { return }
    let isRepeated = entry.first != nil && entry.effect == change.effect && change.kind != .add
    (entry.first, entry.effect) = (entry.first ?? change.number, change.effect)
    change.first = entry.first
    if entry.isContested || isObjectContested {
      if change.standing.isTakeable { change.standing = .contested }
    } else if isRepeated {
      if change.standing.isTakeable { change.standing = .repeated }
    } else if entry.taken == change.device, change.kind != .add,
      change.standing.isOpen || change.standing == .alreadyThere
    {
      // The device went on from what its change before makes of the target.
      change.standing = .fits
    }
    if change.standing.decision == .take { entry.taken = change.device }
    entries[place] = entry
  }
}
