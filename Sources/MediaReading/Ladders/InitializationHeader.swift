import PlayheadKit

/// Says by an initialization section whether the headers of its segments tell when samples are
/// shown, so that their media need not be fetched.
struct InitializationHeader {
  private let file: InputFile

  /// The section that `source` begins with, of so many bytes.
  init(of source: any JoinedSource, bytes: Int64) {
    file = InputFile(Beginning(of: source, size: min(bytes, source.size)), name: "")
  }

  /// Whether it is of MP4, with tracks of which no sample has to be read whole; see
  /// ``SparseMovieTrack``.
  func tellsTimes() throws(ReadFailure) -> Bool {
    let tables = MovieTables(file: file)
    let entries = try tables.sampleEntries()
    guard !entries.isEmpty else { return false }
    let parsesPictures = try tables.hasEmptySyncTable()
    return entries.allSatisfy { entry in
      SparseMovieTrack.leftOutEntries.contains(entry)
        || !parsesPictures && SparseMovieTrack.leftOutPictureEntries.contains(entry)
    }
  }
}

/// The beginning of joined ranges, as if there were nothing behind it.
private final class Beginning: ByteSource, Sendable {
  let size: Int64
  private let source: any JoinedSource

  init(of source: any JoinedSource, size: Int64) {
    self.source = source
    self.size = size
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    let part = unsafe buffer.prefix(Int(clamping: max(0, size - offset)))
    return try unsafe source.read(
      into: UnsafeMutableRawBufferPointer(rebasing: part), at: offset)
  }
}
