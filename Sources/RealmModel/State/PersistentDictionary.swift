/// A dictionary whose copies share memory, for what is looked up by hash.
struct PersistentDictionary<Key: SpreadKey & SlotFiller, Value: SlotFiller>: Sendable {
  private struct Entry: SlotFiller {
    var key: Key
    var value: Value

    static var filler: Entry { Entry(key: .filler, value: .filler) }
  }

  private var entries = HashedEntries<Entry>()

  var count: Int { entries.count }
  var isEmpty: Bool { count == 0 }

  /// In no order that means anything.
  var keys: [Key] { entries.all.map(\.key) }

  subscript(key: Key) -> Value? {
    get { isEmpty ? nil : entries.first(key.spread) { $0.key == key }?.value }
    // The value is taken out while it changes, so that it is not held twice and so never copied.
    _modify {
      let spread = key.spread
      var value = entries.remove(spread) { $0.key == key }?.value
      defer { if let value { entries.insert(Entry(key: key, value: value), spread) } }
      yield &value
    }
  }
}
