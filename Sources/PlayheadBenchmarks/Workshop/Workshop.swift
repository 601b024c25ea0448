import Foundation

/// Makes what is measured, when it is first asked for.
final class Workshop {
  private let folder: WorkFolder
  private var program: String?

  /// A workshop in `folder`; `playhead` is the program to measure, `nil` to build it.
  init(folder: WorkFolder, playhead: String?) throws(BenchmarkError) {
    try Tool.checkAll()
    if let playhead, !FileManager.default.isExecutableFile(atPath: playhead) {
      throw BenchmarkError("cannot run, \(playhead): not an executable")
    }
    self.folder = folder
    program = playhead
  }

  /// The path of a file of `media`.
  func path(_ media: TestMedia) throws(BenchmarkError) -> String {
    let path = "\(folder.path)/\(media.rawValue)"
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    say("making \(media.rawValue)")
    // Under another name until it is whole, as the folder may be one that is kept.
    let draft = "\(folder.path)/draft-\(media.rawValue)"
    try media.make(at: draft, in: self)
    do {
      try FileManager.default.moveItem(atPath: draft, toPath: path)
    } catch {
      throw BenchmarkError("cannot make, \(path): \(error.localizedDescription)")
    }
    return path
  }

  /// The path of a file that has `text` in it.
  func write(_ text: String, to name: String) throws(BenchmarkError) -> String {
    let path = "\(folder.path)/\(name)"
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw BenchmarkError("cannot write, \(path): \(error.localizedDescription)")
    }
    return path
  }

  /// The name, in the folder, of another way to the file at `path`, as if it were another file.
  func link(to path: String, as name: String) throws(BenchmarkError) -> String {
    let link = "\(folder.path)/\(name)"
    guard !FileManager.default.fileExists(atPath: link) else { return name }
    do {
      try FileManager.default.linkItem(atPath: path, toPath: link)
    } catch {
      throw BenchmarkError("cannot make, \(link): \(error.localizedDescription)")
    }
    return name
  }

  /// `playhead` with `arguments`.
  func playhead(_ label: String, _ arguments: [String]) throws(BenchmarkError) -> ProcessCommand {
    let path: String
    if let program { path = program } else { path = try build() }
    return ProcessCommand(label, path, arguments)
  }

  /// `playhead analyze` of `media`, with as little of a session as there is.
  func analyze(_ media: TestMedia, decode: String) throws(BenchmarkError) -> ProcessCommand {
    try playhead(
      "playhead analyze --decode \(decode)",
      [
        "analyze", path(media), "--decode", decode, "--no-cache", "--quiet", "--network", "10M",
        "--tick", "1h",
      ])
  }

  /// Builds the program as it is released, in a folder of its own.
  private func build() throws(BenchmarkError) -> String {
    guard FileManager.default.fileExists(atPath: "Package.swift") else {
      throw BenchmarkError("cannot build playhead: run this in the package, or give --playhead")
    }
    say("building playhead")
    let scratch = ".build/benchmarks"
    _ = try ChildProcess.run(
      ProcessCommand(
        "swift build", "swift",
        [
          "build", "-c", "release", "--static-swift-stdlib", "--product", "playhead",
          "--scratch-path", scratch,
        ]))
    let path = "\(scratch)/release/playhead"
    program = path
    return path
  }

  private func say(_ words: String) {
    FileHandle.standardError.write(Data("\(words) …\n".utf8))
  }
}
