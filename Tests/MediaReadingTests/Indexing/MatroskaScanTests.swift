import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("A scan of the blocks of Matroska by two threads")
struct MatroskaScanTests {
  /// What a walk over a file has found, to where it could.
  private struct Outcome: Equatable {
    var seen: [SeenBlock] = []
    var clusters: ByteRange?
  }

  /// A file of `bytes`, which has no name once it is open.
  private func file(_ bytes: [UInt8]) throws -> InputFile {
    let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).mkv")
    try Data(bytes).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    return try InputFile(path: place.path)
  }

  /// What one thread finds from the beginning to the end.
  private func walked(_ file: InputFile) throws -> Outcome {
    var outcome = Outcome()
    var blocks = MatroskaBlocks(file)
    blocks.sought = 0
    let lengths = try MatroskaTrack.all(in: file).unitLengths
    while let block = try blocks.nextSeen(lengths) { outcome.seen.append(block) }
    if blocks.isCertain, let start = blocks.found, let end = blocks.clustersEnd {
      outcome.clusters = ByteRange(start, end)
    }
    return outcome
  }

  private func scanned(
    _ file: InputFile, _ rounds: ClustersAhead.Rounds, after blocks: MatroskaBlocks? = nil,
    ahead: ClustersAhead? = nil, _ before: Outcome = Outcome()
  ) throws -> (outcome: Outcome, ahead: Int) {
    var outcome = before
    let scan = try MatroskaScan(
      file, after: blocks ?? MatroskaBlocks(file), MatroskaTrack.all(in: file), ahead: ahead,
      rounds: rounds)
    scan.sought = 0
    while let block = try scan.next() { outcome.seen.append(block) }
    outcome.clusters = scan.clusters
    return (outcome, scan.countAhead)
  }

  private static let rounds = [
    ClustersAhead.Rounds(bytes: 1 << 40, fewestBytes: 0),
    ClustersAhead.Rounds(bytes: 50_000, fewestBytes: 0),
    ClustersAhead.Rounds(bytes: 1 << 40, fewestBytes: 0, maximumBlocks: 1),
    ClustersAhead.Rounds(bytes: 1 << 40, fewestBytes: 1000, maximumBlocks: 100),
  ]

  /// Holds what two threads find against what one finds, and expects both to have found some of it.
  private func compare(_ bytes: [UInt8], _ rounds: ClustersAhead.Rounds) throws {
    let file = try file(bytes)
    let expected = try walked(file)
    expect(expected.seen.count > 4000 && expected.clusters != nil)
    let (outcome, ahead) = try scanned(file, rounds)
    expect(outcome, equals: expected)
    expect(ahead > 0)
  }

  @Test("finds what one thread finds", arguments: 0..<rounds.count)
  func whole(number: Int) throws {
    try compare(LongMatroska("basic.mkv").bytes(times: 20), Self.rounds[number])
  }

  @Test(
    "finds the last block of a cluster, too, where that is in a group", arguments: 0..<rounds.count)
  func groups(number: Int) throws {
    let bytes = try LongMatroska("basic.mkv").bytes(times: 20) { _, elements in
      elements = elements.map { $0.first == 0xA3 ? LongMatroska.group($0) : $0 }
    }
    try compare(bytes, Self.rounds[number])
  }

  @Test(
    "begins with a second thread where enough is left and not before",
    arguments: [(0, true), (1, false)] as [(Int64, Bool)])
  func fewest(more: Int64, begins: Bool) throws {
    let file = try file(LongMatroska("basic.mkv").bytes(times: 20))
    // Where the second block is looked for.
    var blocks = MatroskaBlocks(file)
    _ = try blocks.next()
    let rounds = ClustersAhead.Rounds(fewestBytes: file.size - blocks.place + more)
    let (outcome, ahead) = try scanned(file, rounds)
    try expect(outcome, equals: walked(file))
    expect((ahead > 0), equals: begins)
  }

  @Test("goes on with what was seen while a demuxer opened the file")
  func early() throws {
    let long = try LongMatroska("basic.mkv")
    let times = try (17 << 20) / long.bytes(times: 1).count + 1
    let file = try file(long.bytes(times: times))
    let expected = try walked(file)
    let ahead = try #require(ClustersAhead.early(in: file))
    expect(ahead.start >= 8 << 20 && ahead.start < 10 << 20)
    var blocks = MatroskaBlocks(file)
    blocks.sought = 0
    let first = try #require(try blocks.nextSeen(MatroskaTrack.all(in: file).unitLengths))
    let rounds = ClustersAhead.Rounds(fewestBytes: .max)
    let (outcome, count) = try scanned(
      file, rounds, after: blocks, ahead: ahead, Outcome(seen: [first]))
    expect(outcome, equals: expected)
    expect(count > expected.seen.count / 3)
    try PayloadComparison.compare(file.bytes(Int(file.size)), like: "basic.mkv")
  }

  @Test("takes nothing for a cluster that only looks like one")
  func lookalike() throws {
    let cluster = LongMatroska.element(
      [0x1F, 0x43, 0xB6, 0x75], [0xE7, 0x81, 0x05, 0xA3, 0x85, 0x81, 0, 0, 0x80, 1])
    let bytes = try LongMatroska("basic.mkv").bytes(times: 20) { _, elements in
      for place in elements.indices
      where elements[place].first == 0xA3 && elements[place].count > 400 {
        elements[place].replaceSubrange(100..<100 + cluster.count, with: cluster)
      }
    }
    let file = try file(bytes)
    let expected = try walked(file)
    expect(expected.clusters != nil)
    for rounds in Self.rounds { try expect(scanned(file, rounds).outcome, equals: expected) }
  }

  @Test("ends where a cluster is in another one")
  func nested() throws {
    let bytes = try LongMatroska("basic.mkv").bytes(times: 20) { number, elements in
      guard number > 6 else { return }
      elements.append(LongMatroska.element([0x1F, 0x43, 0xB6, 0x75], [0xE7, 0x81, 5]))
    }
    let file = try file(bytes)
    let expected = try walked(file)
    expect(!expected.seen.isEmpty && expected.clusters == nil)
    for rounds in Self.rounds { try expect(scanned(file, rounds).outcome, equals: expected) }
  }

  @Test("finds what one thread finds of a damaged file", arguments: 0..<24 as Range<UInt64>)
  func damaged(seed: UInt64) throws {
    var random = SmallNumbers(seed: seed)
    var bytes = try LongMatroska("basic.mkv").bytes(times: 10)
    for _ in 0...random.next(4) { bytes[random.next(bytes.count)] = UInt8(random.next(256)) }
    if random.next(3) == 0 { bytes.removeLast(random.next(bytes.count / 2)) }
    let file = try file(bytes)
    let expected = try walked(file)
    for rounds in Self.rounds {
      try expect(scanned(file, rounds).outcome, equals: expected, "seed \(seed)")
    }
  }
}
