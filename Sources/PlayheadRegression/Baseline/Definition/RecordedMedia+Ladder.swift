import PlayheadFiles
import PlayheadLadder
import PlayheadModel

extension RecordedMedia {
  /// The identity of `ladder`, called `name`.
  ///
  /// The size is that of all documents and segments. The digest is of everything of them that a
  /// session depends on: names, sizes, ranges and times, not the bytes of segments, which need not even
  /// be at hand. So equal digests are equal sessions.
  init(name: String, _ ladder: Ladder) {
    var text = CanonicalLadder()
    text.add("ladder \(ladder.format.rawValue)")
    for manifest in ladder.manifests { text.add(manifest, as: "manifest") }
    for lane in ladder.lanes {
      text.add("lane \(lane.kind.rawValue)")
      for level in lane.levels { text.add(level) }
    }
    self.init(name: name, bytes: text.bytes, digest: text.hash.finish())
  }
}

/// The canonical text of a ladder, of which only the digest is kept.
private struct CanonicalLadder {
  var hash = SHA256()
  /// The size of what was added; at most the largest number.
  var bytes: Int64 = 0

  mutating func add(_ line: String) {
    hash.update(Array("\(line)\n".utf8))
  }

  mutating func add(_ resource: LadderResource, as kind: String) {
    let (sum, isTooMuch) = bytes.addingReportingOverflow(resource.bytes)
    bytes = isTooMuch ? .max : sum
    let range = resource.range.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "all"
    add("\(kind) \(resource.bytes) \(range) \(resource.name.debugDescription)")
  }

  mutating func add(_ level: Level) {
    add(
      "level \(level.bitRate.bitsPerSecond) \(level.averageBitRate?.bitsPerSecond ?? -1) "
        + "\(level.resolution.map { "\($0.width)x\($0.height)" } ?? "-") "
        + "\(level.frameRateThousandths ?? -1) \(level.audioLevel ?? -1) \(level.manifestIndex) "
        + "\(level.codecs.joined(separator: ",").debugDescription) \(level.name.debugDescription)")
    if let playlist = level.playlist { add(playlist, as: "playlist") }
    for index in level.indexes { add(index, as: "index") }
    for section in level.initializations { add(section, as: "initialization") }
    for segment in level.segments {
      add(segment.resource, as: "segment")
      add(
        "\(segment.initialization ?? -1) \(Self.text(segment.declared)) "
          + "\(segment.measured.map(Self.text) ?? "-") "
          + "\(segment.startsWithSync.map(String.init) ?? "-") \(segment.isGap) "
          + "\(segment.isDiscontinuity) \((segment.damage ?? "").debugDescription)")
    }
  }

  private static func text(_ range: TimeRange) -> String {
    "\(range.start.nanoseconds)-\(range.end.nanoseconds)"
  }
}
