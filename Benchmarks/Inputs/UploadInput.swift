import TraceFormat

/// A message of the sync protocol as a client uploads it.
public enum UploadInput {
  /// An UPLOAD of session 1 with one changeset that creates inspections: of about so many bytes.
  public static func message(size: Int, seed: UInt64 = 70) -> [UInt8] {
    let sampleCount = 100
    let objectSize = changeset(objectCount: sampleCount, seed: seed).count / sampleCount
    let changeset = changeset(objectCount: size / objectSize, seed: seed)
    let body = Array("2 1 1000 0 \(changeset.count) ".utf8) + changeset
    return Array("upload 1 0 \(body.count) 0 2 1 0\n".utf8) + body
  }

  private static func changeset(objectCount: Int, seed: UInt64) -> [UInt8] {
    var generator = ChangesetGenerator(seed: seed)
    let objects = (0..<objectCount).map { generator.object(number: $0) }
    return generator.creation(of: objects)
  }
}
