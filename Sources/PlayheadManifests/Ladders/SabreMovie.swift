package import PlayheadFiles
package import PlayheadLadder
import PlayheadModel

/// A movie of Sabre, the simulator of BOLA's authors: the sizes of segments without media.
///
/// ```json
/// {"segment_duration_ms": 3000, "bitrates_kbps": [230, 331], "segment_sizes_bits": [[886360, 1180512]]}
/// ```
package struct SabreMovie: Hashable, Sendable {
  /// The ladder of its sizes.
  package let ladder: Ladder
  /// What was changed, a clause each.
  package let notes: [String]

  /// Reads a movie.
  ///
  /// - Parameter contents: all bytes of the file.
  /// - Throws: ``JSONError`` with the first mistake.
  package init(_ contents: [UInt8]) throws(JSONError) {
    let movie: JSONReader
    do throws(ProfileError) {
      guard contents.count <= ManifestLimits.documentBytes else {
        throw ProfileError(
          .whole, "the file has more than \(ManifestLimits.documentBytes >> 20) MiB")
      }
      guard contents.contains(where: { $0 > 0x20 }) else {
        throw ProfileError(.whole, "expected a movie, found an empty file")
      }
      let text = try TraceText(contents)
      var scanner = JSONScanner(text)
      let node = try scanner.value()
      guard scanner.peek() == nil else { throw scanner.unexpected("the end of the file") }
      movie = JSONReader(text: text, node: node, path: "")
    } catch {
      throw JSONError(error)
    }
    try self.init(movie)
  }

  private init(_ movie: JSONReader) throws(JSONError) {
    let length = try movie.member("segment_duration_ms")
    // No longer than a day, so that the length of all segments is in bounds.
    let duration = MediaTime(
      nanoseconds: try length.decimal(power: 6, atMost: 86_400_000_000_000))
    guard duration > .zero else { throw length.refusal("a segment has no length") }
    let rates = try movie.member("bitrates_kbps")
    let bitRates = try rates.list { (reader) throws(JSONError) in
      BitRate(
        bitsPerSecond: try reader.decimal(power: 3, atMost: BitRate.bound.bitsPerSecond))
    }
    guard (1...ManifestLimits.levels).contains(bitRates.count) else {
      throw rates.refusal("expected 1 to \(ManifestLimits.levels) rates, found \(bitRates.count)")
    }
    let table = try movie.member("segment_sizes_bits")
    let sizes = try table.list { (row) throws(JSONError) in
      let sizes = try row.list { (size) throws(JSONError) in
        try size.decimal(power: 0, atMost: 1 << 53)
      }
      guard sizes.count == bitRates.count else {
        throw row.refusal(
          "expected \(counted(bitRates.count, "size")), one for each rate, found \(sizes.count)")
      }
      return sizes
    }
    guard (1...ManifestLimits.segments).contains(sizes.count),
      sizes.count * bitRates.count <= ManifestLimits.allSegments
    else {
      throw table.refusal("no segments, or more than \(ManifestLimits.segments)")
    }
    let bits = sizes.reduce(Int128(0)) { sum, row in row.reduce(sum) { $0 + Int128($1) } }
    guard bits <= 8 * Int128(ManifestLimits.allBytes) else {
      throw table.refusal("the segments have more than 1 PiB in all")
    }
    self.init(duration, bitRates, sizes)
  }

  private init(_ duration: MediaTime, _ bitRates: [BitRate], _ sizes: [[Int64]]) {
    let order = bitRates.indices.sorted { (bitRates[$0], $0) < (bitRates[$1], $1) }
    let levels = order.map { place in
      Level(
        name: bitRates[place].text, bitRate: bitRates[place],
        segments: sizes.enumerated().map { number, row in
          LadderSegment(
            LadderResource("\(number)/\(place)", bytes: (row[place] + 7) / 8),
            declared: TimeRange(
              start: duration * Int64(number), end: duration * Int64(number + 1)))
        },
        manifestIndex: place)
    }
    ladder = Ladder(format: .sizes, lanes: [LadderLane(.muxed, levels: levels)])
    let rounded = sizes.reduce(0) { count, row in count + row.count { $0 % 8 != 0 } }
    notes =
      rounded > 0
      ? ["\(counted(rounded, "size")) in bits rounded up to whole bytes"] : []
  }
}
