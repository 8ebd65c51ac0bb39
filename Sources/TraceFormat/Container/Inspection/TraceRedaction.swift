/// What a recovery takes out of the records that it copies, and how much of it there was.
struct TraceRedaction {
  private(set) var redactor = SecretRedactor()

  /// The record without its secrets. One in which there are none is the same, byte for byte; in any
  /// other the fields that this build does not know stay behind those that it knows.
  mutating func redacted(_ record: Record) -> Record {
    var failure: DecodingFailure?
    let event = Event(record, failure: &failure)
    let redacted = redactor.redacted(event)
    let known = Record(event).body
    let isWhole = known.count >= record.body.count || !record.body.starts(with: known)
    let rest =
      isWhole ? [] : redactor.redacted(unread: Array(record.body.dropFirst(known.count)))
    let body = Record(redacted).body + rest
    guard redacted != event || !isWhole && body != record.body else { return record }
    var head = Record(redacted).head
    head.flags = record.head.flags
    head.bodySize = UInt32(clamping: body.count)
    var result = Record(head: head, body: body)
    result.isRecorded = record.isRecorded
    return result
  }

  /// The header without its secrets, which says so.
  mutating func redacted(_ header: TraceHeader) -> TraceHeader { header.redacted(by: &redactor) }

  /// The closing notes without their secrets, and with how many there were in all.
  mutating func redacted(_ notes: [TraceHeader.Metadata]) -> [TraceHeader.Metadata] {
    let header = TraceHeader(metadata: notes).rewritten(by: &redactor.rewriting)
    return header.metadata + redactor.counts.closingNotes
  }
}
