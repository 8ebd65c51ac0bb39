import RealmFileSupport
import RealmModel
import TraceCompression
import TraceFormat

@testable import RealmFile

/// Any bytes are read as a Realm file, strictly and salvaging, within the memory that they may take, or are
/// refused.
enum RealmFileCheck {
  private static let memory = MemoryLimit(
    totalBytes: 64 << 20, baseBytes: 4 << 20, bytesPerInputByte: 512)
  private static let key = try? RealmFileKey(RealmFileCipher.vectorKey)

  static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
    let bytes = encryptingIfMarked(bytes)
    guard try !isRead(bytes, salvages: false) else { return }
    _ = try isRead(bytes, salvages: true)
  }

  /// Whether nothing in the file is wrong, so that salvaging it would do the same once more.
  private static func isRead(_ bytes: [UInt8], salvages: Bool) throws(FuzzFinding) -> Bool {
    let options = OpenRealmFile.Options(key: key, memory: memory, salvages: salvages)
    guard let file = try? OpenRealmFile(MemorySource(bytes), options: options) else {
      return false
    }
    var inflater = ZlibInflater()
    let inspection = file.inspection(inflatedBy: &inflater)
    for problem in inspection.problems {
      try FuzzFinding.require(!problem.description.isEmpty, "a problem has words")
    }
    guard let state = try? file.state() else { return false }
    try FuzzFinding.require(
      file.store.memory.usedBytes <= file.store.memory.allowedBytes,
      "no more memory is taken than is allowed")
    if !salvages { try checkListing(of: state) }
    return inspection.problems.isEmpty && file.damage.failures.isEmpty
  }

  /// What was read is what its snapshot builds, unless its values are ones that changesets cannot have.
  private static func checkListing(of state: RealmState) throws(FuzzFinding) {
    let snapshot = StateListing.snapshot(of: state, role: .local)
    guard let keys = snapshot.keys,
      let changesets = try? snapshot.changesets.map({ try Changeset(decoding: $0) }),
      let built = try? RealmState(applying: changesets)
    else { return }
    guard let numbered = try? built.numbered(by: keys) else { return }
    try FuzzFinding.require(
      sortingSets(numbered.canonicalJSON) == sortingSets(state.canonicalJSON),
      "a snapshot builds the state that it lists")
  }

  /// The sets of a damaged file need not be in order, and may have an element twice; they are read as they are.
  private static func sortingSets(_ json: JSONText) -> JSONText {
    CanonicalDifference.mapping(json) { CanonicalDifference.sorted(Array(Set($0))) }
  }
}

// Encryption
extension RealmFileCheck {
  /// The byte of the header that no reader looks at.
  private static let reservedByte = 22
  private static let encryptionMark: UInt8 = 0xE5
  private static let encryptedSizeMax = 16_384

  /// The bytes as they are, or encrypted where they ask for it.
  ///
  /// A change to encrypted bytes is noticed before anything of them is read. Thus damage inside encrypted files
  /// is found by encrypting what is damaged.
  private static func encryptingIfMarked(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > reservedByte, bytes[reservedByte] == encryptionMark,
      bytes.count <= encryptedSizeMax, let encrypted = try? RealmFileCipher.encrypt(bytes)
    else { return bytes }
    return encrypted
  }

  /// A plain file that is checked encrypted.
  static func marked(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if bytes.count > reservedByte { bytes[reservedByte] = encryptionMark }
    return bytes
  }
}
