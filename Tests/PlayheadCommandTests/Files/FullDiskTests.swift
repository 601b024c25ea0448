import Expectations

#if os(Linux)
  import Foundation
  import StubHTTP
  import Testing

  @testable import PlayheadCommand

  /// What becomes of a run when there is no room for what it writes.
  @Suite("A full disk") struct FullDiskTests {
    /// Why there is no room.
    enum Shortage: CaseIterable, Sendable {
      /// A file may have so many kilobytes only.
      case fileSize
      /// A file system of its own, of so many kilobytes, is full.
      case fileSystem

      var reason: String { self == .fileSize ? "File too large" : "No space left on device" }

      /// Runs `words` where a file in `folder`, or all of them, can have `kilobytes`; the last line
      /// of its diagnostics lists what is left in the folder.
      func run(
        _ words: [String], _ kilobytes: Int, in folder: String,
        environment: [String: String] = [:]
      ) throws -> ToolRun {
        let list = "\"$@\"; code=$?; echo \"left: $(ls -A \"$0\")\" >&2; exit $code"
        let shell =
          switch self {
          case .fileSize: ["bash", "-c", "ulimit -f \(kilobytes); \(list)"]
          case .fileSystem:
            [
              "unshare", "--map-root-user", "--mount", "bash", "-c",
              "mount -t tmpfs -o size=\(kilobytes)k tmpfs \"$0\" || exit 99; \(list)",
            ]
          }
        return try ToolRun(shell + [folder] + words, environment: environment)
      }
    }

    /// Whether this system lets users mount.
    private static let shortages = Shortage.allCases.filter { shortage in
      guard let folder = try? TemporaryFolder() else { return false }
      return (try? shortage.run(["true"], 64, in: folder.path))?.code == 0
    }

    private let folder = Result { try TemporaryFolder() }

    private func program() throws -> String {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: tests).deletingLastPathComponent().path + "/playhead"
    }

    @Test(
      "for a session's file is told, and leaves nothing", arguments: shortages,
      ["json", "jsonl", "csv"])
    func output(shortage: Shortage, format: String) throws {
      let folder = try folder.get().path
      let path = "\(folder)/session"
      let run = try shortage.run(
        [
          program(), "analyze", Project.clip("faststart.mp4"), "-n", "800k", "--decode", "none",
          "--no-cache", "--loop", "9", "--format", format, "-o", path,
        ], 4, in: folder)
      expect(run.code, equals: 74)
      expect(
        run.diagnostics, equals: "playhead: cannot write, \(path): \(shortage.reason)\nleft: \n")
      expect(run.output.isEmpty)
    }

    @Test("for the cache costs nothing but the cache", arguments: shortages)
    func cache(shortage: Shortage) throws {
      let folder = try folder.get().path
      let line = [
        try program(), "analyze", Project.clip("faststart.mp4"), "-n", "800k", "--decode", "none",
      ]
      let run = try shortage.run(
        line + ["--verbose"], 8, in: folder, environment: ["XDG_CACHE_HOME": folder])
      expect(run.code, equals: 0)
      expect(run.diagnostics.contains("cannot cache the index: "), "\(run.diagnostics)")
      expect(run.diagnostics.contains(shortage.reason))
      expect(run.diagnostics.hasSuffix("left: playhead\n"))
      expect(run.output, equals: (try ToolRun(line + ["--no-cache"]).output))
      let entries = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/playhead")
      expect(entries ?? [], equals: [])
    }

    /// At the first request, and when a part from further behind is kept.
    @Test("for what comes from a URL is told, and leaves nothing", arguments: shortages, [16, 128])
    func download(shortage: Shortage, kilobytes: Int) throws {
      let body = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Project.clip("faststart.mp4"))))
      let server = try StubServer { request, _ in StubReply(partsOf: body, to: request) }
      let folder = try folder.get().path
      let run = try shortage.run(
        [
          program(), "analyze", server.url(), "-n", "800k", "--decode",
          kilobytes > 64 ? "all" : "none", "--no-cache",
        ], kilobytes, in: folder, environment: ["TMPDIR": folder])
      expect(run.code, equals: 74)
      let lines = run.diagnostics.split(separator: "\n")
      expect(lines.count == 2 && lines.last == "left: ", "\(run.diagnostics)")
      expect(lines.first?.hasPrefix("playhead: ") ?? false)
      expect(lines.first?.contains(" a temporary file in \(folder): \(shortage.reason)") ?? false)
      expect(run.output.isEmpty)
    }
  }
#endif
