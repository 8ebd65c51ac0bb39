#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Where what is written under a name goes.
enum OutputDestination {
  /// A descriptor of this process, such as that of `/dev/stdout`.
  case descriptor(Int32)
  /// A device or a pipe, which is written to as it is: a rename would put a file in its place.
  case special
  /// A file; behind links, where there are any.
  case file(OutputFile)

  /// Finds out.
  ///
  /// - Parameter replacing: whether a file that is there may be replaced.
  /// - Throws: where one is there and may not, or a folder is.
  init(_ path: String, replacing: Bool) throws(FileFailure) {
    var place = path
    for _ in 0..<FileLink.hopsMax {
      if let number = FileLink.descriptor(at: place) {
        self = .descriptor(number)
        return
      }
      guard let next = FileLink.destination(of: place) else {
        self = try Self.behindLinks(place, isLink: place != path, path, replacing)
        return
      }
      place = next
    }
    throw .ofOutput("create", path, ELOOP, "too many links lead on from there")
  }

  private static func behindLinks(
    _ place: String, isLink: Bool, _ path: String, _ replacing: Bool
  ) throws(FileFailure) -> OutputDestination {
    guard !place.isEmpty, !place.utf8.contains(0) else {
      throw .ofOutput("create", path, EINVAL, "that is not the name of a file")
    }
    let present = FileStatus.ofItself(place)
    switch present?.kind {
    case .special?: return .special
    case .folder?: throw .ofOutput("create", path, EISDIR, "a folder has that name")
    case .regular?, .link?, nil: break
    }
    guard !replacing else {
      return .file(OutputFile(path: place, named: path, reserved: nil, true))
    }
    // A link is somebody's work, wherever it leads. An empty file is nobody's: it is how a caller
    // reserves a name.
    guard !isLink, present == nil || present?.size == 0 else { throw .exists(path) }
    return .file(OutputFile(path: place, named: path, reserved: present, false))
  }
}
