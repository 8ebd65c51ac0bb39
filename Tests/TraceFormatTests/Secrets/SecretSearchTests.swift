import TestSupport
import Testing

@testable import TraceFormat

@Suite struct SecretSearchTests {
  /// A JSON web token: `{"alg":"HS256","typ":"JWT"}`, `{"sub":"1","exp":2}` and a signature.
  static let token =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIiwiZXhwIjoyfQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg"

  private func replaced(_ text: String, _ scope: SecretSearch.Scope = .text) -> String {
    let bytes = SecretSearch.replacing(in: Array(text.utf8), scope) { _ in }
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Texts with a secret in them, and the secret.
  static let texts: [(text: String, secret: String)] = [
    ("GET /realm-sync?baas_at=abc-DEF_123 HTTP/1.1", "abc-DEF_123"),
    ("wss://h/api/realm-sync?x=1&baas_at=short&y=2", "short"),
    ("GET /r?BAAS_AT=Zq81&x HTTP/1.1", "Zq81"),
    ("baas%5Fat%3DpercentEncoded1", "percentEncoded1"),
    ("url=https%3A%2F%2Fh%2F%3Fbaas_at%3Dabc%252Edef%2526", "abc%252Edef"),
    ("AUTHORIZATION: Bearer Secret0Secret", "Secret0Secret"),
    ("Host: h\r\nauthorization:bearer opaque\r\nAccept: *", "opaque"),
    ("Proxy-Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
    ("Authorization: Digest username=\"u\", response=\"6629fae4\"", "6629fae4"),
    ("headers: {Authorization: Bearer aaaabbbb1, Accept: x}", "aaaabbbb1"),
    (#"["Authorization","Bearer qwertyuiop9"],["a","b"]"#, "qwertyuiop9"),
    (#"{"Authorization": "opaque-thing"}"#, "opaque-thing"),
    (#"{"access_token":"at","user_id":"5f1e"}"#, #""at""#),
    (#"{"refresh_token" : "rt-1","device_id":"5f1e"}"#, "rt-1"),
    (#"{\"access_token\":\"inner-token\"}"#, "inner-token"),
    (#"{"msg":"got {\"refreshToken\":\"deep\\u002esecret\"}"}"#, #"deep\\u002esecret"#),
    (#"{"username":"u","password":"p w"}"#, "p w"),
    (#"{"password":"a\"quoted"}"#, "quoted"),
    ("login failed for u with password=hunter2", "hunter2"),
    ("password: hunter22", "hunter22"),
    ("mongodb+srv://app:S3cr3t@cluster/db", "S3cr3t"),
    ("Cookie: session=abc; theme=dark", "abc; theme=dark"),
    ("set-cookie: sid=31d4d96e407aad42; HttpOnly", "31d4d96e407aad42"),
    ("X-Api-Key: k1k2k3k4", "k1k2k3k4"), ("clientSecret=cs", "=cs"),
    ("https://s3/x?X-Amz-Signature=aa11&X-Amz-Credential=AKIA1", "aa11"),
    ("https://s3/x?X-Amz-Signature=aa11&X-Amz-Credential=AKIA1", "AKIA1"),
    ("token qT8zP0aVb3kLmN5rXw7YcD1e was refused", "qT8zP0aVb3kLmN5rXw7YcD1e"),
    ("qT8zP0aVb3kLmN5rXw7YcD1e is no valid token", "qT8zP0aVb3kLmN5rXw7YcD1e"),
    ("refreshing with \(token) failed", token), ("x\(token)", token),
    (token.replacing(".", with: #"\u002e"#), "c2lnbmF0dXJl"),
    (token.replacing(".", with: "%2E"), "c2lnbmF0dXJl"),
    (token.replacing("y", with: #"\u0079"#), "c2lnbmF0dXJl"),
    ("cut: eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWI", "eyJzdWI"),
    ("eyJFAKETOKEN_SECRET_abc.def.ghi", "SECRET"),
    ("body eyJhY2Nlc3NfdG9rZW4iOiJoaWRkZW4tdG9rZW4ifQ==", "eyJhY2Nl"),
    ("-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----", "MIIB"),
    ("failed. Logs: https://h/logs?co_id=abcd&sign=unnamed1", "unnamed1"),
    (#"{"provider":"custom-token","token":"in-the-next"}"#, "in-the-next"),
    (#"{"tokens":["first-one","the-second"]}"#, "the-second"),
    (#"{"access_token" : [ "first-one", "the-second" ]}"#, "first-one"),
    (#"{"headers":{"Cookie":["sid=qwertyuiop9"]}}"#, "qwertyuiop9"),
    ("/login?code=qT8zP0aVb3kLmN5rXw7YcD1e&x=1", "qT8zP0aVb3kLmN5rXw7YcD1e"),
    ("JSESSIONID=qT8zP0aVb3kLmN5rXw7YcD1e", "qT8zP0aVb3kLmN5rXw7YcD1e"),
    (#"{"username":"u","otp":"123456"}"#, "123456"),
    ("access_token: qT8zP0aVb3\nkLmN5rXw7YcD1e", "kLmN5rXw7YcD1e"),
    (#"{"msg":"access_token: qT8zP0aVb3\nkLmN5rXw7YcD1e"}"#, "kLmN5rXw7YcD1e"),
    (
      token.prefix(20) + "\r\n" + token.dropFirst(20).prefix(40) + "\r\n " + token.dropFirst(60),
      "c2lnbmF0dXJl"
    ),
  ]

  @Test(arguments: texts)
  func `A secret is replaced, wherever it stands in a text`(text: String, secret: String) {
    let clean = replaced(text)
    #expect(text.contains(secret))
    #expect(!clean.contains(secret), "\(clean)")
    #expect(clean.contains("[removed-"), "\(clean)")
    // Whoever reads it again finds nothing more, and no name has gone.
    #expect(replaced(clean) == clean)
  }

  @Test(arguments: [
    "The client is ahead of the server (Bad server version (IDENT, UPLOAD)). Please wipe the file",
    "Bad user authentication (BIND): token expired", "invalid session: no access token was found",
    "invalid username/password: unauthorized", "Sending: BIND(token_size=31, session_ident=4)",
    "Connection[2] Session[4]: client_reset_config = false, token=0", "Authorization failed",
    "connection c1 of 507f1f77bcf86cd799439011 and 9f8c5a2e-5f3b-4a52-9d35-0b4b6d0c0f55",
    "primaryKey=507f1f77bcf86cd799439011, key: 12", "https://h:443/app/one@two?x=1&y=2",
    "Basic training begins, and the bearer of this ring too", "tokens: 12, secrets kept",
    "/Users/anna/Library/Containers/0C9B1F7E/Documents/default.realm token file",
    "Fetching changeset (data: 3F00057461626C653F0103696E74000000010100020001FB00)",
    "config=1 design=2 assign=3 monkey=4", #"{"token":null,"password":""}"#,
    "Logs: https://h/logs?co_id=62a1c0ffee62a1c0ffee62a1", "100% \\o/ C:\\temp\\new",
    "password=[removed-password]&x=1", "code=7\nretrying", "tokens: []", #"{"code":"ABC"}"#,
    "eyJ is how JSON begins in base64: eyJhIjoxfQ",
  ])
  func `What is no secret stays`(text: String) {
    #expect(replaced(text) == text)
  }

  @Test func `A line behind a secret is one of its own where it has words in it`() {
    let text = "access_token=qT8zP0aVb3kLmN5rXw7YcD1e\n"
    for line in ["Connection1 was closed", "size=Abcdef12", "retrying", "", "Session[2]: 12"] {
      #expect(replaced(text + line).hasSuffix("]\n\(line)"))
    }
  }

  @Test func `A mark says kind, length and digest, and is the same for every spelling`() {
    let plain = replaced("see \(Self.token).")
    #expect(plain == "see [removed-jwt-\(Self.token.utf8.count)-\(plain.suffix(10).prefix(8))].")
    #expect(
      replaced("baas_at=\(Self.token.replacing(".", with: "%2e"))")
        == "baas_at=" + plain.dropFirst(4).dropLast())
    #expect(replaced("baas_at=abcdef") == "baas_at=[removed-token-6]")
    #expect(replaced("password=abcdefabcdefabcdef") == "password=[removed-password]")
    let other = Self.token.dropLast() + "h"
    #expect(replaced("see \(other).") != plain)
    #expect(replaced("see \(other).").utf8.count == plain.utf8.count)
  }

  @Test func `In users' data only a JSON web token is one`() {
    for text in [
      "password=hunter2", "Bearer Secret0Secret", "eyJFAKE.def.ghi", "api_key: k1k2k3k4",
    ] {
      #expect(replaced(text, .userData) == text)
    }
    #expect(!replaced("{\"t\":\"\(Self.token)\"}", .userData).contains("c2lnbmF0"))
  }

  @Test func `An address of a log keeps the number of its request`() {
    let id = "62a1c0ffee62a1c0ffee62a1"
    #expect(
      replaced("https://h/logs?co_id=\(id)&a=b&c#d", .logAddress)
        == "https://h/logs?co_id=\(id)&a=[removed-query-1]&[removed-query-1]#[removed-query-1]")
  }

  /// Patterns at which a search could begin over and over.
  @Test(
    .slow, .timeLimit(.minutes(5)),
    arguments: [
      "eyJ", "eyJ.", "e", "ewew.", ".", "cookie: ", "token=\"", "token/", "A1token+", "://", "a://",
      "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "[removed-", "%25", "\\\\", "\\u005c", "=\"",
      "Bearer ", "token=A1b2c3d4e\n", "eyJhbGci.a.b1c2d3\n", "A1b2c3d4e\n", "tokens:[\"a\",",
      "logs: https://?", "\"password\":", "token:", "key=A1b", "co_id=&?",
    ])
  func `Time is linear in the size of a text`(pattern: String) {
    let bytes = Array(String(repeating: pattern, count: 400_000 / pattern.utf8.count).utf8)
    _ = SecretSearch.replacing(in: bytes, .text) { _ in }
    _ = SecretSearch.replacing(in: bytes, .logAddress) { _ in }
    _ = SecretSearch.replacing(in: bytes, .userData) { _ in }
  }
}
