import PlayheadKit

/// The samples of a file that are played, in the order in which they are read, with read positions
/// in place of offsets, and the place of the byte at each position.
struct OracleReading {
  var samples: [Sample]
  /// The place of the byte at each read position.
  var places: [Int]
  /// How far back another track's sample of a second later lies at most, for a demuxer that seeks.
  var sampleDistance = 0
  /// Whether all bytes are read from first to last.
  var isStraight = true

  init(_ index: MediaIndex, tracks: [Int], _ order: ReadOrder) {
    samples = index.samples.filter { tracks.contains(Int($0.track)) }
    places = Array(0..<Int(index.bytes))
    if order == .demuxer { readAsDemuxer(index, tracks) }
  }

  /// The places of all that is read, in order.
  var all: [Int] {
    let read = samples.flatMap { sample in
      let start = Int(min(sample.offset, sample.needs))
      return start..<max(start, Int(sample.needs))
    }
    return Set(read).sorted().map { places[$0] }
  }

  /// The places that are read of a transport stream to learn its frame rate and its length.
  func scanned(_ tracks: Set<Int>, video: Set<Int>) -> [Range<Int>] {
    let ends = tracks.compactMap { track in
      let own = samples.filter { Int($0.track) == track }
      guard video.contains(track), let end = own.prefix(22).map(\.needs).max() else {
        return own.min { $0.offset < $1.offset }?.needs
      }
      // Up to the last byte before it that is played.
      return samples.map { $0.offset < min($0.needs, end) ? min($0.needs, end) : 0 }.max()
    }
    let size = places.count
    return [0..<min(size, Int(ends.max() ?? 0)), max(0, size - 250_000)..<size]
  }

  /// The places of the bytes that are read until a sample of each of `tracks` is there.
  ///
  /// Of `untimed` tracks, of 50 samples.
  func probed(_ tracks: Set<Int>, untimed: Set<Int>) -> [Int] {
    let ends = tracks.compactMap { track in
      let own = samples.filter { Int($0.track) == track }
      return untimed.contains(track)
        ? own.prefix(50).map(\.needs).max() : own.min { $0.offset < $1.offset }?.needs
    }
    guard let end = ends.max() else { return [] }
    let read = samples.flatMap { sample in
      let start = Int(min(sample.offset, sample.needs))
      return start..<max(start, Int(min(sample.needs, end)))
    }
    return Set(read).sorted().map { places[$0] }
  }

  /// Reads the bytes of one sample after the other, unless two of them share one.
  private mutating func readAsDemuxer(_ index: MediaIndex, _ tracks: [Int]) {
    guard let order = index.demuxerOrder else { return }
    var read: [Int] = []
    var isRead: Set<Int> = []
    var emitted: [Sample] = []
    var original: [Sample] = []
    for number in order {
      var sample = index.samples[Int(number)]
      guard tracks.contains(Int(sample.track)) else { continue }
      original.append(sample)
      let start = read.count
      for place in Int(min(sample.offset, sample.needs))..<Int(sample.needs) {
        guard isRead.insert(place).inserted else { return }
        read.append(place)
      }
      (sample.offset, sample.needs) = (Int64(start), Int64(read.count))
      emitted.append(sample)
    }
    guard read != Array(0..<read.count) else { return }
    (samples, places, isStraight) = (emitted, read, false)
    for sample in original {
      guard let time = sample.decodeTime else { continue }
      for track in Set(original.map(\.track)) where track != sample.track {
        let later = original.first {
          $0.track == track && $0.decodeTime.map { $0 >= time + .seconds(1) } ?? false
        }
        if let later { sampleDistance = max(sampleDistance, Int(sample.offset - later.offset)) }
      }
    }
  }
}
