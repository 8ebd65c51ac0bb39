extension Record {
  init(_ event: Event) {
    var body: [UInt8] = []
    body.reserveCapacity(128)
    let type = event.content.encodeRecord(into: &body)
    self.init(
      head: RecordHead(
        type: type, flags: event.isSuspect ? RecordHead.suspectFlag : 0,
        bodySize: UInt32(clamping: body.count), sequence: event.sequence,
        timeMicroseconds: event.timeMicroseconds, session: event.session),
      body: body)
  }
}

extension Event {
  /// The event of a record. One of an unknown type, or one that cannot be understood (a newer
  /// version may have added a name), is kept as it is; `failure` then says why.
  init(_ record: Record, failure: inout DecodingFailure?) {
    var known: Content?
    var reader = ByteReader(record.body.rawBytes)
    do throws(DecodingFailure) {
      known = try Content(record.head.type, decoding: &reader)
    } catch {
      failure = error
    }
    self.init(
      sequence: record.head.sequence, timeMicroseconds: record.head.timeMicroseconds,
      session: record.head.session, isSuspect: record.head.isSuspect,
      content: known
        ?? .unknown(UnknownRecord(recordType: record.head.type, bytes: record.body)))
  }

  /// The bytes of its record in a trace, before compression.
  package var recordSize: Int { RecordHead.size + Record(self).body.count }
}
