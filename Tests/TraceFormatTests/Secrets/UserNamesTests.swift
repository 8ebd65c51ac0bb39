import Testing

@testable import TraceFormat

@Suite struct UserNamesTests {
  private func redacted(_ texts: [String]) -> [String] {
    var redactor = SecretRedactor(removesUserNames: true)
    return texts.map { redactor.redacted($0) }
  }

  private static let user = "65e2f0a1b2c3d4e5f6071829"

  @Test(arguments: [
    "/data/mongodb-realm/app-abcde/\(user)/x.realm", "user_id: \(user)", "App: log_out(\(user))",
    "a%2F\(user)%2Fx", #"{"user_id":"\#(user)"}"#,
  ])
  func `an identifier gives way where something tells that it is a user's`(_ text: String) {
    #expect(!redacted([text])[0].contains(Self.user), "\(text)")
    #expect(redacted([text])[0].contains("[removed-user-24-"), "\(text)")
  }

  @Test func `it is found again wherever it stands, with the same mark`() {
    let texts = redacted(["user_id: \(Self.user)", "owner == oid(\(Self.user))"])
    let mark = texts[0].dropFirst("user_id: ".count)
    #expect(texts[1] == "owner == oid(\(mark))")
  }

  @Test func `an identifier that nothing is known of stays`() {
    #expect(redacted(["object \(Self.user)"])[0] == "object \(Self.user)")
  }

  @Test(arguments: [
    ("/Users/mary/Library/x.realm", "/Users/[removed-name]/Library/x.realm"),
    ("/home/mary/x.realm", "/home/[removed-name]/x.realm"),
    (#"C:\Users\Mary Ann\x.realm"#, #"C:\Users\[removed-name] Ann\x.realm"#),
    ("mail jo.doe+x@mail.example.org.", "mail [removed-name]."),
    ("a @ b, x@y", "a @ b, x@y"),
  ])
  func `addresses and homes`(_ text: String, _ expected: String) {
    #expect(redacted([text])[0] == expected)
  }

  @Test func `other redactors keep them, and a mark is no name`() {
    var plain = SecretRedactor()
    #expect(plain.redacted("/Users/mary/x") == "/Users/mary/x")
    let once = redacted(["/Users/mary/\(Self.user)/x", "jo@example.org"])
    #expect(redacted(once) == once)
  }
}
