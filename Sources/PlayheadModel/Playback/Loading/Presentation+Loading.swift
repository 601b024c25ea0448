/// Where seeks in a presentation lead.
extension Presentation {
  /// The place that a seek to `target` leads to.
  func place(of target: MediaTime, _ precision: SeekPrecision) -> SeekPlace {
    var shown = min(max(target, .zero), duration)
    let following = keyframes.partitionPoint { $0 > shown }
    var decoded = following > 0 ? keyframes[following - 1] : .zero
    if precision == .keyframe, !keyframes.isEmpty {
      if following == 0 {
        decoded = keyframes[0]
      } else if following < keyframes.count, keyframes[following] - shown < shown - decoded {
        decoded = keyframes[following]
      }
      shown = decoded
    }
    return SeekPlace(shown: shown, decoded: decoded)
  }
}

extension Presentation {
  /// The frames of its video, as a player with `policy` reads them; `nil` without video.
  func frames(for policy: BufferingPolicy) -> FrameOrder? {
    rendition(for: policy).trackLoading.first { $0.kind == .video }?.frames
  }

  /// The rendition as a player with `policy` reads it.
  func rendition(for policy: BufferingPolicy) -> Rendition {
    rendition(in: policy.parameters.readOrder, byGroups: policy.parameters.wholeGroups)
  }
}

extension Rendition {
  /// The requests that open the file in a player that reads through gaps of up to `gap`
  /// bytes, requests blocks of `blockBytes` bytes, if that is given, and keeps `seekBack` bytes of
  /// a request, or else all that comes; it reads `probes`, or what else it takes until it is open,
  /// last.
  ///
  /// The file has `size` bytes.
  func openingRequests(
    readingThrough gap: Int64, inBlocksOf blockBytes: Int64?, goingBack seekBack: Int64?,
    until opened: OpeningEnd, of size: Int64
  ) -> [ByteRange] {
    let blocks = Blocks(blockBytes, of: size)
    let reads = (openingReads + scans(until: opened) + probes(until: opened)).map {
      ByteRange(blocks.start(of: $0.lowerBound), blocks.end(of: $0.upperBound))
    }
    var requests: [ByteRange] = []
    if let seekBack {
      for read in reads where read.count > 0 {
        if let open = requests.last,
          read.lowerBound >= max(open.lowerBound, blocks.kept(seekBack, before: open.upperBound)),
          read.lowerBound - open.upperBound <= gap
        {
          requests[requests.count - 1].upperBound = max(open.upperBound, read.upperBound)
        } else {
          requests.append(read)
        }
      }
      return requests
    }
    var cached = ByteRangeSet()
    for read in reads {
      for missing in cached.missing(from: read) {
        if let open = requests.last?.upperBound, missing.lowerBound >= open,
          missing.lowerBound - open <= gap
        {
          cached.insert(ByteRange(open, missing.upperBound))
          requests[requests.count - 1].upperBound = missing.upperBound
        } else {
          cached.insert(missing)
          requests.append(missing)
        }
      }
    }
    return requests
  }
}

extension Rendition {
  /// The bytes that a player reads of a transport stream before it is open, to read them again:
  /// enough frames for their rate, and the last packets for the length of the media.
  func scans(until opened: OpeningEnd) -> [ByteRange] {
    guard isTransportStream, opened.readsSamples else { return [] }
    let size = resourceBytes
    let ends = trackLoading.map { track in
      guard let needs = track.frames?.needs, !needs.isEmpty else { return track.firstSampleEnd }
      return needs[min(OpeningEnd.framesForRate, needs.count) - 1]
    }
    return [
      ByteRange(0, min(ends.max()?.bytes ?? 0, size)),
      ByteRange(size - min(size, OpeningEnd.bytesForLength), size),
    ]
  }

  /// Up to where a player reads the media of a file before it is open, and keeps it.
  func probeEnd(until opened: OpeningEnd) -> ReadPosition {
    guard opened != .headers, !isTransportStream else { return .zero }
    if opened == .lengths {
      return trackLoading.allSatisfy(\.hasLength)
        ? .zero : wantedBytes.end(before: wantedBytes.end)
    }
    return trackLoading.map { $0.probeEnd(until: opened) }.max() ?? .zero
  }

  /// The bytes of a file that a player reads of its media before it is open, and keeps, as they are
  /// read.
  func probes(until opened: OpeningEnd) -> [ByteRange] {
    let end = probeEnd(until: opened)
    guard end > .zero else { return [] }
    return order.runs.prefix { $0.start < end }.flatMap { run in
      wantedBytes.ranges[
        wantedBytes.ranges.partitionPoint { $0.upperBound > run.start }...
      ].prefix { $0.lowerBound < min(run.end, end) }.map { wanted in
        ByteRange(
          max(wanted.lowerBound, run.start).bytes - run.shift,
          min(wanted.upperBound, run.end, end).bytes - run.shift)
      }
    }
  }
}

extension TrackLoading {
  /// Up to where it is read before a player is open.
  fileprivate func probeEnd(until opened: OpeningEnd) -> ReadPosition {
    guard opened == .decodeTimes, !hasDecodeTimes, let needs = frames?.needs, !needs.isEmpty
    else { return firstSampleEnd }
    return needs[min(OpeningEnd.mostUntimed, needs.count) - 1]
  }
}

/// The aligned blocks of a file.
struct Blocks {
  private let length: Int64?
  private let size: Int64

  /// Blocks of `length` bytes of a file of `size` bytes, the last of which may be shorter;
  /// single bytes if it is `nil`.
  init(_ length: Int64?, of size: Int64) {
    self.length = length
    self.size = size
  }

  /// The start of the block that contains `offset`; an offset past the file itself.
  func start(of offset: Int64) -> Int64 {
    guard let length, offset < size else { return offset }
    return offset - offset % length
  }

  /// From where on bytes are kept by a player that goes back up to `seekBack` bytes, and to the
  /// start of the latest block, once all before `offset` have come.
  func kept(_ seekBack: Int64, before offset: Int64) -> Int64 {
    let kept = offset - min(offset, seekBack)
    return length == nil || offset == 0 ? kept : min(kept, start(of: offset - 1))
  }

  /// The end of the block that contains the byte before `offset`.
  func end(of offset: Int64) -> Int64 {
    guard let length, offset < size, offset % length > 0 else { return offset }
    return min(size - offset, length - offset % length) + offset
  }
}

/// The place that a seek leads to.
struct SeekPlace: Hashable, Sendable {
  /// The media time of the first frame shown.
  var shown: MediaTime
  /// The presentation time of the sync sample at which decoding begins.
  var decoded: MediaTime
}
