/// The parts of a file that were read last, within a bounded amount of memory.
package final class PageCache {
  private let bytes: any PlainBytes
  private var windows: [Int: [UInt8]] = [:]
  /// The windows in memory, in the order they were read.
  private var order: [Int] = []
  private var lastIndex = -1
  private var last: [UInt8] = []
  private let countMax: Int
  private let shift: Int

  private static let bytesMax = 1 << 25

  package init(_ bytes: any PlainBytes) {
    self.bytes = bytes
    size = bytes.size
    countMax = Self.bytesMax / bytes.windowSize
    shift = bytes.windowSize.trailingZeroBitCount
  }

  package let size: Int

  /// Gives the memory back; what is asked for later is read again.
  func forget() {
    (windows, order) = ([:], [])
    (lastIndex, last) = (-1, [])
  }

  /// Bytes with what surrounds them: an array, and where in it they begin; throws where the file ends before.
  func stretch(at offset: Int, count: Int) throws(RealmFileFailure) -> (
    bytes: [UInt8], start: Int
  ) {
    try require(
      offset >= 0 && count >= 0 && offset <= size && count <= size - offset, 8, "\(count) bytes",
      found: "\(max(size - offset, 0)) until the end", at: offset)
    let index = offset >> shift
    let start = offset - index << shift
    let window = try window(index)
    if count <= window.count - start { return (window, start) }
    return (try joined(at: offset, count: count), 0)
  }

  /// Bytes that several windows hold.
  private func joined(at offset: Int, count: Int) throws(RealmFileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let position = offset + bytes.count
      let window = try window(position >> shift)
      let start = position & (1 << shift - 1)
      let end = min(start + count - bytes.count, window.count)
      guard start < end else { throw RealmFileFailure(.changedWhileReading, at: position) }
      bytes += window[start..<end]
    }
    return bytes
  }

  private func window(_ index: Int) throws(RealmFileFailure) -> [UInt8] {
    if index == lastIndex { return last }
    if let present = windows[index] {
      (lastIndex, last) = (index, present)
      return present
    }
    var window = order.count >= countMax ? takeOldest() : []
    try bytes.readWindow(at: index << shift, into: &window)
    windows[index] = window
    order.append(index)
    (lastIndex, last) = (index, window)
    return window
  }

  /// Forgets the window that was read first; its memory is good for another one.
  private func takeOldest() -> [UInt8] {
    var window = windows.removeValue(forKey: order.removeFirst()) ?? []
    window.removeAll(keepingCapacity: true)
    return window
  }
}

/// The plain bytes of a Realm file, of which a stretch at a time is read.
///
/// Files are read and never mapped: a file that somebody truncates meanwhile ends in an error and not in a signal.
package protocol PlainBytes: AnyObject {
  var size: Int { get }
  /// The size of the stretches that are read: a power of two.
  var windowSize: Int { get }
  /// Appends the bytes of a stretch, which begins at a multiple of the window's size; fewer at the end.
  func readWindow(at offset: Int, into window: inout [UInt8]) throws(RealmFileFailure)
}
