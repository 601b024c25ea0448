import Expectations
import PlayheadKit
import Testing

@Suite struct `A report on a session` {
  @Test(arguments: 2_000_000..<2_000_050 as Range<UInt64>)
  func `is the same in every byte when made again`(seed: UInt64) throws {
    let first = try report(seed: seed)
    expect(!first.isEmpty)
    try expect(report(seed: seed), equals: first, "seed \(seed)")
  }

  private func report(seed: UInt64) throws -> [UInt8] {
    let random = try RandomSession.connected(seed: seed)
    let media = MediaDescription(
      name: "random", index: random.media.index, presentation: try random.presentation,
      decoding: nil)
    return SessionJSON.bytes(
      SessionReport(SessionSetting(media, try random.scenario), try random.run()))
  }
}
