import PlayheadKit
import PlayheadSweep

extension Option {
  static let sweepMedia = Option(
    "media", nil, .file("LIST"), isRepeatable: true, in: .sweep,
    help: "Media: files, ladders and URLs with commas between them, a folder, a pattern such as "
      + "'catalogue/**/*.mp4', or @FILE with one a line",
    brief: "Media: files, a folder, a pattern, or @FILE")
  static let sweepNetworks = Option(
    "networks", nil, .suggestions("LIST", NetworkPreset.allNames, orFile: true),
    isRepeatable: true, in: .sweep,
    help: "Networks: presets, rates and files with commas between them, a folder of traces, a "
      + "pattern, or @FILE with one a line",
    brief: "Networks: presets, rates, traces, or @FILE")
  static let sweepPlayers = Option(
    "players", nil,
    .suggestions(
      "LIST", LadderPlayer.all.map(\.product) + PlayerPreset.all.map(\.name), orFile: true),
    isRepeatable: true, in: .sweep,
    help: "Players: names and policy files with commas between them, or @FILE with one a line. "
      + "Files in a player of ladders are played by the browser below it, or by ExoPlayer",
    brief: "Players, with commas between them", default: "basic")
  static let sweepRules = Option.abr.repeated(
    help: "Rules of adaptation with commas between them; default is the player's own",
    brief: "Rules of adaptation, such as default,bola")
  static let sweepChanges = Option(
    "what-if", nil, .suggestions("CHANGE", WhatIfArgument.suggestions, orFile: false),
    isRepeatable: true, in: .sweep,
    help:
      "A change that is tried beside sessions as they are, as in analyze; several together with a "
      + "plus sign, such as faststart+latency=20ms")
  static let sample = Option(
    "sample", nil, .text("NUMBER"), in: .sweep,
    help: "Play this many sessions only, drawn at random from each class of networks",
    default: "all")
  static let sweepSeed = Option(
    "seed", nil, .text("NUMBER"), in: .sweep, help: "Random seed of --sample and --jitter",
    default: "0")
  static let shard = Option(
    "shard", nil, .text("K/N"), in: .sweep, help: "Play the Kth of N parts only, such as 3/64")
  static let listJobs = Option(
    "plan", in: .sweep, help: "Write the jobs, a line of JSON each, instead of playing them")
  static let embed = Option(
    "embed", nil, .file("FOLDER"), in: .sweep,
    help: "Write what is known of media into FOLDER, so that 'playhead work' needs no media")
  static let sweepJobs = Option(
    "jobs", "j", .text("NUMBER"), in: .sweep, help: "Number of sessions to play at once",
    default: "one per core")
  static let sweepFormat = Option(
    "format", nil, .choice(of: SweepFormat.self), in: .output,
    help: "Format of the results: a database, or a stream of rows", default: "sqlite")
  static let sweepOutput = Option(
    "output", "o", .file("FILE"), in: .output,
    help: "File of results; an existing one is continued. csv and jsonl default to standard output",
    brief: "File of results; an existing one is continued")
  static let by = Option(
    "by", nil, .text("COLUMNS"), in: .output,
    help: "Columns whose values make the rows of tables, with commas between them",
    default: "player")
  static let resultMetric = Option(
    "metric", nil, .text("NAMES"), isRepeatable: true, in: .output,
    help: "Metrics of tables, with commas between them", default: "stallSeconds")
}

/// The forms of a sweep's results.
enum SweepFormat: String, CaseIterable, Sendable {
  case sqlite, csv, jsonl
}

extension ParsedArguments {
  /// The columns of `--by`.
  func groupColumns() throws(Failure) -> [String] {
    guard let text = value(.by) else { return ["player"] }
    let names = text.split(separator: ",").map(String.init)
    for name in names where !ResultsSchema.columns.contains(name) {
      throw Failure(
        badValue: text, of: .by, why: "results have no column \(name)",
        hint: name.nearest(in: ResultsSchema.columns).map { "did you mean \($0)?" }
          ?? "columns: \(ResultsSchema.labels.wordList(or: false)), and the metrics")
    }
    return names
  }

  /// The metrics of `--metric` that are columns of results.
  func resultMetrics() throws(Failure) -> [SessionMetric] {
    var metrics: [SessionMetric] = []
    for text in values(.resultMetric) {
      for name in text.split(separator: ",") {
        let metric = try parse(name, .resultMetric) { text throws(GrammarError) in
          try SessionMetric(named: String(text))
        }
        guard SweepSession.metrics.contains(metric), metric.kind != .word else {
          throw Failure(
            badValue: text, of: .resultMetric,
            why: "\(metric.plainName) has no mean, or is no column of results",
            hint: "--sql reads every table, also levels, stalls and switches")
        }
        metrics.append(metric)
      }
    }
    return metrics.isEmpty ? [.stallSeconds] : metrics
  }

  /// The options among `options` that were given, as they are typed.
  func words(of options: [Option]) -> [String] {
    options.flatMap { option -> [String] in
      guard has(option) else { return [] }
      guard option.value != nil else { return [option.spelling] }
      let values = values(option).filter { !$0.isEmpty }
      return values.isEmpty ? [option.spelling] : values.map { "\(option.spelling)=\($0)" }
    }
  }
}

extension Failure {
  /// Results cannot be written or read.
  init(_ error: ResultsError) {
    switch error.kind {
    case .missing: self.init(.noInput, "cannot open results", at: error.path, why: error.why)
    case .cannotCreate:
      self.init(.cannotCreate, "cannot create output", at: error.path, why: error.why)
    case .inputOutput: self.init(.inputOutput, "cannot write", at: error.path, why: error.why)
    case .badData: self.init(.badData, "not a file of results", at: error.path, why: error.why)
    case .inUse: self.init(.cannotCreate, "results are in use", at: error.path, why: error.why)
    case .usage: self.init(.usage, "bad query", at: error.path, why: error.why)
    case .conflict: self.init(.defect, "results differ", at: error.path, why: error.why)
    case .closed: self = .outputClosed
    }
    hint = error.hint
  }

  /// The failure as the reason why a case cannot run.
  var asCaseError: CaseError {
    let kind: CaseError.Kind =
      switch code {
      case .noInput: .missingInput
      case .badData: .badData
      case .inputOutput, .cannotCreate, .defect: .inputOutput
      default: .configuration
      }
    return CaseError(
      kind, what, at: location ?? "",
      why: [why ?? "", hint ?? ""].filter { !$0.isEmpty }.joined(separator: "; "))
  }
}
