import Foundation

/// The three streams that a process is started with.
enum StandardStreams {
  /// Puts something into the place of each that was closed (`>&-`): the next file that is opened would get
  /// its number, and what is printed would go into that file. Reading from it and writing to it fail.
  static func occupyClosed() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      guard fcntl(number, F_GETFD) == -1, errno == EBADF else { continue }
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
