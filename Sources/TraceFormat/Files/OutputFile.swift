#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A regular file that is to be written, and how it gets its name once it is complete.
struct OutputFile {
  /// The file itself, behind links.
  let path: String
  /// The name that was asked for.
  let named: String
  /// The empty file that was there under the name, of a caller who reserved it.
  let reserved: FileStatus?
  let isReplacing: Bool

  init(path: String, named: String, reserved: FileStatus?, _ isReplacing: Bool) {
    (self.path, self.named) = (path, named)
    (self.reserved, self.isReplacing) = (reserved, isReplacing)
  }

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
    throw .ofOutput("create", named, EEXIST, "too many unfinished files are next to it")
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
