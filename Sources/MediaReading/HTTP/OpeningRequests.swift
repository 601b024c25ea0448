import PlayheadKit

/// Asks a server for the table of a movie as soon as the first bytes tell where it is, while the
/// rest of what was asked for first is still on its way.
///
/// A round trip passes meanwhile that would pass with nothing on its way. What fails here is asked
/// for again once it is needed, and fails then.
struct OpeningRequests {
  /// What fetches parts of the resource whose first response this is.
  private let server: (ResponseHeaders) -> RangeFetch
  /// The parts that were kept of it.
  private let blocks: (ResponseHeaders) -> KeptBlocks?
  /// The number of the beginning that is looked at.
  private var beginning = 0
  private var transfers: RangeTransfers?
  private var isDecided = false
  /// What has come into the file of the download, but for its beginning.
  private(set) var held = ByteRangeSet()

  /// How many bytes are looked at.
  private static let headBytes: Int64 = 4096

  init(
    server: @escaping (ResponseHeaders) -> RangeFetch,
    blocks: @escaping (ResponseHeaders) -> KeptBlocks?
  ) {
    self.server = server
    self.blocks = blocks
  }

  /// Looks at what has come into `file` of the beginning that `state` tells of, and takes what else
  /// has.
  mutating func look(at file: borrowing TemporaryFile, _ state: DownloadState) {
    guard let response = state.response else { return }
    if state.beginnings != beginning {
      beginning = state.beginnings
      (transfers, isDecided, held) = (nil, false, ByteRangeSet())
      blocks(response)?.restore(to: file, held: &held)
    }
    do throws(HTTPError) {
      if !isDecided { try ask(file, state, response) }
      try transfers?.take(into: file, held: &held)
    } catch {
      transfers = nil
      isDecided = true
    }
  }

  /// What fetches the other parts of the resource, whose beginning has come with `response`.
  func transfers(after response: ResponseHeaders) -> RangeTransfers {
    transfers ?? RangeTransfers(server(response))
  }

  private mutating func ask(
    _ file: borrowing TemporaryFile, _ state: DownloadState, _ response: ResponseHeaders
  ) throws(HTTPError) {
    let size = response.contentLength ?? 0
    let table = Self.table(file, state.received, of: size)
    isDecided = table != nil || state.received >= Self.headBytes
    guard let table, let end = state.end else { return }
    var coming = held
    coming.insert(ByteRange(0, end))
    let requests = FetchPlan(size: size).requests(
      for: [table.range], held: coming, ahead: table.ahead)
    guard !requests.isEmpty else { return }
    let transfers = RangeTransfers(server(response))
    self.transfers = transfers
    try transfers.begin(requests)
  }

  /// The table of a resource of `size` bytes, of which `count` have come into `file`.
  private static func table(
    _ file: borrowing TemporaryFile, _ count: Int64, of size: Int64
  ) -> OpeningFetch.Table? {
    var head = [UInt8](repeating: 0, count: Int(min(count, headBytes)))
    let descriptor = file.descriptor
    let read = unsafe head.withUnsafeMutableBytes { buffer in
      unsafe try? FileBytes.read(descriptor, into: buffer, at: 0)
    }
    let beginning = FileBeginning(Array(head.prefix(read ?? 0)), size: size)
    return try? OpeningFetch(file: InputFile(beginning, name: "")).table()
  }
}

/// The first bytes of a file, behind which nothing can be read yet.
private final class FileBeginning: ByteSource, Sendable {
  private let head: [UInt8]
  let size: Int64

  init(_ head: [UInt8], size: Int64) {
    self.head = head
    self.size = size
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    guard offset < Int64(head.count) else { return 0 }
    let part = head[Int(offset)...].prefix(buffer.count)
    unsafe buffer.copyBytes(from: part)
    return part.count
  }
}
