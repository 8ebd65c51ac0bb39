/// The readable forms of a changeset that stands encoded in an event.
///
/// What cannot be decoded is shown as bytes, with the reason, because a damaged changeset is what
/// somebody may be looking for.
enum EncodedChangeset {
  /// The instructions as JSON; for bytes that are not a changeset, an object that says why.
  static func json(_ bytes: [UInt8]) -> JSONText {
    do throws(DecodingFailure) {
      return try Changeset(decoding: bytes).json
    } catch {
      return .members([
        "notDecodable": .string(error.description), "bytes": .string(Hex.encode(bytes)),
      ])
    }
  }

  static func lines(_ bytes: [UInt8]) -> [String] {
    do throws(DecodingFailure) {
      let changeset = try Changeset(decoding: bytes)
      return changeset.instructions.map { changeset.text(of: $0) }
    } catch {
      return ["not decodable: \(error)"]
    }
  }
}
