extension Loss {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(optional: firstSequence)
    bytes.append(optional: recordCount)
    bytes.append(field: reason)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    firstSequence = try reader.readOptional()
    recordCount = try reader.readOptional()
    reason = try reader.readString()
  }
}

extension Note {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(field: text)
    // Left out where there is none: it came later than the field before it.
    if let reset {
      bytes.append(flag: true)
      bytes.append(field: JSONText(fact: reset).text())
    }
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    text = try reader.readString()
    guard !reader.isAtEnd, try reader.readFlag() else { return }
    let start = reader.offset
    let json = try JSONText(parsing: Array(try reader.readString().utf8))
    do throws(JSONShapeFailure) {
      reset = try JSONNode(json).fact()
    } catch {
      throw .invalidValue("\(error)", at: start)
    }
  }
}
