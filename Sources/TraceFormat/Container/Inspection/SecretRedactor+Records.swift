extension SecretRedactor {
  /// The record without its secrets. One in which there are none is the same, byte for byte; in any
  /// other the fields that this build does not know stay behind those that it knows.
  mutating func redacted(_ record: Record) -> Record {
    var failure: DecodingFailure?
    let event = Event(record, failure: &failure)
    let redacted = redacted(event)
    let known = Record(event).body
    let isWhole = known.count >= record.body.count || !record.body.starts(with: known)
    let rest =
      isWhole ? [] : self.redacted(unread: Array(record.body.dropFirst(known.count)))
    let body = Record(redacted).body + rest
    guard redacted != event || !isWhole && body != record.body else { return record }
    var head = Record(redacted).head
    head.flags = record.head.flags
    head.bodySize = UInt32(clamping: body.count)
    var result = Record(head: head, body: body)
    result.isRecorded = record.isRecorded
    return result
  }

  /// The closing notes without their secrets, and with how many there were in all.
  mutating func redacted(_ notes: [TraceHeader.Metadata]) -> [TraceHeader.Metadata] {
    let header = TraceHeader(metadata: notes).rewritten(by: &rewriting)
    return header.metadata + counts.closingNotes
  }
}
