import PlayheadKit

/// What a player that never stops loading fetches of a file, in which order, and when it is in over
/// a constant rate without latency; made from the samples alone.
struct PlainDownload {
  /// What each request brings: its first byte, and where what is wanted of it ends.
  private(set) var requests: [ByteRange] = []
  /// The request that ends the opening of the file, and the position in it.
  private var opened: (request: Int, position: Int64)?
  /// What the media takes besides the opening, in byte order, and which request brings it.
  private var pieces: [(range: ByteRange, request: Int)] = []
  /// What each shown sample takes.
  private(set) var needs: [Need] = []

  struct Need {
    var mediaTime: MediaTime
    /// The place where the last byte that it needs comes from.
    var place: (request: Int, position: Int64)?
    /// The bytes that come until then.
    var bytes: Int64
  }

  private static let readThrough: Int64 = 64 << 10

  init(of index: MediaIndex, _ presentation: Presentation) {
    for read in index.openingReads {
      for piece in missing(of: read) { fetch(piece) }
    }
    opened = requests.indices.last.map { ($0, requests[$0].upperBound) }
    let samples = index.samples.filter { presentation.tracks.contains(Int($0.track)) }
    let wanted = samples.map { ByteRange(min($0.offset, $0.needs), $0.needs) }
      .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    for range in wanted {
      for piece in missing(of: range) {
        fetch(piece)
        pieces.append((piece, requests.count - 1))
      }
    }
    var groups: [UInt16: Int64] = [:]
    for sample in samples {
      let group = sample.isSync ? sample.needs : max(groups[sample.track] ?? 0, sample.needs)
      groups[sample.track] = group
      guard sample.isShown, let time = sample.presentationTime else { continue }
      let mediaTime = time - presentation.origin
      guard mediaTime < presentation.duration else { continue }
      needs.append(need(mediaTime, group))
    }
  }

  /// The parts of `range` that no request has brought.
  private func missing(of range: ByteRange) -> [ByteRange] {
    var parts: [ByteRange] = []
    var position = range.lowerBound
    for request in requests.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if request.lowerBound > position, position < range.upperBound {
        parts.append(ByteRange(position, min(request.lowerBound, range.upperBound)))
      }
      position = max(position, request.upperBound)
    }
    if position < range.upperBound { parts.append(ByteRange(position, range.upperBound)) }
    return parts
  }

  private mutating func fetch(_ piece: ByteRange) {
    guard let open = requests.last,
      (0...Self.readThrough).contains(piece.lowerBound - open.upperBound)
    else { return requests.append(piece) }
    requests[requests.count - 1].upperBound = piece.upperBound
  }

  private func need(_ mediaTime: MediaTime, _ position: Int64) -> Need {
    let last = pieces.last { $0.range.lowerBound < position }
    let place = last.map { ($0.request, min(position, $0.range.upperBound)) } ?? opened
    let bytes = place.map { request, position in
      requests[..<request].reduce(0) { $0 + $1.count } + position - requests[request].lowerBound
    }
    return Need(mediaTime: mediaTime, place: place, bytes: bytes ?? 0)
  }

  /// The nanosecond by which the byte before a place is in; each request begins as the one before
  /// it has brought what is wanted.
  private func arrival(_ place: (request: Int, position: Int64)?, _ rate: Int64) -> Int128 {
    guard let place else { return 0 }
    func time(_ bytes: Int64) -> Int128 {
      (Int128(bytes) * 8_000_000_000 + Int128(rate) - 1) / Int128(rate)
    }
    let before = requests[..<place.request].reduce(Int128(0)) { $0 + time($1.count) }
    return before + time(place.position - requests[place.request].lowerBound)
  }

  /// When playback starts with two seconds buffered, or with everything, in nanoseconds.
  func startup(at rate: Int64) -> Int128 {
    let first = needs.filter { $0.mediaTime < .seconds(2) }.map { arrival($0.place, rate) }
    return max(first.max() ?? 0, arrival(opened, rate))
  }

  /// Whether no sample comes after it is due.
  func playsThrough(at rate: Int64) -> Bool {
    guard rate > 0 else { return requests.isEmpty }
    let startup = startup(at: rate)
    return needs.allSatisfy {
      arrival($0.place, rate) <= startup + Int128($0.mediaTime.nanoseconds)
    }
  }
}
