import Expectations
import Testing

@testable import PlayheadModel

extension Simulation {
  /// The session, step by step, of which the loader is as it has to be after each, and what was
  /// told of it as final stays so.
  mutating func checked() throws -> Session {
    var final: [Event] = []
    repeat {
      expect(loader.brokenInvariants(at: player.wallTime), equals: [])
      final += finalEvents(from: final.count)
    } while step()
    final += finalEvents(from: final.count)
    let session = try #require(session)
    expect(final, equals: session.events)
    return session
  }
}
