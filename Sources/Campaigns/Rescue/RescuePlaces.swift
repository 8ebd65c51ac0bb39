/// Which places several devices changed, in a few bytes for each: two places whose numbers are equal by chance count
/// as one that you have to decide about.
struct RescuePlaces {
  private struct Entry {
    var effect: UInt64
    var device: Int
    var isShared = false
    var isContested = false
    /// The number of the first change there, once it has one.
    var first: Int?
  }

  private var entries: [UInt64: Entry] = [:]
  /// That an object was edited: edits of different properties agree with each other.
  private static let edited: UInt64 = 1

  mutating func note(_ change: RescueChange) {
    note(change.place(of: change.property), change.effect, change.device)
    if change.property != nil { note(change.place(of: nil), Self.edited, change.device) }
  }

  private mutating func note(_ place: UInt64, _ effect: UInt64, _ device: Int) {
    var entry = entries[place] ?? Entry(effect: effect, device: device)
    entry.isShared = entries[place] != nil
    if entry.device == device { entry.effect = effect }
    entry.isContested = entry.isContested || entry.effect != effect
    entries[place] = entry
  }

  /// Says of a change with its number whether others are about the same place.
  mutating func settle(_ change: inout RescueChange) {
    let isObjectContested = entries[change.place(of: nil)]?.isContested == true
    let place = change.place(of: change.property)
    // A value of an object that the device made, and the target has too, has a place only now.
    var entry =
      entries[place] ?? Entry(effect: change.effect, device: change.device, isShared: true)
    guard entry.isShared || isObjectContested else { return }
    entry.first = entry.first ?? change.number
    entries[place] = entry
    change.first = entry.first
    guard change.standing.isTakeable else { return }
    if entry.isContested || isObjectContested {
      change.standing = .contested
    } else if change.first != change.number, change.kind != .add {
      change.standing = .repeated
    }
  }
}
