import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// Sessions of ``FaultTests`` whose levels are on other servers, too.
@Suite("Copies of levels on other servers")
struct CopyTests {
  private typealias Change = (inout LadderPlayer) -> Void

  private static func using(
    _ order: CopyUse.Order, for reach: CopyUse.Reach, attempts: Int = 1, falls: Bool = false
  ) -> Change {
    { player in
      player.loading.failures.missing = SegmentFailureRule(.stopsWithError) {
        ($0.attempts, $0.lastAttempts) = (attempts, attempts)
        $0.retryDelay = .constant(.seconds(1))
        $0.copies = CopyUse(order, for: reach)
        if falls { $0.fallback = LevelFallback(.downwards) }
      }
    }
  }

  private static func requests(_ session: LadderSession) -> String {
    session.requests.map(\.subject.resource.name).joined(separator: " ")
  }

  @Test("Nobody asks for a copy as long as nothing fails")
  func unused() throws {
    let session = try FaultTests.session([], copies: ["a"])
    expect(Self.requests(session), equals: "m p0 i0 0/0 0/1 0/2 0/3 0/4")
  }

  @Test("After a failure a copy is opened, and everything that follows comes from it")
  func copy() throws {
    let session = try FaultTests.session(
      ["segment 1 404"], copies: ["a", "b"], change: Self.using(.copiesFirst, for: .ladder))
    expect(session.failures.map(\.response), equals: [.copy(number: 1)])
    expect(Self.requests(session), equals: "m p0 i0 0/0 0/1 ap0 ai0 a0/1 a0/2 a0/3 a0/4")
    expect(session.requests.map(\.subject.copy), equals: [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    // Refused at 1.8 s; then 0.2 s for the playlist, 0.2 s for the section, 1.1 s for the segment.
    let ends = session.requests.map { $0.request.end?.nanoseconds ?? 0 }
    expect(ends[7], equals: 1_000_000 * (1800 + 200 + 200 + 1100))
    expect(session.segments.map(\.segment), equals: [0, 1, 2, 3, 4])
    expect(session.session.endReason, equals: .ended)
  }

  @Test("Copies follow each other until none is left")
  func all() throws {
    for (faults, responses) in [
      (
        ["segment 1 404", "segment 1 of copy 1 404"],
        [SegmentFailure.Response.copy(number: 1), .copy(number: 2)]
      ),
      (
        ["segment 1 of all copies 404"],
        [.copy(number: 1), .copy(number: 2), .outcome(.stopsWithError, delay: .zero)]
      ),
    ] {
      let session = try FaultTests.session(
        faults, copies: ["a", "b"], change: Self.using(.copiesFirst, for: .ladder))
      expect(session.failures.map(\.response), equals: responses)
    }
  }

  @Test("A player that turns to other levels first, turns to a copy when none is left")
  func levelsFirst() throws {
    let session = try FaultTests.session(
      ["segment 1 404"], levels: 2, copies: ["a"],
      change: Self.using(.levelsFirst, for: .ladder, falls: true))
    expect(session.failures.map(\.response), equals: [.fallback(level: 1), .copy(number: 1)])
    // The rule wants level 0, which the copy of no level has had a failure of.
    expect(
      Self.requests(session),
      equals: "m p0 i0 0/0 0/1 p1 i1 1/1 ap1 ai1 a1/1 ap0 ai0 a0/2 a0/3 a0/4")
  }

  @Test("A player that turns to a copy of one level has the others from where they were")
  func level() throws {
    let session = try FaultTests.session(
      ["segment 1 404", "segment 2 of copy 1 404"], levels: 2, copies: ["a"],
      change: Self.using(.copiesFirst, for: .level, falls: true))
    expect(session.failures.map(\.response), equals: [.copy(number: 1), .fallback(level: 1)])
    expect(Self.requests(session).hasPrefix("m p0 i0 0/0 0/1 ap0 ai0 a0/1 a0/2 p1 i1 1/2"))
  }

  @Test("A player whose attempts take servers in turn begins each segment with the first")
  func attempts() throws {
    let session = try FaultTests.session(
      ["segment 1 404", "segment 2 404", "segment 2 of copy 1 404"], copies: ["a"],
      change: Self.using(.copiesFirst, for: .attempt, attempts: 3))
    expect(session.failures.count, equals: 4)
    expect(
      Self.requests(session), equals: "m p0 i0 0/0 0/1 a0/1 0/2 a0/2 0/2")
    expect(session.session.endReason, equals: .error)
  }

  @Test("Sound turns to a copy with video, and has its playlist from there")
  func sound() throws {
    let session = try FaultTests.session(
      ["segment 1 of level 0 404"], lanes: 2, copies: ["a"],
      change: Self.using(.copiesFirst, for: .ladder))
    let copies = session.requests.filter { $0.subject.copy == 1 }.map(\.subject)
    for lane in 0..<2 {
      let names = copies.filter { $0.lane == lane }.map(\.resource.name)
      expect(names.first == "ap0" && names.dropFirst().first == "ai0", "\(names)")
    }
    expect(session.session.endReason, equals: .ended)
  }
}
