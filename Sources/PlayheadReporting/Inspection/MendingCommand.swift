import PlayheadAnalysis

/// The command line that mends a file.
struct MendingCommand {
  let remedy: Remedy
  /// The path or URL of the file.
  let name: String

  /// The command, for a shell.
  var text: String { words.map(\.shellWord).joined(separator: " ") }

  /// Its words.
  var words: [String] {
    ["ffmpeg"] + remedy.inputOptions + ["-i", Self.operand(name)] + remedy.options + [output]
  }

  /// The output, beside the file or, of a URL, in the working directory.
  private var output: String {
    let isURL = name.contains("://")
    let path = isURL ? name.prefix { $0 != "?" && $0 != "#" } : name[...]
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = isURL ? "" : path.dropLast(last.count)
    let dot = last.dropFirst().lastIndex(of: ".")
    let stem = dot.map { last[..<$0] } ?? last
    let suffix = remedy.container ?? dot.map { String(last[last.index(after: $0)...]) } ?? "mp4"
    return Self.operand("\(folder)\(stem.isEmpty ? "media" : stem).mended.\(suffix)")
  }

  /// A name that `ffmpeg` takes for a file, even where it looks like an option or a protocol.
  private static func operand(_ name: String) -> String {
    let isFile = name.contains(":") && !name.contains("://") || name.hasPrefix("-")
    return isFile ? "file:\(name)" : name
  }
}
