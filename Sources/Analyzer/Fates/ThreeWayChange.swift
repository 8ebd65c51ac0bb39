/// Who has changed the thing that a write acts on since the last sync (`docs/report.md`, "Three-way view").
public enum ThreeWayChange: String, Codable, Hashable, Sendable, CaseIterable {
  /// The device alone.
  case deviceOnly
  /// The server alone: what the device has is what it had at the last sync.
  case serverOnly
  /// Both, to different ends.
  case both
  /// Both, to the same end.
  case sameChange
  /// Neither: the write set what was there.
  case neither
  /// The trace does not show what was there at the last sync, or what the device had, or not where it is now.
  case unknown

  /// From what the last sync, the device and the server show.
  init(before: ObservedValue?, device: ObservedValue?, server: ObservedValue?) {
    guard let before, let device, let server else {
      self = .unknown
      return
    }
    let isSame = device.looksLike(server)
    switch (device.looksLike(before), server.looksLike(before)) {
    case (true, true): self = .neither
    case (false, true): self = .deviceOnly
    case (true, false): self = .serverOnly
    case (false, false): self = isSame ? .sameChange : .both
    }
  }
}

/// Who won where both sides had changed the same thing.
public enum Winner: String, Codable, Hashable, Sendable, CaseIterable {
  /// The device's change stands, and the server's is gone.
  case device
  /// Both changes stand.
  case both
}
