import PlayheadKit

/// A Matroska or WebM file without the payload of its blocks, but for what parsers read of it.
///
/// Its elements are walked over just ahead of the demuxer. Where they are not what this knows, or
/// not nested as they must be, nothing is certain any more.
final class SparseMatroska: SparseSource {
  private let file: InputFile
  private let tracks: [UInt64: MatroskaTrack]
  private var walk: MatroskaWalk
  /// The element before the one that the walk stands at.
  private var before: Int64 = 0
  /// What is left out of the element last walked over.
  private var blank: ByteRange?
  /// The clusters that are left out, for which there is one element that fills room.
  private var filler: ByteRange?
  private(set) var isCertain = true

  /// The `file`; `nil` if none of its tracks can be left out.
  init?(_ file: InputFile) throws(ReadFailure) {
    self.file = file
    walk = MatroskaWalk(file)
    tracks = try MatroskaTrack.all(in: file)
    guard tracks.values.contains(where: { $0.head != .whole }) else { return nil }
  }

  var size: Int64 { file.size }

  // Blocks say themselves what they are.
  func check(_ packet: borrowing Packet, isWhole: Bool) {}

  /// The samples of `demuxer`, which reads this, by the heads of blocks, with what was seen `ahead`
  /// of them; `nil` if these do not say all of them.
  func samples(of demuxer: borrowing Demuxer, ahead: ClustersAhead?) -> MatroskaSamples? {
    MatroskaSamples(file, tracks, demuxer, ahead: ahead)
  }

  /// From now on leaves out `clusters`, none of which was read.
  func leaveOut(_ clusters: ByteRange) {
    filler = clusters
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    let count = Int(min(Int64(buffer.count), max(0, size - offset)))
    // What was walked over is forgotten, and a reader that goes straight on has no need of it.
    if offset < before { isCertain = false }
    var filled = 0
    while filled < count {
      let at = offset + Int64(filled)
      let rest = unsafe buffer.rest(from: filled).first(Int64(count - filled))
      if let filler, isCertain, at >= filler.lowerBound {
        if at < filler.upperBound {
          filled += unsafe fill(rest, at: at, filler)
          continue
        }
        if walk.place < filler.upperBound { walk.leaveClusters(for: filler.upperBound) }
      }
      while isCertain, at >= walk.place, walk.place < size { try step() }
      if let blank, isCertain, at >= blank.lowerBound, at < blank.upperBound {
        let part = unsafe rest.first(blank.upperBound - at)
        unsafe part.clear()
        filled += part.count
        continue
      }
      var end = isCertain ? walk.place : size
      if let blank, isCertain, at < blank.lowerBound { end = blank.lowerBound }
      let read = try unsafe walk.window.read(into: rest.first(end - at), at: at, of: file)
      guard read > 0 else { break }
      filled += read
    }
    return filled
  }

  /// Fills `buffer` with the bytes from `place` on of an element that fills the room of `clusters`;
  /// returns how many.
  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, at place: Int64, _ clusters: ByteRange
  ) -> Int {
    let part = unsafe buffer.first(clusters.upperBound - place)
    unsafe part.clear()
    let header = MatroskaElement.filler(of: clusters.count)
      .dropFirst(Int(place - clusters.lowerBound)).prefix(part.count)
    unsafe part.copyBytes(from: header)
    return part.count
  }

  /// Walks over the next element, or into it if it has others in it.
  private func step() throws(ReadFailure) {
    blank = nil
    before = walk.place
    guard let (element, kind) = try walk.next() else {
      isCertain = false
      return
    }
    if kind == .block { try leaveOut(element, to: walk.place) }
  }

  /// Leaves out what nobody looks at of a block.
  private func leaveOut(_ block: MatroskaElement, to end: Int64) throws(ReadFailure) {
    let bytes = try walk.window.bytes(MatroskaBlockHead.longest, at: block.content, of: file)
    guard let head = MatroskaBlockHead(bytes), !head.isLaced, let track = tracks[head.track]
    else { return }
    let payload = block.content + Int64(head.length)
    guard let count = try track.headBytes(payload, to: end, &walk.window, file) else { return }
    if payload + count < end { blank = ByteRange(payload + count, end) }
  }
}
