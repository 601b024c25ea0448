/// The way in which a player requests the bytes of a rendition.
///
/// A request goes from the first missing byte to the end of the file, or until something else is
/// needed. Its sender is blocked while the buffer is full. In which order the player needs the
/// bytes is the rendition's ``ReadingOrder``.
struct FetchStrategy: Hashable, Sendable {
  /// The maximum gap that is read through in an open request, in bytes.
  let readThrough: Int64
  /// The size of the blocks that are requested and delivered as a whole; `nil` for bytes.
  let blockBytes: Int64?
  /// How far back in what a request brought bytes are kept that were not read, in bytes; `nil` for
  /// everything, whatever request brought it.
  let seekBack: Int64?
  /// How many bytes of a request fill the buffer in which it goes back instead, before that is
  /// filled anew; `nil` if there is no such buffer.
  let windowBytes: Int64?
  /// The maximum number of open requests.
  let maximumRequests: Int

  /// The way in which a player of `policy` requests `rendition`.
  init(for rendition: Rendition, _ policy: BufferingPolicy) {
    let reads = policy.parameters.windowReads
    readThrough = max(policy.readThrough, reads == nil ? 0 : rendition.sampleDistance)
    windowBytes = reads.flatMap { reads in
      let bytes = 2 * rendition.sampleDistance - reads
      return bytes > 0 ? bytes : nil
    }
    blockBytes = policy.parameters.blockBytes
    seekBack = policy.parameters.seekBack
    maximumRequests = max(1, min(policy.parameters.parallelRequests, SharedLink.maximumFlows))
  }

  /// Whether one request at a time brings the missing bytes, as they come, and no others.
  var isPlain: Bool { blockBytes == nil && seekBack == nil && maximumRequests == 1 }
}
