internal import TraceFormat

/// All files below a folder, one by one in the order of their paths by bytes; of the folders on the way to
/// the next one, the rest of each is in memory.
struct FolderWalk {
  /// The entries that are still to come, those of the innermost folder last; each list backwards.
  private var open: [[FolderEntry]]

  init(_ folder: String) throws(FileFailure) {
    open = [try FolderEntry.all(in: folder).reversed()]
  }

  /// The path of the next file, or nil at the end.
  ///
  /// - Throws: where a folder cannot be read; the walk then continues behind it.
  mutating func next() throws(FileFailure) -> String? {
    while !open.isEmpty {
      guard let entry = open[open.count - 1].popLast() else {
        open.removeLast()
        continue
      }
      guard entry.isFolder else { return entry.path }
      open.append(try FolderEntry.all(in: entry.path).reversed())
    }
    return nil
  }
}
