import Expectations
import Testing

@testable import PlayheadFiles

@Suite("An address as it may be shown") struct ShownAddressTests {
  @Test(
    "Users and passwords are left out, however they are written",
    arguments: [
      ("http://h/a.mp4", "http://h/a.mp4"), ("http://u@h/a", "http://***@h/a"),
      ("https://u:p@h:80/a?b=c#d", "https://***@h:80/a?b=c#d"), ("http://u:p@h", "http://***@h"),
      ("HTTP://u:p@[::1]:8/a", "HTTP://***@[::1]:8/a"), ("http://[::1]:8/a", "http://[::1]:8/a"),
      ("http://u:p@x@h/a", "http://***@h/a"), ("http://u:p/q@h/a", "http://***@h/a"),
      ("http://u:p?q@h/a", "http://***@h/a"), ("http://h:80/@x/a", "http://h:80/@x/a"),
      ("ftp://u:p@h/a", "ftp://***@h/a"), ("http://:p@h/", "http://***@h/"),
      ("/a/u:p@h", "/a/u:p@h"), ("a.mp4?token=x", "a.mp4?token=x"), ("", ""),
      ("http://h\\u:p@x/", "http://***@x/"), ("http:///u:p@h/a", "http:///***@h/a"),
      ("http:////u:p@h", "http:////***@h"), ("file:///a/u:p@h", "file:///a/u:p@h"),
    ])
  func users(address: String, shown: String) {
    expect(ShownAddress(address).text, equals: shown)
    // What is shown has no secrets.
    expect(ShownAddress(shown).text, equals: shown)
  }

  @Test(
    "Values are left out whose name says that they are secrets",
    arguments: [
      "token", "Token", "access_token", "accessToken", "auth", "X-Auth", "sig", "sign", "Signature",
      "key", "apikey", "api-key", "Key-Pair-Id", "AWSAccessKeyId", "Policy", "X-Amz-Date",
      "x-amz-security-token", "X-Goog-Signature", "hdnts", "hdnea", "hmac", "password", "pwd",
      "client_secret", "jwt", "session", "SESSIONID", "md5", "hash", "securitykey", "oauth_nonce",
    ])
  func names(name: String) {
    expect(ShownAddress("http://h/a?v=1&\(name)=x&w=2").text == "http://h/a?v=1&\(name)=***&w=2")
    expect(ShownAddress("http://h/a#\(name)=x").text == "http://h/a#\(name)=***")
    expect(ShownAddress("http://h/a;\(name)=x/b").text == "http://h/a;\(name)=***/b")
    expect(ShownAddress("http://h/\(name)=x/b.mp4").text == "http://h/\(name)=***/b.mp4")
  }

  @Test(
    "A reference of a manifest is shown without secrets, too",
    arguments: [
      ("v0.m4s?token=x", "v0.m4s?token=***"), ("//u:p@h/a?sig=x", "//***@h/a?sig=***"),
      ("http://u:p@h/a", "http://***@h/a"), ("a;key=x/b.ts", "a;key=***/b.ts"),
      ("a/http://b", "a/http://b"), ("/a/u:p@h", "/a/u:p@h"), ("v0.m4s?v=1#t=2", "v0.m4s?v=1#t=2"),
      ("", ""),
    ])
  func references(reference: String, shown: String) {
    expect(ShownAddress(reference: reference).text, equals: shown)
  }

  @Test(
    "Values are left out that have secrets in them, and names are what they decode to",
    arguments: [
      "%74oken=S", "t%6Fken=S", "url=http://u:S@x/", "src=http://x/?token=S", "x=1%26token%3DS",
      "x=1%2526token%253DS", "x=1,token=S", "x=1|token=S", "x=token:S", "vkey=S", "__gda__=S",
      "x={\"token\":\"S\"}",
    ])
  func nested(query: String) {
    let name = query.prefix { $0 != "=" }
    expect(ShownAddress("http://h/a?\(query)&v=1").text == "http://h/a?\(name)=***&v=1")
    expect(ShownAddress("http://h/a?{\"token\":\"S\"}").text == "http://h/a?***")
  }

  @Test(
    "Other values stay, and so do names that only begin like those",
    arguments: [
      "id=12345678901234567890123", "keyframe=1", "monkey=2", "design=3", "v=1.2.3", "token=",
      "title=my-long-video-title-from-season-01-episode-02", "q=a&q=b", "quality=1080p", "=x", "",
      "expires=1", "url=http://x/a?v=1", "time=12:30:00", "x=a%2Cb%3D1", "%zz=1", "t=30",
      "author=me", "compass=n", "Passage=2",
    ])
  func others(query: String) {
    expect(ShownAddress("http://h/a?\(query)").text == "http://h/a?\(query)")
  }

  @Test(
    "Long values that change as chance does are left out, whatever their name",
    arguments: [
      "d41d8cd98f00b204e9800998ecf8427e", "550e8400-e29b-41d4-a716-446655440000",
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc",
      "AbC1dEfG2hIjK3lMnO4p",
    ])
  func values(value: String) {
    expect(ShownAddress("http://h/a?x=\(value)").text == "http://h/a?x=***")
    expect(ShownAddress("http://h/a?\(value)").text == "http://h/a?***")
    // Files are named by digests.
    expect(ShownAddress("http://h/\(value).mp4").text == "http://h/\(value).mp4")
  }

  @Test(
    "A value has to have 20 letters and digits, and 4 changes, not counting those into a word",
    arguments: [
      ("aaaaaaaaaaaaaaaaa1a1", false), ("aaaaaaaaaaaaaaaa1a1a", true),
      ("aaaaaaaaaaaaaaa1a1a", false), ("aaaaaaaaaaaaaaa1-a1a", false),
      ("aaaaaaaaaaaaAaAaAaAa", true), ("AaAaAaAaaaaaaaaaaaaa", false),
    ])
  func bounds(value: String, isRandom: Bool) {
    expect(SecretQuery.isRandom(value), equals: isRandom)
  }

  @Test("What limits a signature goes with it, and stays without one")
  func terms() {
    expect(
      ShownAddress("http://h/a?Expires=1&se=2&Signature=x").text
        == "http://h/a?Expires=***&se=***&Signature=***")
    expect(ShownAddress("http://h/a?Expires=1&se=2").text == "http://h/a?Expires=1&se=2")
  }

  @Test("Addresses within words lose their secrets, and nothing else of the words")
  func words() {
    expect(
      ShownAddress.hiding(in: "cannot read, http://u:p@h/a?token=abc: why; see 'https://h/?sig=x'.")
        == "cannot read, http://***@h/a?token=***: why; see 'https://h/?sig=***'.")
    // A place stays behind what is hidden already; elsewhere it might be the end of a secret.
    expect(
      ShownAddress.hiding(
        in: "malformed, http://h/a?token=***:7:1: why; http://h/a?sig=***:12: why")
        == "malformed, http://h/a?token=***:7:1: why; http://h/a?sig=***:12: why")
    expect(ShownAddress.hiding(in: "http://h/a?token=abc:7:1: why") == "http://h/a?token=***: why")
    expect(ShownAddress.hiding(in: "http://h/a?token=***:7:1x why") == "http://h/a?token=*** why")
    expect(ShownAddress.hiding(in: "a://") == "a://")
    expect(ShownAddress.hiding(in: "token=abc"), equals: "token=abc")
    expect(ShownAddress("http://h/?token=abcdef").hiding(in: "not abcdef") == "not ***")
    expect(ShownAddress("http://user12:pass34@h/").hiding(in: "user12 pass34") == "*** ***")
  }
}
