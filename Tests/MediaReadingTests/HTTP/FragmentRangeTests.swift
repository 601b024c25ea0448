import Expectations
import Foundation
import PlayheadModel
import StubHTTP
import Testing

@testable import MediaReading

@Suite("Reading the headers of fragments at a URL")
struct FragmentRangeTests {
  private static let padding = 1 << 20

  /// A box at the top level.
  private struct Box {
    var type: String
    var range: Range<Int>
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func add(_ value: Int, to bytes: inout [UInt8], at place: Int) {
    let sum = number(bytes, at: place) + value
    for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * byte)) }
  }

  private static func boxes(_ bytes: [UInt8]) -> [Box] {
    var boxes: [Box] = []
    var place = 0
    while place < bytes.count {
      let end = place + number(bytes, at: place)
      let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      boxes.append(Box(type: type, range: place..<end))
      place = end
    }
    return boxes
  }

  /// The clip with a mebibyte that is in no sample at the end of each `mdat`, and without the
  /// `mfra`, whose offsets would be wrong.
  private static func padded(_ clip: String) throws -> (bytes: [UInt8], fragments: Int) {
    let whole = try Fixtures.bytes(of: clip)
    var padded: [UInt8] = []
    var fragments = 0
    for box in boxes(whole) where box.type != "mfra" {
      var bytes = Array(whole[box.range])
      switch box.type {
      case "mdat":
        add(padding, to: &bytes, at: 0)
        bytes += [UInt8](repeating: 0, count: padding)
        fragments += 1
      case "sidx":
        // Version 1: 40 bytes before the references of 12 bytes, each with a size first.
        for place in stride(from: 40, to: bytes.count, by: 12) {
          add(padding, to: &bytes, at: place)
        }
      default: break
      }
      padded += bytes
    }
    return (padded, fragments)
  }

  @Test(
    "fetches no media data, and finds what reading the file finds",
    arguments: ["fragmented.mp4", "fragments-indexed.mp4"])
  func fragments(clip: String) throws {
    let (body, fragments) = try Self.padded(clip)
    let path = NSTemporaryDirectory() + "/playhead-fragments-\(UUID().uuidString).mp4"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(body).write(to: URL(fileURLWithPath: path))
    let local = try MediaReader(cores: 1).read(path, decode: .none)
    // The samples are those of the clip, farther apart.
    let plain = try Fixtures.index(at: Fixtures.clip(clip))
    expect(local.index.samples.map(\.size), equals: plain.samples.map(\.size))
    expect(
      local.index.samples.map(\.presentationTime), equals: plain.samples.map(\.presentationTime))

    let server = try StubServer { request, _ in StubReply(partsOf: body, to: request) }
    var remote = try MediaReader.impatient().read(server.url("/\(clip)"), decode: .none)
    remote.index.name = local.index.name
    expect(remote.index, equals: local.index)
    let ranges = server.requests.compactMap(\.closedRange)
    expect(ranges.count, equals: server.requests.count)
    // What indexing the file reads, and the rest of a block or two for each fragment.
    let asked = ranges.reduce(0) { $0 + min($1.upperBound, body.count - 1) - $1.lowerBound + 1 }
    expect(asked <= Int(local.indexBytesRead) + (fragments + 2) * (64 << 10), "\(ranges)")
    expect(asked < body.count / 4)
    expect(local.indexBytesRead < Int64(body.count / 8))
  }
}
