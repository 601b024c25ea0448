import Foundation
import Testing

@testable import PlayheadCommand

@Suite("A baseline whose writer is killed")
struct BaselineKillTests {
  /// The program, which lies beside the tests.
  private static func program() throws -> URL {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: "playhead")
  }

  @Test("is the old one or the new one, whole, whenever that happens")
  func killing() throws {
    let folder = try TemporaryFolder()
    let baseline = "\(folder.path)/b.json"
    func update(_ suite: String, killedAfter delay: UInt32?) throws {
      let process = Process()
      process.executableURL = try Self.program()
      process.arguments = [
        "check", "\(folder.path)/\(suite).yaml", "--baseline", baseline, "--update-baseline",
        "--force", "--no-cache",
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      if let delay {
        usleep(delay)
        kill(process.processIdentifier, SIGKILL)
      }
      process.waitUntilExit()
      if delay == nil { #expect(process.terminationStatus == 0) }
    }
    var versions: [Data] = []
    for (name, rate) in [("one", "1M"), ("two", "2M")] {
      // As many cases as make a file of some hundred kilobytes.
      let cases = (1...40).map { "  - {name: case \($0), network: \(rate)}" }
      let suite = """
        playhead: suite/1
        defaults: {media: \(Project.clip("audio-only.m4a")), expect: []}
        cases:
        \(cases.joined(separator: "\n"))
        """
      try suite.write(
        toFile: "\(folder.path)/\(name).yaml", atomically: true, encoding: .utf8)
      try update(name, killedAfter: nil)
      versions.append(try Data(contentsOf: URL(fileURLWithPath: baseline)))
    }
    #expect(versions[0] != versions[1])
    let start = ContinuousClock.now
    try update("one", killedAfter: nil)
    let whole = ContinuousClock.now - start
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for number in 0..<40 {
      let microseconds = Double(whole.components.attoseconds) / 1e12
      // Most of the time in the last part of a run, where the writing is.
      let part = number.isMultiple(of: 4) ? 0...1.0 : 0.7...1.1
      let delay = Double.random(in: part, using: &random) * microseconds
      try update(number.isMultiple(of: 2) ? "two" : "one", killedAfter: UInt32(max(1, delay)))
      let content = try Data(contentsOf: URL(fileURLWithPath: baseline))
      #expect(versions.contains(content), "seed \(seed), run \(number)")
    }
  }

  private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed | 1 }

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }
}
