import Scrubbing
import TraceFormat

/// The file of a key.
struct ScrubKeyFile {
  var path: String

  /// How to make a key.
  private var hint: String {
    "`head -c 32 /dev/urandom > \(path)` makes a key; keep it to yourself"
  }

  /// The key.
  ///
  /// - Throws: where there is no such file, or what is in it is not a key, with the next step.
  func key() throws -> ScrubKey {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.readAll(
        InputFile.source(path), sizeMaxBytes: ScrubKey.sizeMaxBytes)
    } catch let failure as FileFailure {
      var described = CommandFailure(describing: failure)
      described.hint = hint
      throw described
    }
    do throws(ScrubKeyFailure) {
      return try ScrubKey(bytes)
    } catch {
      throw CommandFailure(.badInput, "`\(path)`: \(error)", hint: hint)
    }
  }
}
