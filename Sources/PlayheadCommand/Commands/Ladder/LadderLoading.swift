import MediaReading
import PlayheadKit
import PlayheadManifests

/// Reads ladders for a command.
struct LadderLoading {
  let arguments: ParsedArguments
  let context: Context
  /// What was noted before.
  var noted: Set<String> = []

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
    let setting = try arguments.readingSetting()
    try arguments.refuseReading(of: format)
    let loading = MediaLoading(arguments: arguments, context: context)
    let progress = SharedProgressLine(context.progressLine("Reading", arguments: arguments))
    defer { progress.erase() }
    let reader = try loading.reader(of: location, location.isWebURL ? progress : nil)
    let reading: LadderReading
    do {
      reading = try reader.readLadder(
        location, format, by: player, as: setting, isLive: arguments.has(.live),
        readsParts: arguments.has(.parts))
    } catch {
      switch error {
      case .media(let error): throw Failure(error)
      case .manifest(let error): throw Failure(error)
      case .key(.unreadable(let error)): throw Failure(error, reading: "key")
      case .key(.length(let path, let count)):
        throw Failure(
          badValue: path, of: .key, why: KeyFileError.words(ofLength: count),
          hint: "give a file of \(KeyArgument.count) bytes, or "
            + "\(2 * KeyArgument.count) hexadecimal digits")
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
    for note in reading.notes where !noted.contains(note) {
      context.diagnostics.note("\(name): \(note)")
    }
    let media = LadderDescription(
      name: name, ladder: try arguments.inParts(reading.ladder, at: location), notes: reading.notes)
    return (media, reading.sources)
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
