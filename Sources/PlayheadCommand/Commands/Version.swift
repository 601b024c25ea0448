import MediaReading

/// `playhead --version`: shows the version, and those of the libraries that read media.
enum Version {
  static func show(_ context: Context) throws(Failure) {
    var lines = ["\(context.program.name) \(context.program.version)"]
    lines += ReaderVersion.linked.libraries.map { "\($0.name) \($0.version)" }
    try context.output.write(lines.joined(separator: "\n") + "\n")
  }
}
