/// What a media file holds and where: everything a player's behaviour depends on except pictures.
///
/// Times are the container's own, in nanoseconds; ``Presentation`` counts them from the origin.
public struct MediaIndex: Hashable, Sendable {
  /// The file's path or URL as it was given.
  public var name: String
  /// The file's size in bytes.
  public var bytes: Int64
  /// The demuxer's short name of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public var container: String
  /// The length that the container announces, in media time, where it does; it is reported, never
  /// used.
  public var announcedDuration: MediaTime?
  /// The size that the container's structure announces, in bytes, where it does: a file that ends
  /// before it is cut short.
  public var announcedBytes: Int64?
  /// The indexes of the container, the one it is opened by first, then by position; empty if it has
  /// none, `nil` if its layout is unknown.
  package var containerIndexes: [ContainerIndex]?
  /// How the fragments of an MP4 file are found; `nil` if it is none in fragments.
  package var fragmentation: Fragmentation?
  /// The bytes that opening the file read, in the order in which it did, runs joined.
  public var openingReads: [ByteRange]
  /// The tracks, by number.
  public var tracks: [Track]
  /// The samples of all tracks, in byte order.
  public var samples: [Sample]
  /// The places in `samples`, in the order in which a demuxer that may seek emits them, as
  /// players built on FFmpeg read; `nil` where that is byte order.
  ///
  /// It differs where tracks are interleaved poorly: such a demuxer takes the sample that is due
  /// first where the next ones of two tracks are more than a second apart. Samples that it never
  /// emits, as in a file cut short, follow in byte order.
  public var demuxerOrder: [UInt32]?
  /// Why reading ended before the end of the file, and where; `nil` if it did not.
  public var interruption: ReadingInterruption?
  /// The timestamps that are taken for others than the file has.
  package var wrongTimestamps: [WrongTimestamp] = []

  /// An index of the parts given.
  package init(
    name: String, bytes: Int64, container: String, announcedDuration: MediaTime?,
    announcedBytes: Int64? = nil, containerIndexes: [ContainerIndex]? = nil,
    fragmentation: Fragmentation? = nil, openingReads: [ByteRange], tracks: [Track],
    samples: [Sample],
    demuxerOrder: [UInt32]? = nil, interruption: ReadingInterruption? = nil
  ) {
    self.name = name
    self.bytes = bytes
    self.container = container
    self.announcedDuration = announcedDuration
    self.announcedBytes = announcedBytes
    self.containerIndexes = containerIndexes
    self.fragmentation = fragmentation
    self.openingReads = openingReads
    self.tracks = tracks
    self.samples = samples
    self.demuxerOrder = demuxerOrder
    self.interruption = interruption
  }
}

/// A place past which a file could not be read.
public struct ReadingInterruption: Hashable, Sendable, Codable {
  /// The read position reached, in bytes from the start of the file.
  public var offset: Int64
  /// The reader's reason.
  public var reason: String

  /// Reading ended at `offset` for `reason`.
  public init(offset: Int64, reason: String) {
    self.offset = offset
    self.reason = reason
  }
}
