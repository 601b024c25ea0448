import Expectations
import PlayheadLadder
import PlayheadManifests
import PlayheadModel
import Testing

@Suite("Mutated manifests")
struct MutatedManifestTests {
  private static let media = """
    #EXTM3U
    #EXT-X-VERSION:8
    #EXT-X-DEFINE:IMPORT="v"
    #EXT-X-TARGETDURATION:4
    #EXT-X-MEDIA-SEQUENCE:1
    #EXT-X-DISCONTINUITY-SEQUENCE:9
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-MAP:URI="i{$v}.mp4",BYTERANGE="720@0"
    #EXTINF:4.004,title
    #EXT-X-BYTERANGE:1000@720
    a.mp4
    #EXT-X-BITRATE:900
    #EXTINF:4,
    #EXT-X-BYTERANGE:1000
    a.mp4
    #EXT-X-DISCONTINUITY
    #EXT-X-GAP
    #EXTINF:.5,
    ../b%20c{$v}.mp4?x=1
    #EXT-X-ENDLIST
    """

  private static let multivariant = """
    #EXTM3U
    #EXT-X-DEFINE:NAME="v",VALUE="1"
    #EXT-X-CONTENT-STEERING:SERVER-URI="s",PATHWAY-ID="."
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="m.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="en",URI="s.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=1000,AVERAGE-BANDWIDTH=900,CODECS="avc1.1,mp4a.40.2",RESOLUTION=64x36,FRAME-RATE=29.97,AUDIO="a"
    m.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=2000,AUDIO="a"
    m.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i"
    """

  private static let mpd = """
    <?xml version="1.0" encoding="utf-8"?>
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT0H0M20.5S">
    <BaseURL>x/</BaseURL>
    <Period duration="PT9S"><AdaptationSet contentType="video" frameRate="30000/1001">
    <SegmentTemplate timescale="1000" presentationTimeOffset="100" media="$RepresentationID$/$Time%05d$.m4s" initialization="$Bandwidth$.mp4">
    <SegmentTimeline><S t="0" d="2000" r="2"/><S d="500"/><S t="7000" d="900" r="-1"/></SegmentTimeline></SegmentTemplate>
    <Representation id="a" bandwidth="1000" width="64" height="36" codecs="avc1.1"/>
    <Representation id="b" bandwidth="2000"/></AdaptationSet>
    <AdaptationSet mimeType="audio/mp4" lang="en"><Representation id="c" bandwidth="3"><BaseURL>s.mp4</BaseURL>
    <SegmentBase indexRange="0-67" timescale="10"><Initialization range="0-5"/></SegmentBase></Representation></AdaptationSet>
    </Period>
    <Period><AdaptationSet contentType="video"><SegmentTemplate duration="2" media="$Number$" startNumber="4"/>
    <Representation id="a" bandwidth="1000"/></AdaptationSet>
    <AdaptationSet mimeType="audio/mp4"><Representation id="c" bandwidth="3">
    <SegmentList duration="6"><SegmentURL media="p"/><SegmentURL media="q" mediaRange="3-9"/></SegmentList>
    </Representation></AdaptationSet></Period>
    </MPD>
    """

  /// An index of two fragments of 4 and 6 s.
  private static let index: [UInt8] =
    [0, 0, 0, 56] + Array("sidx".utf8) + [
      0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
    + [0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 40, 0x90, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 60, 0x90, 0, 0, 0]

  /// Documents with a few bytes, lines or numbers changed.
  private struct Mutator {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state &+= SplitMix.increment
      return Int(SplitMix.mixed(state) % UInt64(max(1, bound)))
    }

    mutating func mutated(_ document: [UInt8]) -> [UInt8] {
      var bytes = document
      for _ in 0...below(4) {
        guard !bytes.isEmpty else { break }
        let place = below(bytes.count)
        switch below(7) {
        case 0: bytes[place] ^= 1 << UInt8(below(8))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8(below(256)), at: place)
        case 3:
          // A line less, or twice.
          let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
          let line = below(lines.count)
          let isRepeated = below(2) == 0
          bytes = Array(
            lines.enumerated().flatMap { number, text -> [ArraySlice<UInt8>] in
              number == line ? (isRepeated ? [text, text] : []) : [text]
            }.joined(separator: [10]))
        case 4:
          // A number that is large, small or none.
          guard let digit = bytes[place...].firstIndex(where: { (48...57).contains($0) }) else {
            continue
          }
          let end = bytes[digit...].firstIndex { !(48...57).contains($0) } ?? bytes.count
          let numbers = [
            "0", "-1", "9223372036854775807", "4611686018427387904", "18446744073709551616", "1e9",
            "",
          ]
          bytes.replaceSubrange(digit..<end, with: Array(numbers[below(numbers.count)].utf8))
        case 5: bytes.removeSubrange(place..<min(bytes.count, place + below(40)))
        default:
          let words = [
            "\"", ",", "{$v}", "$Number$", "&x;", "<!--", "]]>", "<S d=\"1\" r=\"-1\"/>",
            "\u{FEFF}", "#EXT-X-DISCONTINUITY\n",
          ]
          bytes.insert(contentsOf: Array(words[below(words.count)].utf8), at: place)
        }
      }
      return bytes
    }
  }

  @Test(
    "They end with a manifest that holds together, or with errors",
    arguments: Seeds.each(few: 3, all: 30))
  func mutations(seed: UInt64) {
    var mutator = Mutator(state: seed)
    var readCount = 0
    for round in 0..<300 {
      var files = ManifestFiles(["m.m3u8": Self.media, "x/s.mp4": ""])
      files.documents["main.m3u8"] = Array(Self.multivariant.utf8)
      files.documents["m.mpd"] = Array(Self.mpd.utf8)
      files.documents["x/s.mp4"] = Self.index
      let names = files.documents.keys.sorted()
      let changed = names[mutator.below(names.count)]
      // The first round shows that what is changed can be read.
      if round > 0 {
        files.documents[changed] = mutator.mutated(files.documents[changed] ?? [])
      }
      for name in ["main.m3u8", "m.mpd"] {
        let options = ManifestOptions(language: nil, asVoD: mutator.below(2) == 0)
        do throws(ManifestReadingError<ManifestFiles.Missing>) {
          check(try files.manifest(name, options: options), seed: seed)
          readCount += 1
        } catch {
          expect(!error.description.isEmpty && round > 0, "seed \(seed): \(error)")
        }
      }
    }
    // Neither are all refused, nor is what is changed never noticed.
    expect((300..<600).contains(readCount), "seed \(seed): \(readCount)")
  }

  private func check(_ manifest: Manifest, seed: UInt64) {
    expect(!manifest.lanes.isEmpty, "seed \(seed)")
    for lane in manifest.lanes {
      expect(!lane.levels.isEmpty, "seed \(seed)")
      let rates = lane.levels.map { $0.bitRate?.bitsPerSecond ?? 0 }
      expect(rates, equals: rates.sorted(), "seed \(seed)")
      for level in lane.levels {
        expect(!level.segments.isEmpty, "seed \(seed)")
        let starts = level.segments.map(\.declared.start)
        expect(starts, equals: starts.sorted(), "seed \(seed)")
        expect(
          level.segments.allSatisfy { ($0.initialization ?? -1) < level.initializations.count },
          "seed \(seed)")
      }
    }
  }
}
