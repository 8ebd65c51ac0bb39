/// The plain bytes of a Realm file, of which a stretch at a time is read.
///
/// Files are read and never mapped: a file that somebody truncates meanwhile ends in an error and not in
/// a signal.
package protocol PlainBytes: AnyObject {
  /// The number of plain bytes.
  var size: Int { get }
  /// The size of the stretches that are read: a power of two.
  var windowSize: Int { get }
  /// Appends the bytes of a stretch, which begins at a multiple of the window's size; fewer at the end.
  func readWindow(at offset: Int, into window: inout [UInt8]) throws(RealmFileFailure)
}
