import Expectations
import Foundation
import StubHTTP
import Testing

@testable import MediaReading
@testable import PlayheadCommand

/// Media read by the program in processes of its own.
@Suite("Files are read in processes of their own")
struct HelperTests {
  private let clip = Project.clip("faststart.mp4")

  /// A run of the program to its end, without the cache unless it is given.
  private func run(
    _ arguments: [String], preparation: String = "", input: FileHandle = .nullDevice
  ) throws -> (code: Int32, output: String, diagnostics: String, cached: Int) {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/output"
    expect(FileManager.default.createFile(atPath: path, contents: nil))
    let output = try #require(FileHandle(forWritingAtPath: path))
    let process = try ProgramProcess(
      arguments, preparation: preparation, output: output, input: input,
      environment: ["LANG": "C.UTF-8"])
    let end = process.end()
    expect(!end.isKilled)
    let cached = try? FileManager.default.contentsOfDirectory(
      atPath: "\(process.cache.path)/playhead")
    return (
      end.code, try String(contentsOfFile: path, encoding: .utf8), end.diagnostics,
      cached?.count ?? 0
    )
  }

  /// A transport stream that takes as long to read as so many `copies` of a clip.
  private func longStream(copies: Int) throws -> (folder: TemporaryFolder, String) {
    let part = try Data(contentsOf: URL(fileURLWithPath: Project.clip("basic.ts")))
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/long.ts"
    expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    for _ in 0..<copies { try file.write(contentsOf: part) }
    try file.close()
    return (folder, path)
  }

  /// A file of these bytes.
  private func file(_ name: String, _ bytes: [UInt8]) throws -> (folder: TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return (folder, path)
  }

  @Test(
    "What a process of its own reads is what this one reads",
    arguments: [
      "faststart.mp4", "fragmented.mp4", "badly-interleaved.mp4", "basic.mkv", "basic.ts",
      "bframes.avi", "theora-vorbis.ogg", "damaged.mp4", "truncated.ts", "many-tracks.mkv",
      "not-media.mp4", "empty.mp4", "playlist.m3u8", "subtitles-only.mkv",
    ])
  func sameReading(clip: String) throws {
    let path = "Fixtures/clips/\(clip)"
    for mode in ["none", "all"] {
      let here = try ProgramRun("analyze \(path) -n 3g --format json --decode \(mode)")
      let there = try run(
        ["analyze", path, "-n", "3g", "--format", "json", "--decode", mode, "-v"])
      expect(there.output, equals: here.output)
      expect(there.code, equals: here.code.rawValue)
      // What several threads do at once must not crash either, although it would be done again.
      expect(!there.diagnostics.contains("crashed"))
      // How fast it was decoded differs, and this process is not asked for details.
      func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n")
          .filter { !$0.contains("frames/s") && !$0.contains("playhead: FFmpeg") }
      }
      expect(lines(there.diagnostics), equals: lines(here.diagnostics))
    }
  }

  @Test(
    "What is fetched by ranges is read by a process without a network",
    arguments: [
      "faststart.mp4", "fragmented.mp4", "basic.mkv", "basic.ts", "damaged.mp4", "truncated.mp4",
    ])
  func ranges(clip: String) throws {
    let path = "Fixtures/clips/\(clip)"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let server = try StubServer { request, _ in StubReply(partsOf: bytes, to: request) }
    for mode in ["none", "all"] {
      let arguments = ["-n", "3g", "--format", "csv", "--decode", mode]
      let near = try run(["analyze", path] + arguments)
      let far = try run(["analyze", server.url("/\(clip)")] + arguments)
      expect(near.code == 0 && far.code == 0, "\(far.diagnostics)")
      expect(far.output, equals: near.output)
      expect(!far.diagnostics.contains("crash"))
    }
  }

  @Test("Of a server that fails in mid-read the process says what this one would")
  func failingServer() throws {
    // With its table at the end it takes two requests, and the second fails.
    let bytes = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: Project.clip("padded-moov.mp4"))))
    let server = try StubServer { request, number in
      number == 0 ? StubReply(partsOf: bytes, to: request) : StubReply("404 Gone")
    }
    let arguments = "analyze \(server.url("/a.mp4")) -n 3g --decode all"
    let there = try run(arguments.split(separator: " ").map(String.init))
    expect(there.code, equals: 66)
    expect(there.diagnostics.contains("404"), "\(there.diagnostics)")
    expect(there.output.isEmpty)
  }

  @Test("A track that cannot be played is told as in this process")
  func track() throws {
    let here = try ProgramRun("analyze Fixtures/clips/faststart.mp4 -n 3g --tracks 2")
    let there = try run(["analyze", "Fixtures/clips/faststart.mp4", "-n", "3g", "--tracks", "2"])
    expect(there.code == 64 && here.code.rawValue == 64)
    expect(there.diagnostics, equals: here.diagnostics)
  }

  @Test("A pipe is read too")
  func pipe() throws {
    let input = try #require(FileHandle(forReadingAtPath: clip))
    let piped = try run(["analyze", "-", "-n", "3g", "--summary"], input: input)
    expect(piped.code == 0 && piped.output.hasPrefix("Starts after 0.80 s"))
  }

  #if os(Linux)
    /// A program that waits for a file from a pipe, and the processes that wait to read it.
    private func waitingForFile() throws -> (ProgramProcess, [pid_t], Pipe) {
      let input = Pipe()
      let process = try ProgramProcess(
        ["analyze", "-", "-n", "3g", "--decode", "none", "--metric", "startup"],
        output: .nullDevice,
        input: input.fileHandleForReading)
      var waiting: [pid_t] = []
      try process.wait {
        waiting = process.children.flatMap(ProgramProcess.children)
        return !waiting.isEmpty
      }
      return (process, waiting, input)
    }

    @Test("The process that waits for the first file is replaced where somebody ends it")
    func endedBefore() throws {
      let (process, waiting, input) = try waitingForFile()
      for number in waiting { kill(number, SIGKILL) }
      try process.wait {
        process.children.flatMap(ProgramProcess.children).allSatisfy { !waiting.contains($0) }
      }
      try input.fileHandleForWriting.write(contentsOf: Data(contentsOf: URL(fileURLWithPath: clip)))
      try input.fileHandleForWriting.close()
      let end = process.end()
      expect(end.code, equals: 0, "\(end.diagnostics)")
      expect(end.diagnostics.isEmpty)
    }

    /// What the descriptors of a process are of.
    private func descriptors(of process: pid_t) throws -> Set<String> {
      let folder = "/proc/\(process)/fd"
      return Set(
        try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        })
    }

    @Test("A process that somebody ends as it is handed its file is replaced, too")
    func endedWhenHanded() throws {
      let (process, waiting, input) = try waitingForFile()
      let factory = try #require(process.children.first)
      // It is handed its file, and does nothing with it.
      for number in waiting { kill(number, SIGSTOP) }
      let before = try descriptors(of: factory)
      try input.fileHandleForWriting.write(contentsOf: Data(contentsOf: URL(fileURLWithPath: clip)))
      try input.fileHandleForWriting.close()
      // Then the socket over which that happens is closed.
      try process.wait { try !before.isSubset(of: descriptors(of: factory)) }
      for number in waiting { kill(number, SIGKILL) }
      let end = process.end()
      expect(end.code, equals: 0, "\(end.diagnostics)")
      expect(end.diagnostics.isEmpty)
    }
  #endif

  @Test("All cases of a suite are read, several at once")
  func suite() throws {
    let result = try run(["check", "Fixtures/suites/example.yaml", "-j", "8"])
    let here = try ProgramRun("check Fixtures/suites/example.yaml")
    expect(result.code, equals: 0)
    expect(result.output, equals: here.output)
  }

  @Test("A shortage of memory is an error of this machine, and is not kept")
  func shortage() throws {
    for mode in ["none", "all"] {
      let result = try run([
        "analyze", clip, "-n", "3g", "--max-memory", "16MiB", "--decode", mode,
      ])
      if mode == "none", result.code == 0 { continue }
      expect(result.code == 74 && result.cached == 0 && result.output.isEmpty)
      expect(
        result.diagnostics,
        equals:
          "playhead: cannot read, \(clip): reading it takes more than 16 MiB of memory; if the "
          + "file can be trusted, raise the limit with --max-memory\n")
    }
    try expect(run(["analyze", clip, "-n", "3g", "--max-memory", "128MiB"]).cached, equals: 1)
  }

  @Test("Every command that limits what reading takes reads in the helper, and no other")
  func commands() throws {
    for entry in Program.playhead.entries {
      let limits = entry.command().options.contains { $0.name == Option.maximumMemory.name }
      expect(entry.readsMedia, equals: limits, "\(entry.name)")
      expect(Program.playhead.readsMedia([entry.name, "x"]), equals: entry.readsMedia)
    }
    expect(!Program.playhead.readsMedia([]) && !Program.playhead.readsMedia(["nothing"]))
    // Decoding takes more than 16 MiB, indexing need not.
    let lines = [
      ["analyze", clip, "-n", "3g"], ["compare", clip, clip, "-n", "3g"], ["inspect", clip],
      ["check", clip, "-n", "3g", "--expect", "stallCount == 0"],
    ]
    for line in lines {
      let result = try run(line + ["--decode", "all", "--max-memory", "16MiB"])
      expect(result.code, equals: 74, "\(line[0]): \(result.diagnostics)")
      expect(result.diagnostics.contains("more than 16 MiB of memory"), "\(line[0])")
    }
  }

  @Test("Too little memory for pictures is no damage of the file, however much it is")
  func shortageOfPictures() throws {
    let clip = Project.clip("hevc.mp4")
    var enough = 0
    for mebibytes in stride(from: 24, through: 128, by: 8) {
      let result = try run([
        "analyze", clip, "-n", "3g", "--max-memory", "\(mebibytes)MiB", "--decode", "all",
      ])
      expect(!result.output.contains("undecodable"), "\(mebibytes) MiB")
      if result.code == 0 {
        enough += 1
        expect(result.cached, equals: 1)
      } else {
        expect(result.code == 74 && result.cached == 0, "\(mebibytes) MiB")
      }
    }
    expect(enough > 0)
  }

  @Test("A fragment that announces half a billion samples ends within the limit of memory")
  func longRuns() throws {
    let base = try Data(contentsOf: URL(fileURLWithPath: Project.clip("fragmented.mp4")))
    let (folder, path) = try file("runs.mp4", ForgedMovie.longRuns(after: Array(base)))
    let start = ContinuousClock.now
    // The limit is of the processes that read, so the one that the user started has far less.
    let result = try run(["analyze", path, "-n", "3g"])
    expect(result.code == 74 && result.cached == 0)
    expect(
      result.diagnostics.hasPrefix(
        "playhead: cannot read, \(path): reading it takes more than 1 GiB of memory;"))
    expect(result.diagnostics.filter(\.isNewline).count, equals: 1)
    expect(ContinuousClock.now - start < .seconds(60))
    _ = folder
  }

  @Test("A file that takes too much processor time is given up")
  func processorTime() throws {
    // Half a minute of media takes several seconds to decode.
    let (folder, path) = try longStream(copies: 40)
    let result = try run([
      "analyze", path, "-n", "3g", "--decode", "all", "--max-cpu-time", "1s",
    ])
    expect(result.code == 65 && result.cached == 0)
    expect(
      result.diagnostics,
      equals:
        "playhead: cannot read, \(path): reading it takes more than 1 s of processor time; if "
        + "the file can be trusted, raise the limit with --max-cpu-time\n")
    _ = folder
  }

  static let others: [(name: String, head: [UInt8], why: String)] = [
    ("module.nsf", Array("NESM\u{1A}\u{1}\u{5}\u{1}".utf8), "files of the format libgme"),
    ("music.vgz", [0x1F, 0x8B, 8, 0], "it is compressed with gzip"),
    ("image.gif", Array("GIF89a\u{10}\0\u{10}\0".utf8), "it is a picture"),
    (
      "large.png",
      // 15000 pixels each way, of true colour.
      [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0x3A, 0x98, 0, 0, 0x3A, 0x98, 8, 2, 0, 0, 0], "it is a picture"
    ),
  ]

  @Test("Pictures, modules and compressed files are no media", arguments: others.indices)
  func otherFiles(number: Int) throws {
    let (name, head, why) = Self.others[number]
    let (folder, path) = try file(name, head + [UInt8](repeating: 0, count: 5000))
    let result = try run(["analyze", path, "-n", "3g"])
    expect(result.code, equals: 65)
    expect(result.diagnostics.hasPrefix("playhead: not playable media, \(path): \(why)"))
    expect(result.diagnostics.filter(\.isNewline).count, equals: 1)
    _ = folder
  }

  @Test("An edit list has at most 4096 entries", arguments: [4096, 4097])
  func edits(count: Int) throws {
    let base = try Data(contentsOf: URL(fileURLWithPath: Project.clip("moov-at-end.mp4")))
    let path = NSTemporaryDirectory() + "playhead-edits-\(UUID().uuidString).mp4"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(ForgedMovie.edits(count, in: Array(base))).write(to: URL(fileURLWithPath: path))
    let file = try InputFile(path: path)
    try expect(MovieTables(file: file).longestEditList(), equals: count)
    guard count > 4096 else { return }
    #expect(
      throws: MediaReadingError.notMedia(
        name: path, reason: "an edit list has 4097 entries, more than 4096")
    ) {
      try MediaReader(cores: 1).read(path, decode: .none)
    }
  }

  /// The processes of the program that has `path` among its arguments.
  private func processes(with path: String) throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
      let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
      return line.range(of: Data(path.utf8)) == nil ? nil : Int32(name)
    }
  }

  /// The process that reads a file for one, which is copied from the only one that it has started.
  private func reader(of process: ProgramProcess) -> pid_t? {
    process.children.flatMap(ProgramProcess.children).max()
  }

  @Test("The process that reads has no rights, and a filter of its system calls")
  func rights() throws {
    let (folder, path) = try longStream(copies: 40)
    let process = try ProgramProcess(
      ["analyze", path, "-n", "3g", "--decode", "all"], output: .nullDevice)
    var status: [Substring] = []
    try process.wait {
      guard let worker = reader(of: process), ProgramProcess.processorTime(of: worker) > 10
      else { return false }
      status = try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)
        .split(separator: "\n")
      return true
    }
    process.signal(SIGINT)
    _ = process.end()
    for line in ["CapEff:\t0000000000000000", "CapPrm:\t0000000000000000", "NoNewPrivs:\t1"] {
      expect(status.contains { $0 == line }, "\(status)")
    }
    // Where the system permits a filter of system calls.
    expect(status.contains("Seccomp:\t2"), "\(status)")
    _ = folder
  }

  /// How the program ends that reads copies of a clip in one file, in a process that crashes once.
  private func crash(
    copies: Int, decode mode: String, afterTicks ticks: Int
  ) throws -> (code: Int32, diagnostics: String) {
    let (folder, path) = try longStream(copies: copies)
    let process = try ProgramProcess(
      ["analyze", path, "-n", "3g", "--decode", mode, "--summary"], output: .nullDevice)
    var worker: pid_t?
    try process.wait {
      worker = reader(of: process)
      return worker.map(ProgramProcess.processorTime) ?? 0 > ticks
    }
    kill(try #require(worker), SIGSEGV)
    let end = process.end()
    _ = folder
    return (end.code, end.diagnostics)
  }

  @Test("What lies before a crash is used, and the crash is told")
  func crash() throws {
    // Long after probing, and long before the end.
    let end = try crash(copies: 300, decode: "none", afterTicks: 20)
    expect(end.code, equals: 0)
    expect(end.diagnostics.contains("crashed (SIGSEGV); reading it again"))
    expect(end.diagnostics.contains("FFmpeg crashes there"), "\(end.diagnostics)")
  }

  @Test("A crash that does not happen again is told, and nothing is missing")
  func crashOnce() throws {
    // While several threads decode nobody knows the place, so that one thread tries again.
    let end = try crash(copies: 40, decode: "all", afterTicks: 60)
    expect(end.code, equals: 0)
    expect(end.diagnostics.contains("crashed (SIGSEGV); reading it again"))
    expect(!end.diagnostics.contains("FFmpeg crashes there"), "\(end.diagnostics)")
    // Each copy has 150 pictures and 283 frames of audio.
    expect(end.diagnostics.contains("decoded 17320 frames"), "\(end.diagnostics)")
  }

  @Test(
    "No process stays behind when the program is ended, in whatever way",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func noOrphans(signal: Int32) throws {
    let base = try Data(contentsOf: URL(fileURLWithPath: Project.clip("moov-at-end.mp4")))
    let (folder, path) = try file("edits.mp4", ForgedMovie.edits(4096, in: Array(base)))
    let process = try ProgramProcess(["analyze", path, "-n", "3g"], output: .nullDevice)
    try process.awaitReadiness()
    // The program, the process that is copied, and its copy, which reads as it takes processor
    // time.
    try process.wait {
      reader(of: process).map(ProgramProcess.processorTime) ?? 0 > 10
    }
    process.signal(signal)
    let end = process.end()
    expect(end.isKilled, equals: (signal == SIGKILL))
    if signal != SIGKILL {
      expect(end.code, equals: 130)
      expect(end.diagnostics.hasPrefix("playhead: interrupted, \(path)"))
    }
    // The system ends what is left once the program is gone, which may take it a moment.
    try process.wait { try processes(with: path).isEmpty }
    _ = folder
  }

  @Test(
    "Options that limit reading are checked",
    arguments: [
      ("--max-picture", "8192"), ("--max-picture", "0x1"), ("--max-picture", "1x65536"),
      ("--max-picture", "1x2x3"), ("--max-picture", "+1x2"), ("--max-memory", "16777215B"),
      ("--max-memory", "1G"), ("--max-cpu-time", "999ms"), ("--max-cpu-time", "soon"),
    ])
  func mistakes(option: String, value: String) throws {
    let result = try ProgramRun("analyze Fixtures/clips/empty.mp4 -n 3g \(option) \(value)")
    expect(result.code, equals: .usage)
    expect(result.diagnostics.contains(option))
  }
}
