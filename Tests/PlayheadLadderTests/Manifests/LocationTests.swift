import Expectations
import Foundation
import PlayheadManifests
import Testing

@Suite("Locations in manifests")
struct LocationTests {
  /// Where `reference` in a manifest at `base` leads; `nil` if it is refused.
  private func target(_ reference: String, from base: String) -> String? {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:1,\n\(reference)\n#EXT-X-ENDLIST"
    let manifest = try? ManifestFiles([base: text]).manifest(base)
    return manifest?.lanes[0].levels[0].segments[0].reference.location.text
  }

  @Test(
    "References resolve as in RFC 3986, section 5.4",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"),
      ("g;x?y#s", "http://a/b/c/g;x?y"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
      ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
      ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
      ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
      ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
      ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("https://u:p@h:8/x?y", "https://u:p@h:8/x?y"), ("HTTP://h/x", "http://h/x"),
      ("a b%zz%41é", "http://a/b/c/a%20b%25zz%41%C3%A9"),
      ("http:g", nil), ("data:,x", nil), ("ftp://h/x", nil), ("file:///x", nil),
      ("https:///x", nil),
    ] as [(String, String?)])
  func urls(reference: String, expected: String?) {
    let base = "http://a/b/c/d;p?q"
    expect(target(reference, from: base), equals: expected)
    // Foundation's own resolution, where it has a say and does not encode otherwise.
    guard let expected, !reference.contains(" "), !reference.contains("#"),
      !reference.contains("HTTP")
    else { return }
    let url = URL(string: reference, relativeTo: URL(string: base))
    expect(url?.absoluteURL.absoluteString, equals: expected)
  }

  @Test(
    "References of files are decoded paths",
    arguments: [
      ("g.ts", "a/b/m.m3u8", "a/b/g.ts"), ("g.ts", "m.m3u8", "g.ts"),
      ("../g.ts", "a/b/m.m3u8", "a/g.ts"), ("../../../g.ts", "a/b/m.m3u8", "../g.ts"),
      ("../g.ts", "../m.m3u8", "../../g.ts"), ("/x/../g.ts", "m.m3u8", "/g.ts"),
      ("g%20h.ts", "/m.m3u8", "/g h.ts"), ("100%.ts", "m.m3u8", "100%.ts"),
      ("g.ts?x=1", "m.m3u8", "g.ts"), ("./12:30.ts", "m.m3u8", "12:30.ts"),
      ("12:30.ts", "m.m3u8", "12:30.ts"), ("a:b.ts", "m.m3u8", nil), ("%ff.ts", "m.m3u8", nil),
      ("http://h/g", "m.m3u8", nil), ("//h/g", "m.m3u8", nil),
      ("file:///a/b/c/g%20h.ts", "/a/b/m.m3u8", "/a/b/c/g h.ts"),
      ("file://localhost/a/b/g.ts", "/a/b/m.m3u8", "/a/b/g.ts"),
      ("file:///a/b/../g.ts", "/a/b/m.m3u8", nil), ("file:///a/bc/g.ts", "/a/b/m.m3u8", nil),
      ("file://h/a/b/g.ts", "/a/b/m.m3u8", nil), ("file:g.ts", "/a/b/m.m3u8", nil),
    ] as [(String, String, String?)])
  func files(reference: String, base: String, expected: String?) {
    expect(target(reference, from: base), equals: expected)
  }

  @Test("Errors do not tell the secrets of an address")
  func secrets() throws {
    let url = "https://user:hunter22@h/m.m3u8?token=abcdefghij"
    let text = "#EXTM3U\n#EXTINF:1,\nftp://user:hunter22@h/x?token=abcdefghij\n"
    do throws(ManifestReadingError<ManifestFiles.Missing>) {
      _ = try ManifestFiles([url: text]).manifest(url)
      Issue.record("read")
    } catch {
      expect(!error.description.contains("hunter22"), "\(error)")
      expect(!error.description.contains("abcdefghij"), "\(error)")
    }
  }
}
