import PlayheadKit

/// A block of Matroska: a frame of a track.
struct MatroskaBlock: Equatable {
  var head: MatroskaBlockHead
  /// The offset of its content.
  var offset: Int64
  /// The offsets at which its frame begins and ends.
  var payload: Int64
  var end: Int64
  /// The offset at which it ends with all that is said of it.
  var needs: Int64
  /// When it is shown, in the units of the file.
  var time: Int64
  /// How long, in the units of the file; `nil` if it does not say, or says zero.
  var duration: Int64?
  /// Whether its element says that decoding can begin with it.
  var isKey: Bool
}

/// The blocks of a Matroska file in their order, as long as each of them is one frame and nothing
/// is said of it but when it is shown, how long, and what it refers to.
struct MatroskaBlocks {
  private let file: InputFile
  private var walk: MatroskaWalk
  private var clusterTime: Int64?
  private var group: Group?
  /// Where the first cluster begins that begins at ``sought`` or behind it.
  private(set) var found: Int64?
  /// The offset from which on a cluster is looked for.
  var sought = Int64.max
  /// Where the last cluster ends; `nil` as long as there may be others.
  private(set) var clustersEnd: Int64?
  private var hasClusters = false
  private(set) var isCertain = true

  /// A group, in which there is one block.
  private struct Group {
    var end: Int64
    var block: MatroskaBlock?
    var duration: Int64?
    var hasReference = false
  }

  /// The largest timestamps that are added up.
  private static let maximumTime: UInt64 = 1 << 56
  /// The most bytes that FFmpeg takes for a block.
  private static let maximumBytes: Int64 = 1 << 28

  /// The blocks of `file`.
  init(_ file: InputFile) {
    self.file = file
    walk = MatroskaWalk(file)
  }

  /// Where the walk stands.
  var place: Int64 { walk.place }

  /// Whether a cluster has ended, and another one can follow.
  var isBetweenClusters: Bool { walk.isBetweenClusters }

  /// These at `cluster`, where one begins.
  func jumped(to cluster: Int64) -> MatroskaBlocks {
    var other = self
    other.walk.leaveClusters(for: cluster)
    other.group = nil
    other.hasClusters = true
    return other
  }

  /// Goes on where `others` ended, which began where these stand.
  mutating func goOn(from others: MatroskaBlocks) {
    let (sought, found) = (self.sought, self.found)
    self = others
    (self.sought, self.found) = (sought, found)
  }

  /// What the picture of H.264 in `block` is as far as its first slice tells, whose unit follows a
  /// length of so many bytes; see ``KeyPictures``.
  mutating func picture(
    of block: MatroskaBlock, lengthBytes: Int
  ) throws(ReadFailure) -> KeyPictures.Kind? {
    try KeyPictures.slice(of: block, lengthBytes: lengthBytes, &walk.window, file)
  }

  /// What lies around the block that came last.
  var window: ReadingWindow {
    get { walk.window }
    _modify { yield &walk.window }
  }

  /// The next block; `nil` after the last one, or where there is more than this knows.
  mutating func next() throws(ReadFailure) -> MatroskaBlock? {
    while isCertain, walk.place < file.size {
      if let group, walk.place >= group.end {
        self.group = nil
        isCertain = group.block != nil
        return finished(group)
      }
      guard let (element, kind) = try walk.next() else {
        isCertain = false
        return nil
      }
      switch kind {
      case .head, .segment, .filler: break
      case .top:
        if hasClusters, clustersEnd == nil { clustersEnd = element.start }
      case .cluster:
        // Others behind what lies behind clusters are in no file that anybody plays.
        isCertain = clustersEnd == nil && element.end != nil
        hasClusters = true
        clusterTime = nil
        if found == nil, element.start >= sought { found = element.start }
      case .group: group = Group(end: walk.place + (element.length ?? 0))
      case .inner: try take(element)
      case .block:
        if let block = try block(element) { return block }
      }
    }
    guard isCertain, hasClusters else { return nil }
    if clustersEnd == nil { clustersEnd = file.size }
    defer { group = nil }
    return group.flatMap { finished($0) }
  }

  private func finished(_ group: Group) -> MatroskaBlock? {
    guard var block = group.block else { return nil }
    block.needs = group.end
    block.duration = group.duration
    block.isKey = !group.hasReference
    return block
  }

  /// Takes in what is said of a cluster or a group.
  private mutating func take(_ element: MatroskaElement) throws(ReadFailure) {
    switch element.identifier {
    case MatroskaElement.clusterTime where group == nil && clusterTime == nil:
      clusterTime = try number(element)
      if clusterTime == nil { isCertain = false }
    case MatroskaElement.duration where group != nil && group?.duration == nil:
      guard let duration = try number(element), duration > 0 else { return isCertain = false }
      group?.duration = duration
    case MatroskaElement.reference where group != nil: group?.hasReference = true
    // The position and the size before it of a cluster.
    case 0xA7, 0xAB: isCertain = group == nil
    default: isCertain = false
    }
  }

  private mutating func number(_ element: MatroskaElement) throws(ReadFailure) -> Int64? {
    guard let length = element.length, (1...8).contains(length) else { return nil }
    let bytes = try walk.window.bytes(Int(length), at: element.content, of: file)
    let number = bytes.bigEndian
    return bytes.count == length && number < Self.maximumTime ? Int64(number) : nil
  }

  /// The block that `element` is; `nil` if it waits for the end of its group, or is not known.
  private mutating func block(_ element: MatroskaElement) throws(ReadFailure) -> MatroskaBlock? {
    let bytes = try walk.window.bytes(MatroskaBlockHead.longest, at: element.content, of: file)
    let isSimple = element.identifier == MatroskaElement.simpleBlock
    guard let head = MatroskaBlockHead(bytes), !head.isLaced, let clusterTime,
      isSimple == (group == nil), group?.block == nil,
      clusterTime + Int64(head.time) >= 0
    else {
      isCertain = false
      return nil
    }
    let block = MatroskaBlock(
      head: head, offset: element.content, payload: element.content + Int64(head.length),
      end: walk.place, needs: walk.place, time: clusterTime + Int64(head.time),
      isKey: head.isKey)
    guard block.payload < block.end, block.end - block.offset < Self.maximumBytes else {
      isCertain = false
      return nil
    }
    guard !isSimple else { return block }
    group?.block = block
    return nil
  }
}
