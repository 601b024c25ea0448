import PlayheadKit

/// How far a track is read and decoded, position by position.
struct OracleTrack {
  /// When its frames begin, each once.
  let times: [Int64]
  let duration: Int64
  /// The frames that its decoder keeps to itself.
  let held: Int
  /// How long before it is shown its first sample is decoded.
  let decodeLead: Int64
  private let readEnds: [Int64]
  private let decodedEnds: [Int64]

  /// The track of `samples`, in decoding order.
  init(
    _ samples: [Sample], _ needs: [Int], origin: Int64, end: Int64, size: Int, wantedEnd: Int,
    isVideo: Bool,
    hasDecodeTimes: Bool, _ rules: TrackRules
  ) {
    duration = end - origin
    let lead = samples.lazy.compactMap { sample in
      sample.decodeTime.flatMap { decode in sample.presentationTime.map { $0 - decode } }
    }.first
    decodeLead = hasDecodeTimes ? max(0, lead?.nanoseconds ?? 0) : 0
    var starts: [Int64?] = []
    for sample in samples {
      let time = sample.presentationTime.map { $0.nanoseconds - origin }
      starts.append(OracleMedia.isShown(sample) ? time : nil)
    }
    let duration = duration
    times = Set(starts.compactMap { $0 }.filter { $0 < duration }).sorted()
    held = isVideo ? rules.decoderThreads.map { Self.depth(samples) + $0 - 1 } ?? 0 : 0
    // What is missing after so many samples.
    let ends = (0...samples.count).map { count in
      starts[count...].compactMap { $0 }.min() ?? duration
    }
    // What is not given out after so many, in the order in which they are shown.
    let inOrder = samples.indices.sorted {
      (samples[$0].presentationTime?.nanoseconds ?? end, $0)
        < (samples[$1].presentationTime?.nanoseconds ?? end, $1)
    }
    let outputs = (0...samples.count).map { count in
      inOrder[count...].compactMap { starts[$0] }.min() ?? duration
    }
    var (read, decoded): ([Int64], [Int64]) = ([], [])
    var count = 0
    for position in 0...size {
      while count < samples.count, needs[...count].allSatisfy({ $0 <= position }) {
        count += 1
      }
      read.append(ends[count])
      let given = held > 0 ? outputs[max(0, count - held)] : .max
      decoded.append(position >= wantedEnd ? ends[samples.count] : min(ends[count], given))
    }
    (readEnds, decodedEnds) = (read, decoded)
  }

  /// How many samples at most are decoded before one that is shown earlier.
  static func depth(_ samples: [Sample]) -> Int {
    var depth = 0
    for number in samples.indices {
      guard let time = samples[number].presentationTime else { continue }
      var first = number
      while first > 0, !samples[first].isSync { first -= 1 }
      let later = samples[first..<number].count { ($0.presentationTime ?? time) > time }
      depth = max(depth, min(later, 32))
    }
    return depth
  }

  func readEnd(_ position: Int) -> Int64 { readEnds[position] }

  /// How many bytes have to be in to have read it up to `time`.
  func position(readTo time: Int64) -> Int {
    // More bytes never take it less far, so that halves can be left out.
    var (first, last) = (0, readEnds.count - 1)
    while first < last {
      let middle = (first + last) / 2
      if readEnds[middle] >= time { last = middle } else { first = middle + 1 }
    }
    return first
  }

  func decodedEnd(_ position: Int) -> Int64 { decodedEnds[position] }
}
