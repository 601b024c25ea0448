package import PlayheadLadder
package import PlayheadModel

extension MediaIdentity {
  /// The identity of `ladder`, which is found at `path`.
  ///
  /// The size is that of all documents and segments. The digest is of everything of them that a
  /// session depends on, not of the bytes of segments, which need not even be at hand. So equal
  /// digests are equal sessions.
  package init(of ladder: Ladder, at path: String) {
    let canonical = CanonicalLadder(ladder)
    self.init(path: path, bytes: canonical.bytes, indexDigest: canonical.digest, tracks: [])
  }
}

/// The canonical text of a ladder, of which only the size and the digest are kept.
package struct CanonicalLadder {
  /// What of a ladder is in the text.
  package enum Contents {
    /// Everything that a session depends on.
    case everything
    /// What baselines have of it, whose digests must not move.
    case recorded
  }

  /// The size of all resources; at most the largest number.
  package private(set) var bytes: Int64 = 0
  /// The SHA-256 of the text in lowercase hexadecimal digits.
  package private(set) var digest = ""
  private let contents: Contents
  private var hash = SHA256()

  package init(_ ladder: Ladder, _ contents: Contents = .everything) {
    self.contents = contents
    add("ladder \(ladder.format.rawValue)")
    for manifest in ladder.manifests { add(manifest, as: "manifest") }
    if contents == .everything { addMeasures(of: ladder) }
    for lane in ladder.lanes {
      add("lane \(lane.kind.rawValue)")
      for level in lane.levels { add(level) }
    }
    digest = hash.finish()
  }

  private mutating func add(_ line: String) {
    hash.update(Array("\(line)\n".utf8))
  }

  private mutating func add(_ resource: LadderResource, as kind: String) {
    let (sum, isTooMuch) = bytes.addingReportingOverflow(resource.bytes)
    bytes = isTooMuch ? .max : sum
    let range = resource.range.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "all"
    add("\(kind) \(resource.bytes) \(range) \(resource.name.debugDescription)")
    if contents == .everything, let failure = resource.failure { add("fails \(failure.words)") }
  }

  private mutating func add(_ level: Level) {
    add(
      "level \(level.bitRate.bitsPerSecond) \(level.averageBitRate?.bitsPerSecond ?? -1) "
        + "\(level.resolution.map { "\($0.width)x\($0.height)" } ?? "-") "
        + "\(level.frameRateThousandths ?? -1) \(level.audioLevel ?? -1) \(level.manifestIndex) "
        + "\(level.codecs.joined(separator: ",").debugDescription) \(level.name.debugDescription)")
    if contents == .everything { addMeasures(of: level) }
    if let playlist = level.playlist { add(playlist, as: "playlist") }
    for index in level.indexes { add(index, as: "index") }
    for section in level.initializations { add(section, as: "initialization") }
    if contents == .everything {
      for key in level.keys {
        add(key.resource, as: key.isLicence ? "licence" : "key")
        add("\(key.serverTime.nanoseconds)")
      }
    }
    for segment in level.segments {
      add(segment.resource, as: "segment")
      add(
        "\(segment.initialization ?? -1) \(Self.text(segment.declared)) "
          + "\(segment.measured.map(Self.text) ?? "-") "
          + "\(segment.startsWithSync.map(String.init) ?? "-") \(segment.isGap) "
          + "\(segment.isDiscontinuity) \((segment.damage ?? "").debugDescription)")
      if contents == .everything { addMeasures(of: segment) }
    }
    guard contents == .everything else { return }
    for copy in level.copies {
      add("copy")
      add(copy)
    }
  }

  private mutating func addMeasures(of ladder: Ladder) {
    if let start = ladder.start { add("start \(start.time.nanoseconds) \(start.isPrecise)") }
    if ladder.tellsCaptions { add("tells captions") }
    for key in ladder.sessionKeys { add("session key \(key.lane) \(key.level) \(key.key)") }
    if let refusal = ladder.refusal {
      add("refused \(refusal.isOfManifest) \(refusal.reason.debugDescription)")
    }
    if let recording = ladder.recording { add(recording) }
    guard let updates = ladder.updates else { return }
    add(
      "updates \(updates.listsSegments) \(updates.minimumPeriod?.nanoseconds ?? -1) "
        + "\(updates.suggestedDelay?.nanoseconds ?? -1) \(updates.window?.nanoseconds ?? -1)")
    if let latency = updates.targetLatency { add("latency \(latency.nanoseconds)") }
    if let rate = updates.minimumRate { add("minimum rate \(rate.thousandths)") }
    if let rate = updates.maximumRate { add("maximum rate \(rate.thousandths)") }
    if updates.tellsTime == true { add("tells time") }
    if let offset = updates.availabilityOffset {
      add("available \(offset.nanoseconds) \(updates.comesInChunks == true)")
    }
  }

  private mutating func add(_ recording: EventRecording) {
    add(
      "recording \(recording.begin.nanoseconds) \(recording.end.nanoseconds) "
        + "\(recording.delay.nanoseconds) \(recording.hasDates) "
        + "\(recording.holdBack?.nanoseconds ?? -1)")
    if let hasEnd = recording.hasEnd { add("ends \(hasEnd)") }
    for level in recording.lanes.joined() {
      for listing in level.listings {
        add(
          "listed \(listing.since.nanoseconds) \(listing.segments.lowerBound)-"
            + "\(listing.segments.upperBound)")
        if let bytes = listing.bytes { add("of \(bytes) \(listing.isDelta == true)") }
        for report in listing.reports ?? [] { add("reports \(report.level) \(report.count)") }
      }
      if level.blocksReload == true { add("blocks") }
      for reset in level.resets ?? [] { add("reset \(reset)") }
      for failure in level.failures ?? [] {
        add(
          "fails \(failure.since.nanoseconds) \(failure.until.nanoseconds) \(failure.status ?? 0)")
      }
      for segment in level.segments {
        add(
          "there \(segment.availability?.nanoseconds ?? -1) \(segment.lateness.nanoseconds) "
            + "\(segment.unlisted.nanoseconds)")
      }
    }
  }

  private mutating func addMeasures(of level: Level) {
    add(
      "target \(level.targetDuration?.nanoseconds ?? -1) \(level.partTarget?.nanoseconds ?? -1) "
        + "\(level.nestedIndexCount)")
    for period in level.periods {
      add(
        "period \(period.segments.lowerBound)-\(period.segments.upperBound) "
          + "\(period.bitRate.bitsPerSecond) \(period.isStandIn)")
    }
    for track in level.tracks {
      add(
        "track \(track.kind.rawValue) \((track.codec ?? "").debugDescription) "
          + "\(track.dimensions.map { "\($0.width)x\($0.height)" } ?? "-") "
          + "\(track.frameRateThousandths ?? -1) \(track.peakFrameRateThousandths ?? -1) "
          + "\(track.longestSyncInterval?.nanoseconds ?? -1)")
    }
  }

  private mutating func addMeasures(of segment: LadderSegment) {
    add(
      "\(segment.trackLength?.nanoseconds ?? -1) \(segment.initializationTag) "
        + "\(segment.isTruncated) \(segment.key ?? -1) "
        + "\(segment.uncutLength?.nanoseconds ?? -1) \(segment.partNumber)")
    guard !segment.parts.isEmpty else { return }
    add("parts" + segment.parts.map { " \($0.bytes) \($0.end.nanoseconds)" }.joined())
  }

  private static func text(_ range: TimeRange) -> String {
    "\(range.start.nanoseconds)-\(range.end.nanoseconds)"
  }
}
