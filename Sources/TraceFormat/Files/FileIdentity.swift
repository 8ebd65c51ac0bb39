/// Which file a path leads to, whatever it is called there: by links, by `./`, by a second name. A file that
/// is not there yet is known by its folder and the name that it will have.
package struct FileIdentity: Hashable, Sendable {
  private var device: UInt64
  private var node: UInt64
  /// The name in that folder; nil for a file that is there.
  private var name: [UInt8]?

  /// The file at a path; nil for a device, a pipe or a folder, and where not even the folder exists.
  package init?(_ path: String) {
    var path = path
    for _ in 0..<FileLink.hopsMax {
      if let number = FileLink.descriptor(at: path) {
        self.init(descriptor: number)
        return
      }
      guard let next = FileLink.destination(of: path) else { break }
      path = next
    }
    if let present = FileStatus.of(path) {
      self.init(present)
      return
    }
    let (folder, name) = FileLink.parts(of: path)
    guard let folder = FileStatus.of(folder) else { return nil }
    self.init(device: folder.device, node: folder.node, name: Array(name.utf8))
  }

  /// The file that a descriptor of this process is of; nil where it is not a regular file.
  package init?(descriptor: Int32) {
    guard let present = FileStatus.of(descriptor: descriptor) else { return nil }
    self.init(present)
  }

  private init?(_ status: FileStatus) {
    guard status.kind == .regular else { return nil }
    self.init(device: status.device, node: status.node, name: nil)
  }

  /// Whether there is something under a path, be it a link that leads nowhere.
  package static func isTaken(_ path: String) -> Bool { FileStatus.ofItself(path) != nil }

  private init(device: UInt64, node: UInt64, name: [UInt8]?) {
    (self.device, self.node, self.name) = (device, node, name)
  }
}
