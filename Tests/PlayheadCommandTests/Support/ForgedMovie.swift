import Foundation

/// MP4 files of a few bytes that ask a reader for very much.
enum ForgedMovie {
  /// Six runs of 89 million samples each in one fragment, after the header of `base`, a fragmented
  /// file.
  static func longRuns(after base: [UInt8]) -> [UInt8] {
    var header: [UInt8] = []
    for box in boxes(base, 0..<base.count) {
      header += base[box.range]
      if box.type == "moov" { break }
    }
    // Of track 1, with a default duration and size, relative to the fragment.
    let track = self.box("tfhd", words(0x02_0018, 1, 512, 1))
    let run = self.box("trun", words(0, 89_000_000))
    let runs = [[UInt8]](repeating: run, count: 6).joined()
    return header
      + self.box("moof", self.box("mfhd", words(0, 1)) + self.box("traf", track + runs))
      + self.box("mdat", [UInt8](repeating: 0, count: 3000))
  }

  /// `base`, whose `moov` is its last box, with an edit list of `count` edits, all of the whole
  /// track, in its first track.
  static func edits(_ count: Int, in base: [UInt8]) -> [UInt8] {
    var file: [UInt8] = []
    for box in boxes(base, 0..<base.count) {
      guard box.type == "moov" else {
        file += base[box.range]
        continue
      }
      var movie: [UInt8] = []
      var isFirst = true
      for part in boxes(base, (box.range.lowerBound + 8)..<box.range.upperBound) {
        guard part.type == "trak", isFirst else {
          movie += base[part.range]
          continue
        }
        isFirst = false
        movie += self.box("trak", track(base, part.range, count))
      }
      file += self.box("moov", movie)
    }
    return file
  }

  private static func track(_ base: [UInt8], _ range: Range<Int>, _ count: Int) -> [UInt8] {
    let edit = words(12_000, 0, 0x1_0000)
    let list = box(
      "elst", words(0, UInt32(count)) + [[UInt8]](repeating: edit, count: count).joined())
    var track: [UInt8] = []
    for part in boxes(base, (range.lowerBound + 8)..<range.upperBound) where part.type != "edts" {
      track += base[part.range]
      if part.type == "tkhd" { track += box("edts", list) }
    }
    return track
  }

  private static func words(_ words: UInt32...) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    words(UInt32(content.count + 8)) + Array(type.utf8) + content
  }

  private static func boxes(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> [(type: String, range: Range<Int>)] {
    var found: [(type: String, range: Range<Int>)] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let size = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
      found.append((type, place..<(place + size)))
      place += size
    }
    return found
  }
}
