import PlayheadAnalysis

/// The command line that mends a file.
struct MendingCommand {
  let remedy: Remedy
  let media: MediaDescription

  /// The path or URL of the file.
  private var name: String { media.name }

  /// The command, for a shell.
  var text: String { words.map(\.shellWord).joined(separator: " ") }

  /// Its words.
  var words: [String] {
    ["ffmpeg"] + inputOptions + ["-i", Self.operand(name)] + remedy.options + [output]
  }

  /// What is said of the input.
  ///
  /// FFmpeg looks at all fragments of a movie first, and refuses one that ends within the header of
  /// one, unless it is told not to.
  private var inputOptions: [String] {
    let index = media.index
    let isCut = index.announcedBytes.map { $0 > index.bytes } ?? false
    guard index.fragmentation != nil, isCut else { return remedy.inputOptions }
    guard let flags = remedy.inputOptions.firstIndex(of: "-fflags") else {
      return ["-fflags", "+ignidx"] + remedy.inputOptions
    }
    var options = remedy.inputOptions
    options[flags + 1] += "+ignidx"
    return options
  }

  /// The output, beside the file or, of a URL or a stream, in the working directory.
  private var output: String {
    let isStream = name.hasPrefix("/dev/")
    let isURL = name.contains("://")
    let path = isURL ? name.prefix { $0 != "?" && $0 != "#" } : isStream ? "media" : name[...]
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = isURL ? "" : path.dropLast(last.count)
    let dot = last.dropFirst().lastIndex(of: ".")
    let stem = dot.map { last[..<$0] } ?? last
    let suffix =
      remedy.container ?? dot.map { String(last[last.index(after: $0)...]) } ?? usualSuffix
    return Self.operand("\(folder)\(stem.isEmpty ? "media" : stem).mended.\(suffix)")
  }

  /// The extension of the container's files, by which `ffmpeg` knows what to write.
  private var usualSuffix: String {
    switch media.index.container.split(separator: ",").first {
    case "matroska": "mkv"
    case "mpegts": "ts"
    case "mov", nil: "mp4"
    case let name?: String(name)
    }
  }

  /// A name that `ffmpeg` takes for a file, even where it looks like an option or a protocol.
  private static func operand(_ name: String) -> String {
    let isFile = name.contains(":") && !name.contains("://") || name.hasPrefix("-")
    return isFile ? "file:\(name)" : name
  }
}
