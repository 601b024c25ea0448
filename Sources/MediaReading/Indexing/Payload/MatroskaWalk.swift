/// A walk over the elements of a Matroska or WebM file, as far as they are known and nested as they
/// must be.
struct MatroskaWalk {
  /// What lies at `place`, and around it.
  var window = ReadingWindow()
  /// Where the walk stands.
  private(set) var place: Int64 = 0
  private let file: InputFile
  private var isInCluster = false
  /// Where the segment, the cluster and the group end that it stands in, as far as that is known.
  private var segmentEnd: Int64?
  private var clusterEnd: Int64?
  private var groupEnd: Int64?

  /// A walk from the beginning of `file`.
  init(_ file: InputFile) {
    self.file = file
  }

  /// Goes past the next element, or into it if it has others in it.
  ///
  /// - Returns: the element; `nil` if it is unknown, or not nested as it must be.
  mutating func next() throws(ReadFailure) -> (
    element: MatroskaElement, kind: MatroskaElementKind
  )? {
    if let end = groupEnd, place >= end { groupEnd = nil }
    if let end = clusterEnd, place >= end {
      clusterEnd = nil
      isInCluster = false
    }
    let header = try window.bytes(MatroskaElement.headBytes, at: place, of: file)
    guard let element = MatroskaElement(header, at: place),
      let kind = MatroskaElementKind(element.identifier), isPlaced(element, kind)
    else { return nil }
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
      place = element.end ?? file.size
    case .block, .inner, .filler:
      place = element.end ?? file.size
    }
    return (element, kind)
  }

  /// Whether it stands where a cluster has ended.
  var isBetweenClusters: Bool {
    isInCluster && clusterEnd.map { place >= $0 } ?? false
  }

  /// Goes to `place`, which lies behind a cluster.
  mutating func leaveClusters(for place: Int64) {
    self.place = place
    isInCluster = false
    clusterEnd = nil
    groupEnd = nil
  }

  /// Whether an element may be where it is, and ends where it may.
  private func isPlaced(_ element: MatroskaElement, _ kind: MatroskaElementKind) -> Bool {
    guard let end = element.end else {
      // Only these may leave open where they end, in a live recording.
      return kind == .segment && segmentEnd == nil || kind == .cluster && clusterEnd == nil
    }
    guard end <= groupEnd ?? clusterEnd ?? segmentEnd ?? .max,
      end <= file.size || kind == .segment,
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
}

/// What an element is to a walk over a file.
enum MatroskaElementKind {
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
    case MatroskaElement.block, MatroskaElement.simpleBlock: self = .block
    // A cluster's timestamp, position and size before it.
    case MatroskaElement.clusterTime, 0xA7, 0xAB: self = .inner
    // A group's duration, references, additions, state and padding.
    case MatroskaElement.duration, MatroskaElement.reference, 0xFA, 0x75A1, 0xA4, 0x75A2:
      self = .inner
    case 0xEC, 0xBF: self = .filler
    default: return nil
    }
  }
}

/// What a block begins with: the number of its track, when it is shown, and how it is packed.
struct MatroskaBlockHead: Equatable {
  /// The number of its track.
  let track: UInt64
  /// When it is shown, from the timestamp of its cluster on.
  let time: Int16
  private let flags: UInt8
  /// How many bytes precede its frames.
  let length: Int

  /// The most that it has, in bytes.
  static let longest = 12

  /// Whether several frames are in the block, with their sizes before them.
  var isLaced: Bool { flags & 0x06 != 0 }
  /// Whether a block without a group says of itself that decoding can begin with it.
  var isKey: Bool { flags & 0x80 != 0 }

  /// The head of a block whose content begins with `bytes`; `nil` if that is none.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let first = bytes.first, first != 0 else { return nil }
    let numberLength = first.leadingZeroBitCount + 1
    guard bytes.count >= numberLength + 3 else { return nil }
    track = bytes.prefix(numberLength).bigEndian & (UInt64(1) << UInt64(7 * numberLength) - 1)
    let place = bytes.startIndex + numberLength
    time = Int16(bitPattern: UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]))
    flags = bytes[place + 2]
    length = numberLength + 3
  }
}
