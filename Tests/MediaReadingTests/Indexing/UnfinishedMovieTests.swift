import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("A recording that was cut off")
struct UnfinishedMovieTests {
  @Test("before its index was written is refused for that")
  func withoutIndex() throws {
    let folder = try ScratchFolder()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip("moov-at-end.mp4")))
    let place = try #require(bytes.firstRange(of: Data("moov".utf8))).lowerBound
    let path = "\(folder.path)/cut.mp4"
    try bytes.prefix(place - 100).write(to: URL(fileURLWithPath: path))
    #expect(
      throws: MediaReadingError.notMedia(
        name: path,
        reason: "its index (moov) is missing, as of a recording or download that was cut off")
    ) { try MediaReader(cores: 2).read(path, decode: .none) }
  }
}
