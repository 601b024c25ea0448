import CFFmpeg
import PlayheadKit

/// An MP4 or QuickTime file without the payload of the samples that its tables describe.
///
/// Most codecs' samples pass a demuxer unread. Those of H.264 are parsed, for which ``StandIn``s
/// take their place: the tables say which are key frames, and some are read to see that this is so.
/// Samples of other codecs are read, and all that is outside of `mdat`.
final class SparseMovie: SparseSource {
  private let file: InputFile
  private var tracks: [SparseMovieTrack]
  private var boxes: MediaDataBoxes
  /// The samples that are not left blank, by offset.
  private var extents: [Extent] = []
  /// The number of the extent that was looked up last: a demuxer mostly reads on.
  private var latest = 0
  /// Up to where payload was handed out.
  private var servedTo: Int64 = 0
  private var batches = 0
  private(set) var isCertain = true

  private struct Extent {
    var start: Int64
    var size: UInt32
    var track: UInt16
    var kind: SparseMovieTrack.Kind

    var end: Int64 { start + Int64(size) }
  }

  /// The `file` that `demuxer` has opened and probed; `nil` if there is nothing to leave out.
  init?(_ file: InputFile, _ demuxer: borrowing Demuxer) throws(ReadFailure) {
    self.file = file
    boxes = MediaDataBoxes(file)
    let isParsed = try MovieTables(file: file).hasEmptySyncTable()
    let streams = unsafe demuxer.streams
    tracks = []
    for unsafe(_, stream) in unsafe streams.enumerated() {
      tracks.append(
        try unsafe SparseMovieTrack(stream, file, isParsedWithoutSyncSamples: isParsed))
    }
    guard tracks.contains(where: { $0.leavesOut }) else { return nil }
    try takeEntries()
  }

  /// The same, for another demuxer of the file that may be asked for its samples in another order.
  init(_ other: SparseMovie, _ demuxer: borrowing Demuxer) throws(ReadFailure) {
    file = other.file
    boxes = other.boxes
    tracks = unsafe zip(other.tracks, demuxer.streams).map { unsafe SparseMovieTrack($0, $1) }
    // Its samples were looked into already.
    batches = .max
    try takeEntries()
  }

  /// Whether no sample of any track has to be read to know what a demuxer makes of it: each is left
  /// out, or is found to be what the tables say.
  func confirmsTables() throws(ReadFailure) -> Bool {
    for track in tracks {
      guard try track.confirmsTables() else { return false }
    }
    return isCertain
  }

  var size: Int64 { file.size }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    let count = Int(min(Int64(buffer.count), max(0, size - offset)))
    var filled = 0
    var hasEntries = false
    while filled < count {
      let place = offset + Int64(filled)
      let rest = unsafe buffer.rest(from: filled).first(Int64(count - filled))
      let part = try boxes.part(at: place)
      guard part.isPayload else {
        let read = try unsafe file.read(into: rest.first(part.end - place), at: place)
        guard read > 0 else { break }
        filled += read
        hasEntries = false
        continue
      }
      if !hasEntries {
        // The demuxer has to have read the head of a fragment before its samples are handed out.
        guard filled == 0 else { break }
        try takeEntries()
        hasEntries = true
      }
      let read = try unsafe readPayload(into: rest.first(part.end - place), at: place)
      guard read > 0 else { break }
      filled += read
      servedTo = max(servedTo, place + Int64(read))
    }
    return filled
  }

  /// Reads up to the end of a sample or of what is between two.
  private func readPayload(
    into buffer: UnsafeMutableRawBufferPointer, at place: Int64
  ) throws(ReadFailure) -> Int {
    let next = extents.partitionPoint(near: latest) { $0.end > place }
    latest = next
    guard next < extents.count, extents[next].start <= place else {
      let end = next < extents.count ? extents[next].start : .max
      let part = unsafe buffer.first(end - place)
      unsafe part.clear()
      return part.count
    }
    let extent = extents[next]
    let part = unsafe buffer.first(extent.end - place)
    if let standIn = tracks[Int(extent.track)].standIn(extent.kind) {
      unsafe standIn.fill(part, from: Int(place - extent.start), size: Int64(extent.size))
      return part.count
    }
    return try unsafe file.read(into: part, at: place)
  }

  /// Takes over the entries that the tables have got since the last time.
  private func takeEntries() throws(ReadFailure) {
    let before = extents.count
    for number in tracks.indices {
      let new = tracks[number].newEntries()
      guard !new.isEmpty, !tracks[number].isBlank else { continue }
      if before == 0 { extents.reserveCapacity(extents.count + new.count) }
      for entry in new {
        guard let entry = tracks[number].entry(entry) else { continue }
        // What was handed out already is not what it should have been.
        if entry.offset < servedTo { isCertain = false }
        extents.append(
          Extent(
            start: entry.offset, size: UInt32(clamping: entry.size), track: UInt16(number),
            kind: tracks[number].kind(of: entry)))
      }
      // The longer a file, the fewer of its fragments are looked into.
      if batches.nonzeroBitCount < 2 {
        let stretches = batches > 0 ? 2 : SparseMovieTrack.firstStretches(of: file)
        let agree = try tracks[number].confirms(new, stretches: stretches)
        isCertain = isCertain && agree
      }
    }
    guard extents.count > before else { return }
    batches = batches == .max ? .max : batches + 1
    arrange(from: before)
  }

  /// Puts the extents from the one numbered `start` on into byte order.
  private func arrange(from start: Int) {
    let last = extents.count - 1
    func isOrdered(from first: Int) -> Bool {
      (first..<last).allSatisfy { extents[$0].end <= extents[$0 + 1].start }
    }
    let first = max(0, start - 1)
    if isOrdered(from: first) { return }
    // Each track of a fragment has a run of its own, mostly behind all that came before.
    extents[start...].sort { $0.start < $1.start }
    if isOrdered(from: first) { return }
    extents.sort { $0.start < $1.start }
    // Samples that share bytes could not all have their own.
    if !isOrdered(from: 0) { isCertain = false }
  }

  func check(_ packet: borrowing Packet, isWhole: Bool) {
    guard tracks.indices.contains(packet.track) else {
      isCertain = false
      return
    }
    if !tracks[packet.track].agrees(with: packet, isWhole: isWhole) { isCertain = false }
  }
}
