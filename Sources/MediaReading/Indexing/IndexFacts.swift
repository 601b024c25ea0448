import PlayheadKit

/// An index without its samples, and what decoding found: what is kept and sent as JSON.
struct IndexFacts: Codable {
  var container: String
  var announcedDuration: MediaTime?
  var announcedBytes: Int64?
  var containerIndexes: [ContainerIndex]?
  var fragmentation: Fragmentation?
  var openingReads: [ByteRange]
  var tracks: [Track]
  var interruption: ReadingInterruption?
  var wrongTimestamps: [WrongTimestamp]
  var decoding: DecodingReport?

  init(_ index: MediaIndex, _ decoding: DecodingReport?) {
    container = index.container
    announcedDuration = index.announcedDuration
    announcedBytes = index.announcedBytes
    containerIndexes = index.containerIndexes
    fragmentation = index.fragmentation
    openingReads = index.openingReads
    tracks = index.tracks
    interruption = index.interruption
    wrongTimestamps = index.wrongTimestamps
    self.decoding = decoding
  }

  /// The index that these facts are of, with its samples and their order.
  func index(
    of name: String, bytes: Int64, samples: [Sample], demuxerOrder: [UInt32]?
  ) -> MediaIndex {
    var index = MediaIndex(
      name: name, bytes: bytes, container: container, announcedDuration: announcedDuration,
      announcedBytes: announcedBytes, containerIndexes: containerIndexes,
      fragmentation: fragmentation, openingReads: openingReads, tracks: tracks, samples: samples,
      demuxerOrder: demuxerOrder,
      interruption: interruption)
    index.wrongTimestamps = wrongTimestamps
    return index
  }
}
