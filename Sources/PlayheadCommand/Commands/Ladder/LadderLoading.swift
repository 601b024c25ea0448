import MediaReading
import PlayheadKit
import PlayheadManifests

/// Reads ladders for a command.
struct LadderLoading {
  let arguments: ParsedArguments
  let context: Context

  /// The ladder at `location`, with segments timed as `player` sees them; notes what is unusual.
  func ladder(
    at location: String, _ format: Ladder.Format, for player: LadderPlayer
  ) throws(Failure) -> LadderDescription {
    try read(at: location, format, for: player).media
  }

  /// The same, and where its media lies.
  func read(
    at location: String, _ format: Ladder.Format, for player: LadderPlayer
  ) throws(Failure) -> (media: LadderDescription, sources: LadderSources) {
    guard player.plays(format) else { throw Failure(player, cannotPlay: format) }
    let name = location.isWebURL ? ShownAddress(location).text : location
    context.whereabouts.enter(.reading(location, nil))
    var options = ManifestOptions(
      language: arguments.value(.language), asVoD: arguments.has(.asVoD) || arguments.has(.live))
    options.isLive = arguments.has(.live)
    options.codecs = arguments.value(.codecs)?.split(separator: ",").map {
      String($0.filter { $0 != " " })
    }
    options.unplayableCodecs = player.unplayableCodecs
    options.allowsRemote = arguments.has(.allowRemote)
    if let text = arguments.value(.assumeRate) {
      options.assumedRate = try arguments.parse(text[...], .assumeRate) {
        text throws(GrammarError) in
        try BitRate(parsingExactly: text, unit: .required)
      }
    }
    if let text = arguments.value(.key) { options.key = try key(text) }
    options.licenceTime = try arguments.duration(.license)
    options.forgives = !arguments.has(.strict)
    options.reader = player.product
    let loading = MediaLoading(arguments: arguments, context: context)
    let progress = SharedProgressLine(context.progressLine("Reading", arguments: arguments))
    defer { progress.erase() }
    var reader = try loading.reader(of: location, location.isWebURL ? progress : nil)
    reader.segmentReading = arguments.choice(.segments) ?? .auto
    let reading: LadderReading
    do {
      reading = try reader.readLadder(
        location, format, options: options,
        timing: SegmentTimeOptions(of: player, readsParts: arguments.has(.parts)))
    } catch {
      switch error {
      case .media(let error): throw Failure(error)
      case .manifest(let error): throw Failure(error)
      case .sizes(.unreadable(let error)): throw Failure(error, reading: "segment sizes")
      case .sizes(.malformed(let path, let error)):
        throw Failure(error, of: "segment sizes", in: path)
      case .files(.unreadable(let error)):
        throw Failure(error, reading: "ladder file", malformed: .configuration)
      case .files(.malformed(let path, let error)):
        throw Failure(error, in: path, of: "ladder file")
      }
    }
    if let problem = reading.cacheProblem {
      context.diagnostics.detail("cannot cache the times of segments: \(problem)")
    }
    progress.erase()
    for note in reading.notes { context.diagnostics.note("\(name): \(note)") }
    let media = LadderDescription(
      name: name, ladder: try arguments.inParts(reading.ladder, at: location), notes: reading.notes)
    return (media, reading.sources)
  }
}

extension LadderLoading {
  /// The bytes of a key, which `text` writes in digits, or which the file at `text` holds.
  private func key(_ text: String) throws(Failure) -> [UInt8] {
    let count = 16
    if text.utf8.count == 2 * count, let bytes = [UInt8](hexDigits: text) { return bytes }
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try WholeFile.read(text, atMost: 1 << 10)
    } catch {
      throw Failure(error, reading: "key")
    }
    guard bytes.count == count else {
      throw Failure(
        badValue: text, of: .key, why: "a key of AES-128 has 16 bytes, the file \(bytes.count)",
        hint: "give a file of 16 bytes, or 32 hexadecimal digits")
    }
    return bytes
  }
}

extension Failure {
  /// `player` does not play manifests of `format`.
  init(
    _ player: LadderPlayer, cannotPlay format: Ladder.Format, as option: Option = .player
  ) {
    let others = LadderPlayer.all.filter { $0.plays(format) }.map(\.product)
    self.init(
      badValue: player.name, of: option, why: "it does not play \(format.rawValue.uppercased())",
      hint: "players that do: \(others.wordList(or: false))")
  }

  /// A manifest is malformed: a line for each mistake.
  init(_ error: ManifestError) {
    let failures = error.problems.map { problem in
      Failure(
        .badData, "malformed manifest",
        at: problem.line.map { line in
          "\(error.document):\(line)" + (problem.column.map { ":\($0)" } ?? "")
        } ?? error.document, why: problem.problem, hint: problem.hint)
    }
    self = failures.first ?? Failure(.badData, "malformed manifest", at: error.document)
    others = Array(failures.dropFirst())
    if error.unlistedCount > 0 {
      others.append(
        Failure(
          .badData, "malformed manifest", at: error.document,
          why: "\(error.unlistedCount) more mistakes"))
    }
  }
}
