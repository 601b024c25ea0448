import MediaReading
import PlayheadKit

extension Option {
  static let abr = Option(
    "abr", nil, .text("RULE"), in: .player,
    help:
      "Rule that chooses the level of each segment of HLS and DASH, such as throughput, bola, "
      + "fixed:2 or optimal; 'exec:PROGRAM' asks a program of your own",
    default: "the player's")
  static let language = Option(
    "language", nil, .text("TAG"), in: .media,
    help: "Language of the audio of HLS and DASH, such as en", default: "the manifest's choice")
  static let asVoD = Option(
    "as-vod", in: .media,
    help: "Play a live playlist as if it ended with the segments that it lists")

  static let segments = Option(
    "segments", nil, .choice(of: SegmentReading.self), in: .media,
    help: "What to fetch of segments at URLs; read: the headers, for the times of samples; size: "
      + "nothing more, the manifest's times hold; declared: nothing, nor an index, as sizes follow "
      + "from declared bit rates; auto: read up to \(SegmentReading.maximumCount) of them",
    default: "auto")

  static let codecs = Option(
    "codecs", nil, .text("LIST"), in: .media,
    help: "Codecs of HLS and DASH that the device plays, such as avc1,mp4a; others are left out",
    default: "what the player is known to play")
  static let allowRemote = Option(
    "allow-remote", in: .media, help: "Let a manifest on disk name URLs, which are then fetched")
  static let assumeRate = Option(
    "assume-rate", nil, .text("RATE"), in: .media,
    help: "Bit rate of levels that declare none, for --segments declared")
  static let key = Option(
    "key", nil, .text("FILE|HEX"), in: .media,
    help: "Key of segments encrypted by AES-128: a file of 16 bytes, or 32 hexadecimal digits",
    default: "the one that the playlist names, if it can be read")
  static let license = Option(
    "license", nil, .text("DURATION"), in: .media,
    help:
      "Time that a DRM licence server takes to answer; a licence is then asked for and waited for",
    default: "licences cost nothing")
  static let fault = Option(
    "fault", nil, .text("WHAT"), isRepeatable: true, in: .media,
    help:
      "Requests of HLS and DASH that fail, such as 'segment 7 404', '10s..25s 503' or 'playlist of "
      + "level 2 timeout'")
  static let strict = Option(
    "strict", in: .media,
    help: "Refuse a manifest for departures from its standard that players pass over")

  static let optimum = Option(
    "optimum", nil,
    .choice(of: Optimum.Objective.self, placeholder: "SCORE").optional, in: .output,
    help: "Compare with the best possible levels of HLS and DASH on this network, by a score: "
      + Optimum.Objective.allCases.map(\.rawValue).wordList(or: true),
    default: "\(Optimum.Objective.linear.rawValue), without a SCORE")

  /// The options that only ladders have, whatever is done with them.
  static let ladder = [abr] + ladderReading

  /// The options that say how a manifest and its segments are read.
  static let manifestReading = [
    language, asVoD, segments, codecs, allowRemote, assumeRate, key, license, strict,
  ]

  /// The options that say how a ladder is read, and what fails.
  static let ladderReading = manifestReading + [fault]

  /// The options that a report keeps, as it takes them to run its session again.
  static let ladderSession = ladderReading + ofLive
}

extension ParsedArguments {
  /// The options that say how a ladder is read and played, as far as they are given, by name, for
  /// reports: all but a key that is written out, which nobody else should read.
  var ladderReading: [String: [String]] {
    let isSecret = value(.key).map { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) } ?? false
    let options = Option.ladderSession.filter { has($0) && !(isSecret && $0 == .key) }
    return Dictionary(uniqueKeysWithValues: options.map { ($0.name, values($0)) })
  }

  /// How a ladder is read.
  func readingSetting() throws(Failure) -> LadderReadingSetting {
    var setting = LadderReadingSetting()
    setting.language = value(.language)
    setting.isAsVoD = has(.asVoD)
    setting.segments = choice(.segments)
    if let text = value(.codecs) {
      setting.codecs = try parse(text[...], .codecs) { text throws(GrammarError) in
        try LadderReadingSetting.codecs(parsing: text)
      }
    }
    setting.allowsRemote = has(.allowRemote)
    if let text = value(.assumeRate) {
      setting.assumedRate = try parse(text[...], .assumeRate) { text throws(GrammarError) in
        try LadderReadingSetting.rate(parsing: text)
      }
    }
    if let text = value(.key) {
      setting.key = try parse(text[...], .key) { text throws(GrammarError) in
        try KeyArgument(parsing: text)
      }
    }
    setting.licenceTime = try duration(.license)
    setting.isStrict = has(.strict)
    return setting
  }

  /// Refuses what says how manifests are read where there is none.
  func refuseReading(of format: Ladder.Format) throws(Failure) {
    guard ![.hls, .dash].contains(format), let option = Option.manifestReading.first(where: has)
    else { return }
    throw Failure(
      .usage, "unexpected option", at: option.spelling,
      why: "it applies to HLS and DASH, not to other ladders", hint: "leave it out")
  }

  /// The requests that fail.
  func faults() throws(Failure) -> [RequestFault] {
    var faults: [RequestFault] = []
    for text in values(.fault) {
      faults.append(
        try parse(text[...], .fault) { text throws(GrammarError) in
          try RequestFault(parsing: text)
        })
    }
    return faults
  }

  /// The requests of `ladder` that fail; one for what it does not have is a mistake.
  func faults(in ladder: Ladder) throws(Failure) -> [RequestFault] {
    let faults = try faults()
    try Self.check(faults, values(.fault), in: ladder)
    return faults
  }

  /// Checks that `ladder` has what `faults`, which are written as `texts`, are about.
  static func check(
    _ faults: [RequestFault], _ texts: [String], in ladder: Ladder
  ) throws(Failure) {
    for (fault, text) in zip(faults, texts) {
      if let absence = fault.absence(in: ladder) {
        throw Failure(badValue: text, of: .fault, why: absence)
      }
    }
  }

  /// The player of ladders by `--player`, else `preset`, and what other options change of it.
  func ladderPlayer(_ preset: LadderPlayer) throws(Failure) -> LadderPlayer {
    var player = preset
    if let text = value(.player) {
      if let named = LadderPlayer.named(text) {
        player = named
      } else {
        let argument = try parse(text[...], .player) { text throws(GrammarError) in
          try PlayerArgument(parsing: text, suggesting: LadderPlayer.all.map(\.product))
        }
        guard case .file = argument else {
          throw Failure(
            badValue: text, of: .player, why: "it plays files, not HLS and DASH",
            hint: "players of HLS and DASH: \(LadderPlayer.all.map(\.name).wordList(or: false))")
        }
      }
    }
    let changed = try policy(ofLaddersBy: player)
    player = player.following(changed, loadsAsFar: has(.maxBuffer) || playerPath != nil)
    if playerPath != nil { player.name = changed.name }
    return player
  }

  /// The policy of `player`, or of the policy file, and what options change of it.
  private func policy(ofLaddersBy player: LadderPlayer) throws(Failure) -> BufferingPolicy {
    if let path = playerPath {
      return try policy(from: PolicyDraft(try PolicyLoading.file(at: path), path: path))
    }
    return try policy(from: PolicyDraft(player.policy.parameters))
  }
}
