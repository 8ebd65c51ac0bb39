#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

enum OutputDestination {
  /// A descriptor of this process, such as that of `/dev/stdout`.
  case descriptor(Int32)
  /// A device or a pipe, which is written to as it is: a rename would put a file in its place.
  case special
  case file(OutputFile)

  /// Finds out; throws where a file is there that may not be replaced (`replacing`), or a folder is.
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
      return .file(OutputFile(path: place, named: path, reserved: nil, isReplacing: true))
    }
    // A link is somebody's work, wherever it leads. An empty file is nobody's: it is how a caller reserves a name.
    guard !isLink, present == nil || present?.size == 0 else { throw .exists(path) }
    return .file(OutputFile(path: place, named: path, reserved: present, isReplacing: false))
  }
}

/// A regular file that is to be written, and how it gets its name once it is complete.
struct OutputFile {
  /// The file itself, behind links.
  let path: String
  /// The name that was asked for.
  let named: String
  /// The empty file that was there under the name, of a caller who reserved it.
  let reserved: FileStatus?
  let isReplacing: Bool

  /// Begins the file next to it that gets the name in the end.
  ///
  /// - Throws: where the folder is missing, or nothing can be created in it.
  func begin() throws(FileFailure) -> Descriptor {
    // What replaces a file is nobody else's to read before it has that file's permissions.
    let permissions: mode_t = FileStatus.of(path) == nil ? 0o666 : 0o600
    let (folder, name) = FileLink.parts(of: path)
    for number in 0..<Self.attemptsMax {
      let end = ".\(getpid())-\(number).unfinished"
      let beside =
        name.utf8.count + end.utf8.count <= Int(NAME_MAX) ? path + end : "\(folder)/\(end)"
      // SAFETY: the string outlives the call.
      let descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
      if descriptor >= 0 { return Descriptor(number: descriptor, path: beside, closesAtEnd: true) }
      guard errno == EEXIST else { throw whyNot() }
    }
    throw .ofOutput("create", named, EAGAIN, "too many unfinished files are next to it")
  }

  private static let attemptsMax = 1_000

  /// The failure of the system's last call, with the folder where that is what is missing.
  private func whyNot() -> FileFailure {
    let failure = FileFailure.last("create", named, isOutput: true)
    let folder = FileLink.parts(of: path).folder
    switch failure.code {
    case ENOENT:
      return .ofOutput("create", named, ENOENT, "no such folder: `\(folder)`")
    case ENOTDIR: return .ofOutput("create", named, ENOTDIR, "`\(folder)` is not a folder")
    default: return failure
    }
  }

  /// Gives the complete file its name, and the permissions and the owner of the one that it replaces.
  ///
  /// - Throws: where another process has made a file of that name meanwhile, and it may not be replaced.
  func take(_ complete: Descriptor) throws(FileFailure) {
    if isReplacing || isStillReserved {
      if let old = FileStatus.of(path), old.kind == .regular {
        _ = fchown(complete.number, old.owner, old.group)
        _ = fchmod(complete.number, mode_t(old.permissions))
      }
      return try rename(complete.path)
    }
    if unsafe link(complete.path, path) == 0 {
      _ = unsafe unlink(complete.path)
      return
    }
    switch errno {
    case EPERM, ENOSYS, ENOTSUP, EMLINK: try claim(for: complete.path)
    default: throw named(.last("create", path, isOutput: true))
    }
  }

  private var isStillReserved: Bool {
    guard let reserved, let now = FileStatus.ofItself(path) else { return false }
    return now.isSameFile(as: reserved) && now.size == 0
  }

  /// Where a file system has no second names: makes sure of the name first.
  private func claim(for complete: String) throws(FileFailure) {
    let claimed = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600 as mode_t)
    guard claimed >= 0 else { throw named(.last("create", path, isOutput: true)) }
    _ = close(claimed)
    try rename(complete)
  }

  private func rename(_ complete: String) throws(FileFailure) {
    guard unsafe systemRename(complete, path) == 0 else {
      throw named(.last("create", path, isOutput: true))
    }
  }

  private func named(_ failure: FileFailure) -> FileFailure {
    failure.code == EEXIST
      ? .exists(named) : .ofOutput("create", named, failure.code, failure.reason)
  }
}

@unsafe private func systemRename(_ from: String, _ to: String) -> Int32 { unsafe rename(from, to) }
