/// The files of this process that are written aside and have no name yet, so that one that is told to end
/// leaves none of them behind.
package enum UnfinishedFiles {
  private static let paths = Lock<Set<String>>([])

  /// Begins a file and keeps it in mind, so that no moment is left between the two.
  static func begin(
    _ open: () throws(FileFailure) -> Descriptor
  ) throws(FileFailure) -> Descriptor {
    try paths.withLock { paths throws(FileFailure) in
      let descriptor = try open()
      paths.insert(descriptor.path)
      return descriptor
    }
  }

  /// Gives a file its name, after which it is nobody's to remove.
  static func finish(
    _ path: String, _ take: () throws(FileFailure) -> Void
  ) throws(FileFailure) {
    try paths.withLock { paths throws(FileFailure) in
      try take()
      paths.remove(path)
    }
  }

  static func drop(_ path: String) {
    paths.withLock { paths in
      if paths.remove(path) != nil { FileLink.remove(path) }
    }
  }

  /// Removes them all. None can be begun or finished after that: the process is to end now.
  package static func removeAllForGood() { paths.lockForGood { $0.forEach(FileLink.remove) } }
}
