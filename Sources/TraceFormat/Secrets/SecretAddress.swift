/// Secrets in addresses: the password before a host, and what an address of the server's log asks with.
///
/// Who has such an address may read the log with it. What stays of its query is the number of the request,
/// by which whoever may read the log finds the place.
enum SecretAddress {
  private static let separator = Array("://".utf8)
  private static let logWords = ["logs: ", "logurl\":\"", "logurl\": \"", "logurl=", "logurl: "].map
  {
    Array($0.utf8)
  }

  static func find(
    in bytes: [UInt8], isLogAddress: Bool, _ found: inout [SecretSearch.Match]
  ) {
    if isLogAddress { findQuery(in: bytes, from: 0, end: bytes.count, &found) }
    var position = 0
    while let colon = bytes.firstIndex(ofByte: UInt8(ascii: ":"), from: position) {
      position = colon + 1
      guard bytes.hasBytes(separator, at: colon), colon > 0, bytes[colon - 1].isNameByte else {
        continue
      }
      let host = colon + separator.count
      let hostEnd = bytes.end(of: { !endsAddress($0) && !"/?#".utf8.contains($0) }, from: host)
      position = hostEnd
      findUser(in: bytes, host..<hostEnd, &found)
      guard !isLogAddress, isOfLog(bytes, colon) else { continue }
      position = bytes.end(of: { !endsAddress($0) }, from: hostEnd)
      findQuery(in: bytes, from: hostEnd, end: position, &found)
    }
  }

  /// Whether the words before an address say that it is one of the server's log.
  private static func isOfLog(_ bytes: [UInt8], _ colon: Int) -> Bool {
    var start = colon
    while start > 0, colon - start < 16, bytes[start - 1].isNameByte { start -= 1 }
    return logWords.contains { word in
      start >= word.count
        && word.indices.allSatisfy { bytes[start - word.count + $0].lowercasedASCII == word[$0] }
    }
  }

  /// `user:password@host`
  private static func findUser(
    in bytes: [UInt8], _ host: Range<Int>, _ found: inout [SecretSearch.Match]
  ) {
    guard let at = bytes[host].lastIndex(of: UInt8(ascii: "@")) else { return }
    let user = bytes[host.lowerBound..<at]
    if let colon = user.firstIndex(of: UInt8(ascii: ":")) {
      guard SecretMark.end(in: bytes, at: colon + 1) == nil else { return }
      found.append(SecretSearch.Match(range: colon + 1..<at, kind: .password))
    } else if SecretStrength(user).isLongAndRandom {
      found.append(SecretSearch.Match(range: host.lowerBound..<at, kind: .token))
    }
  }

  private static func findQuery(
    in bytes: [UInt8], from start: Int, end: Int, _ found: inout [SecretSearch.Match]
  ) {
    var position = bytes.end(of: { $0 != 0x3F && $0 != 0x23 }, from: start, limit: end)
    while position < end {
      let item = position + 1
      position = bytes.end(
        of: { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: ";") && $0 != 0x23 }, from: item,
        limit: end)
      let nameEnd = bytes.end(of: { $0 != 0x3D }, from: item, limit: position)
      let value = nameEnd < position ? nameEnd + 1..<position : item..<position
      guard !value.isEmpty, SecretMark.end(in: bytes, at: value.lowerBound) == nil,
        !isRequestNumber(bytes[item..<nameEnd], bytes[value])
      else { continue }
      found.append(SecretSearch.Match(range: value, kind: .query))
    }
  }

  /// The server's number of a connection or a request: an ObjectId or a UUID.
  private static func isRequestNumber(
    _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>
  ) -> Bool {
    guard name.elementsEqual("co_id".utf8) || name.elementsEqual("request_id".utf8) else {
      return false
    }
    return value.count <= 36 && value.allSatisfy { $0.isHexDigit || $0 == UInt8(ascii: "-") }
  }

  private static func endsAddress(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x22 || byte == 0x3C || byte == 0x3E || byte == 0x5C || byte == 0x60
  }
}
