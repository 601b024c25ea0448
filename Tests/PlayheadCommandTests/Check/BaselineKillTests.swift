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
    /// Whether the program was killed before it was done.
    func update(_ suite: String, killedAfter delay: Double?) throws -> Bool {
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
        usleep(UInt32(delay))
        kill(process.processIdentifier, SIGKILL)
      }
      process.waitUntilExit()
      return process.terminationReason == .uncaughtSignal
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
      #expect(try !update(name, killedAfter: nil))
      versions.append(try Data(contentsOf: URL(fileURLWithPath: baseline)))
    }
    #expect(versions[0] != versions[1])
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    var before = versions[1]
    // In microseconds. A run that is killed too early is followed by a later kill, and one that is
    // done by an earlier one, so that most come about when the file is written, however fast this
    // machine is.
    var delay = 50_000.0
    for number in 0..<60 {
      let isKilled = try update(before == versions[0] ? "two" : "one", killedAfter: delay)
      let content = try Data(contentsOf: URL(fileURLWithPath: baseline))
      #expect(versions.contains(content), "seed \(seed), run \(number)")
      let step = Double.random(in: 1...(number < 20 ? 1.5 : 1.1), using: &random)
      delay = min(max(isKilled && content == before ? delay * step : delay / step, 1000), 900_000)
      before = content
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
