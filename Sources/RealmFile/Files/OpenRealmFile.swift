public import TraceFormat

/// A Realm file that is open for reading, with its tables; nothing of it is ever changed.
public final class OpenRealmFile {
  /// How a file is read.
  public struct Options: Sendable {
    /// The key of an encrypted file.
    public var key: RealmFileKey?
    /// What the file may take in memory.
    public var memory: MemoryLimit
    /// Whether damaged parts are left out rather than ending the reading.
    public var salvages: Bool

    /// Without a key, and strictly, unless it is said otherwise.
    public init(key: RealmFileKey? = nil, memory: MemoryLimit = .standard, salvages: Bool = false) {
      (self.key, self.memory, self.salvages) = (key, memory, salvages)
    }
  }

  package let header: FileHeader
  package let isEncrypted: Bool
  package let group: FileGroup
  package internal(set) var damage: DamageLog
  /// Whether the state before the last is read, because the last could not be.
  package let readsOlderState: Bool
  let store: NodeStore
  private let raw: RawFile
  private let options: Options

  /// Opens a file and reads its schema.
  ///
  /// - Throws: ``RealmFileFailure``: where it is none, damaged, or its key does not fit.
  public convenience init(
    _ source: any ByteSource, options: Options = Options()
  ) throws(RealmFileFailure) {
    let raw = try RawFile(source)
    do throws(RealmFileFailure) {
      try self.init(raw, options, takesOtherSlot: false)
    } catch {
      guard options.salvages, error.concernsPartOnly else { throw error }
      do throws(RealmFileFailure) {
        try self.init(raw, options, takesOtherSlot: true)
      } catch _ {
        throw error
      }
      damage.note(error.inside(Self.olderStatePart))
    }
  }

  private static let olderStatePart =
    "the newest state (the one before it is read, without later changes)"

  private init(_ raw: RawFile, _ options: Options, takesOtherSlot: Bool) throws(RealmFileFailure) {
    let bytes = try raw.plainBytes(options.key)
    let cache = PageCache(bytes)
    (self.raw, self.options, readsOlderState) = (raw, options, takesOtherSlot)
    isEncrypted = bytes is EncryptedFile
    header = try FileHeader(reading: cache, takesOtherSlot: takesOtherSlot)
    store = NodeStore(cache, limit: header.nodeLimit, memory: options.memory)
    var damage = DamageLog(salvages: options.salvages)
    group = try GroupReader(store: store, header: header).group(noting: &damage)
    self.damage = damage
  }

  package func sha256() throws(RealmFileFailure) -> [UInt8] { try raw.sha256() }

  /// The length of the file as it is on disk, in bytes.
  package var fileSize: Int { raw.size }

  /// Throws if the file was written to since it was opened: nodes that belong to no state any
  /// more may have been overwritten.
  package func checkIsUnchanged() throws(RealmFileFailure) {
    let bytes = try raw.plainBytes(options.key)
    let now = try FileHeader(reading: PageCache(bytes), takesOtherSlot: readsOlderState)
    guard now == header, try !raw.hasGrown() else {
      throw RealmFileFailure(.changedWhileReading)
    }
  }

  /// Calls the body with all objects of a table, up to 256 at a time, by ascending keys.
  ///
  /// - Parameter leaves: the columns that are read, with null for what is damaged; all where it is nil.
  package func forEachBatch(
    of table: FileTable, leaves: Set<Int>? = nil, tombstones: Bool = false,
    _ body: (ObjectBatch) throws(RealmFileFailure) -> Void
  ) throws(RealmFileFailure) {
    let failureCount = damage.failures.count
    defer { damage.place(since: failureCount, inside: table.title) }
    do throws(RealmFileFailure) {
      let reader = ObjectReader(store, format: header.format, table: table, leaves: leaves)
      try reader.forEachBatch(tombstones: tombstones, noting: &damage, body)
    } catch {
      guard damage.salvages, error.concernsPartOnly else { throw error.inside(table.title) }
      damage.note(error)
    }
  }

  /// The number of objects of a table, by what its tree says of itself.
  package func objectCount(of table: FileTable) throws(RealmFileFailure) -> UInt64 {
    if try store.header(table.objectsRef).isInner {
      let node = try store.glance(table.objectsRef, .clusterInner)
      return try InnerCluster(
        node, in: store, shift: ClusterTree.standardShift, isGlance: true
      ).objectCount
    }
    let node = try store.glance(table.objectsRef, .references)
    let first = try node.integer(0)
    let count =
      first & 1 == 1
      ? UInt64(bitPattern: first) >> 1
      : UInt64(try store.glance(try node.requiredRef(0, rule: 36), .integers).size)
    try ClusterTree.checkCount(count, node)
    return count
  }
}

extension RawFile {
  /// The bytes, decrypted where the file is encrypted.
  fileprivate func plainBytes(_ key: RealmFileKey?) throws(RealmFileFailure) -> any PlainBytes {
    let head = try read(at: 0, count: FileHeader.size)
    guard !FileHeader.isBeginning(head), EncryptedFile.canBeEncrypted(size: size) else {
      return self
    }
    if let key {
      let file = try EncryptedFile(self, key: key)
      if try file.isKeyRight() { return file }
    }
    guard try EncryptedFile.looksEncrypted(self) else { return self }
    throw RealmFileFailure(key == nil ? .needsKey : .wrongKey)
  }
}
