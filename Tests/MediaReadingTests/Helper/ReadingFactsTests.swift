import Expectations
import PlayheadKit
import Testing

@testable import MediaReading
@testable import PlayheadModel

@Suite("What a process that read a file answers is checked like any input")
struct ReadingFactsTests {
  private static let readings = Answers<String, MediaReading>()

  private static func reading() throws -> MediaReading {
    let clip = Fixtures.clip("faststart.mp4")
    return try readings.answer(to: clip) { try MediaReader(cores: 1).read(clip) }
  }

  /// What is made of `reading` after a change to it; `nil` if it is refused.
  private func answer(
    _ reading: MediaReading, order: [UInt32]? = nil
  ) -> (MediaReading, DecodeMode)? {
    ReadingFacts(reading, mode: .all).reading(
      name: reading.index.name, bytes: reading.index.bytes,
      samples: reading.index.samples, order: order)
  }

  @Test("An honest answer is the reading itself")
  func honest() throws {
    let reading = try Self.reading()
    let (result, mode) = try #require(answer(reading))
    expect(result == reading && mode == .all)
    let count = UInt32(reading.index.samples.count)
    expect(answer(reading, order: Array((0..<count).reversed())) != nil)
  }

  @Test("What says nothing of a file is no finding about it")
  func refusals() {
    let limits = ReadingLimits()
    func told(_ error: MediaReadingError) -> MediaReadingError {
      ReadingRefusal(error).error(name: "a", limits: limits)
    }
    for error in [
      MediaReadingError.unreadable(name: "", reason: ""), .download(url: "", .interrupted),
      .crashed(name: "", signal: ""), .noAnswer(name: "", reason: ""),
    ] {
      guard case .noAnswer("a", _) = told(error) else {
        Issue.record("\(error) is told as \(told(error))")
        continue
      }
    }
  }

  private static let far = MediaTime(nanoseconds: MediaTime.bound.nanoseconds + 1)

  private static let lies: [(String, @Sendable (inout MediaReading) -> Void)] = [
    ("a track that does not exist", { $0.index.samples[3].track = 2 }),
    ("an offset below zero", { $0.index.samples[3].offset = -1 }),
    ("an offset beyond all files", { $0.index.samples[3].offset = .max }),
    ("a need out of order", { $0.index.samples[3].needs = 0 }),
    ("a need beyond all files", { $0.index.samples[1437].needs = .max }),
    ("a duration below zero", { $0.index.samples[3].duration = MediaTime(nanoseconds: -1) }),
    ("a duration too long", { $0.index.samples[3].duration = Self.far }),
    ("a time too far", { $0.index.samples[3].presentationTime = Self.far }),
    ("a decode time too far", { $0.index.samples[3].decodeTime = Self.far }),
    ("a track of another number", { $0.index.tracks[0].id = 1 }),
    ("a picture of negative width", { $0.index.tracks[0].dimensions?.width = -1 }),
    ("fewer samples than none", { $0.index.tracks[0].sampleCount = -1 }),
    ("a read past the end", { $0.index.openingReads[0].upperBound = $0.index.bytes + 1 }),
    ("a read that ends before it starts", { $0.index.openingReads[0].lowerBound = .max }),
    ("an index past the end", { $0.index.containerIndexes?[0].range.upperBound = .max }),
    ("a length beyond all", { $0.index.announcedDuration = Self.far }),
    ("a size below zero", { $0.index.announcedBytes = -1 }),
    ("a report on no track", { $0.decoding?.tracks[0].track = 2 }),
    ("fewer edits than it lists", { $0.index.tracks[0].editList?.count = 0 }),
    (
      "an edit shorter than nothing",
      { $0.index.tracks[0].editList?.edits[0].duration = MediaTime(nanoseconds: -1) }
    ),
    ("an edit too far", { $0.index.tracks[0].editList?.edits[0].mediaTime = Self.far }),
    (
      "a list of fragments past the end",
      { $0.index.fragmentation = Fragmentation(listedEnd: $0.index.bytes + 1) }
    ),
    ("fewer frames than none", { $0.decoding?.tracks[0].frames = -1 }),
  ]

  @Test("An answer that contradicts itself is refused", arguments: lies.indices)
  func dishonest(number: Int) throws {
    var reading = try Self.reading()
    Self.lies[number].1(&reading)
    expect(answer(reading) == nil, "\(Self.lies[number].0)")
  }

  @Test("An order that is no permutation is refused")
  func order() throws {
    let reading = try Self.reading()
    let count = UInt32(reading.index.samples.count)
    expect(answer(reading, order: Array(0..<(count - 1))) == nil)
    expect(answer(reading, order: Array(1...count)) == nil)
    expect(answer(reading, order: [UInt32](repeating: 0, count: Int(count))) == nil)
  }
}
