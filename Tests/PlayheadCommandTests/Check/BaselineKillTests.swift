import Expectations
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
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }
    /// Writes the baseline; with a `delay`, in microseconds, the program is killed so long after
    /// it has begun to.
    func update(
      _ suite: String, killedAfter delay: UInt32?, _ options: [String] = ["--filter", "case 7"]
    ) throws {
      let process = Process()
      process.executableURL = try Self.program()
      process.arguments =
        [
          "check", "\(folder.path)/\(suite).yaml", "--baseline", baseline, "--update-baseline",
          "--force", "--no-cache",
        ] + options
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let before = try names()
      try process.run()
      if let delay {
        while process.isRunning, try names().isSubset(of: before) {}
        usleep(delay)
        kill(process.processIdentifier, SIGKILL)
      }
      process.waitUntilExit()
    }
    var versions: [Data] = []
    for (name, rate) in [("one", "1M"), ("two", "2M")] {
      // As many cases as make a file of some hundred kilobytes, of which one is recorded anew.
      let cases = (1...40).map { "  - {name: case \($0), network: \(rate)}" }
      let suite = """
        playhead: suite/1
        defaults: {media: \(Project.clip("audio-only.m4a")), expect: []}
        cases:
        \(cases.joined(separator: "\n"))
        """
      try suite.write(
        toFile: "\(folder.path)/\(name).yaml", atomically: true, encoding: .utf8)
      try versions.isEmpty ? update(name, killedAfter: nil, []) : update(name, killedAfter: nil)
      versions.append(try Data(contentsOf: URL(fileURLWithPath: baseline)))
    }
    expect(versions[0] != versions[1])
    let known = try names()
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    var isFirst = false
    // On a busy machine, many a file is there as a whole before anybody sees that it has begun.
    for number in 0..<300 where try number < 24 || names().subtracting(known).isEmpty {
      // The first ones as soon as there is a file, the others anywhere until its end.
      let delay = number < 8 || number >= 24 ? 0 : UInt32.random(in: 0...4000, using: &random)
      try update(isFirst ? "two" : "one", killedAfter: delay)
      let content = try Data(contentsOf: URL(fileURLWithPath: baseline))
      expect(versions.contains(content), "seed \(seed), run \(number)")
      isFirst = content == versions[0]
    }
    // What was written in part was left behind, or nobody was killed while it was written.
    try expect(!names().subtracting(known).isEmpty, "seed \(seed)")
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
