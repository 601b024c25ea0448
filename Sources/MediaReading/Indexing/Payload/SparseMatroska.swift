import PlayheadKit

/// A Matroska or WebM file without the payload of its blocks, but for what parsers read of it.
///
/// Its elements are walked over just ahead of the demuxer. Where they are not what this knows, or not
/// nested as they must be, nothing is certain any more.
final class SparseMatroska: SparseSource {
  private let file: InputFile
  private let tracks: [UInt64: MatroskaTrack]
  /// The element that the walk stands at, and the one before it.
  private var place: Int64 = 0
  private var before: Int64 = 0
  private var isInCluster = false
  /// Where the segment, the cluster and the group end that it stands in, as far as that is known.
  private var segmentEnd: Int64?
  private var clusterEnd: Int64?
  private var groupEnd: Int64?
  /// What is left out of the element last walked over.
  private var blank: ByteRange?
  private var window = ReadingWindow()
  private(set) var isCertain = true

  /// The `file`; `nil` if none of its tracks can be left out.
  init?(_ file: InputFile) throws(ReadFailure) {
    self.file = file
    tracks = try MatroskaTrack.all(in: file)
    guard tracks.values.contains(where: { $0.head != .whole }) else { return nil }
  }

  var size: Int64 { file.size }

  // Blocks say themselves what they are.
  func check(_ packet: borrowing Packet, isWhole: Bool) {}

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    let count = Int(min(Int64(buffer.count), max(0, size - offset)))
    // What was walked over is forgotten, and a reader that goes straight on has no need of it.
    if offset < before { isCertain = false }
    var filled = 0
    while filled < count {
      let at = offset + Int64(filled)
      while isCertain, at >= place, place < size { try walk() }
      let rest = unsafe buffer.rest(from: filled).first(Int64(count - filled))
      if let blank, isCertain, at >= blank.lowerBound, at < blank.upperBound {
        let part = unsafe rest.first(blank.upperBound - at)
        unsafe part.clear()
        filled += part.count
        continue
      }
      var end = isCertain ? place : size
      if let blank, isCertain, at < blank.lowerBound { end = blank.lowerBound }
      let read = try unsafe window.read(into: rest.first(end - at), at: at, of: file)
      guard read > 0 else { break }
      filled += read
    }
    return filled
  }

  /// Walks over the next element, or into it if it has others in it.
  private func walk() throws(ReadFailure) {
    blank = nil
    before = place
    if let end = groupEnd, place >= end { groupEnd = nil }
    if let end = clusterEnd, place >= end {
      clusterEnd = nil
      isInCluster = false
    }
    let header = try window.bytes(MatroskaElement.headBytes, at: place, of: file)
    guard let element = MatroskaElement(header, at: place),
      let kind = MatroskaElementKind(element.identifier), isPlaced(element, kind)
    else {
      isCertain = false
      return
    }
    switch kind {
    case .segment:
      segmentEnd = element.end
      place = element.content
    case .cluster:
      isInCluster = true
      clusterEnd = element.end
      place = element.content
    case .group:
      groupEnd = element.end
      place = element.content
    case .head, .top:
      isInCluster = false
      place = element.end ?? size
    case .block, .inner, .filler:
      place = element.end ?? size
      if kind == .block { try leaveOut(element, to: place) }
    }
  }

  /// Whether an element may be where it is, and ends where it may.
  private func isPlaced(_ element: MatroskaElement, _ kind: MatroskaElementKind) -> Bool {
    guard let end = element.end else {
      // Only these may leave open where they end, in a live recording.
      return kind == .segment && segmentEnd == nil || kind == .cluster && clusterEnd == nil
    }
    guard end <= groupEnd ?? clusterEnd ?? segmentEnd ?? .max, end <= size || kind == .segment,
      // Behind the end of the segment there is nothing.
      segmentEnd.map({ element.start < $0 }) ?? true
    else { return false }
    return switch kind {
    case .head: element.start == 0
    case .segment: segmentEnd == nil && !isInCluster
    case .cluster, .top: clusterEnd == nil && groupEnd == nil
    case .group: isInCluster && groupEnd == nil
    case .block, .inner: isInCluster
    case .filler: true
    }
  }

  /// Leaves out what nobody looks at of a block.
  private func leaveOut(_ block: MatroskaElement, to end: Int64) throws(ReadFailure) {
    let header = try window.bytes(12, at: block.content, of: file)
    guard let first = header.first, first != 0 else { return }
    let length = first.leadingZeroBitCount + 1
    guard header.count >= length + 3 else { return }
    let number = header.prefix(length).bigEndian & (UInt64(1) << UInt64(7 * length) - 1)
    // Several frames in a block have their sizes before them.
    let flags = header[header.startIndex + length + 2]
    guard flags & 0x06 == 0, let track = tracks[number] else { return }
    let payload = block.content + Int64(length + 3)
    guard let head = try track.headBytes(payload, to: end, &window, file) else { return }
    if payload + head < end { blank = ByteRange(payload + head, end) }
  }
}

/// What an element is to a walk over a file.
private enum MatroskaElementKind {
  /// What a file begins with.
  case head
  case segment
  /// Beside clusters.
  case top
  case cluster
  case group
  case block
  /// Something else inside of a cluster or a group.
  case inner
  /// What fills room, and checks.
  case filler

  /// The kind of an element by its identifier (RFC 9559, section 5); `nil` if unknown.
  init?(_ identifier: UInt64) {
    switch identifier {
    case MatroskaElement.segment: self = .segment
    case MatroskaElement.cluster: self = .cluster
    case 0x1A45_DFA3: self = .head
    case MatroskaElement.seekHead, MatroskaElement.tracks, MatroskaElement.cues: self = .top
    // Information, tags, attachments and chapters.
    case 0x1549_A966, 0x1254_C367, 0x1941_A469, 0x1043_A770: self = .top
    case 0xA0: self = .group
    case 0xA1, 0xA3: self = .block
    // A cluster's timestamp, position and size before it.
    case 0xE7, 0xA7, 0xAB: self = .inner
    // A group's duration, references, additions, state and padding.
    case 0x9B, 0xFB, 0xFA, 0x75A1, 0xA4, 0x75A2: self = .inner
    case 0xEC, 0xBF: self = .filler
    default: return nil
    }
  }
}
