extension WireMessage {
  /// The message as it can be printed again: its head and its body.
  ///
  /// These are the very bytes of the wire unless the body was compressed. Then the head is as sent
  /// and the body inflated, because a compressor's choices are not kept.
  public var wireBytes: [UInt8] { head + body }
}
