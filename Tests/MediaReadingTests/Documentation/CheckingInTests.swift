import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite struct `The trailers` {
  @Test func `play as the suite expects`() throws {
    let suite = Fixtures.folder.appending(path: "suites/example.yaml")
    let result = try Suite(contentsOf: suite).run()
    #expect(result.hasPassed, "\(result)")
  }
}
