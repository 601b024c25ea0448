import PlayheadFiles
import PlayheadModel

/// A row of the timeline by its keys, for every format that has rows.
enum TickJSON {
  /// A key and what stands for it in a row.
  typealias Column = (key: String, value: @Sendable (Tick) -> JSONValue)

  static let columns: [Column] = [
    ("wallSeconds", { .seconds($0.wallTime) }),
    ("mediaSeconds", { .seconds($0.mediaTime) }),
    ("progress", { .ratio($0.progress) }),
    ("buffered", { .ratio($0.buffered) }),
    ("bufferSeconds", { .seconds($0.bufferLevel) }),
    ("loadedTimeRanges", { .array($0.loadedTimeRanges.ranges.map(SessionJSON.range)) }),
    ("state", { .string($0.status.name) }),
    ("phase", { .string($0.phaseName) }),
    ("rate", { .rate($0.rate) }),
    ("isPlaybackBufferEmpty", { .bool($0.isPlaybackBufferEmpty) }),
    ("isPlaybackBufferFull", { .bool($0.isPlaybackBufferFull) }),
    ("isPlaybackLikelyToKeepUp", { .bool($0.isPlaybackLikelyToKeepUp) }),
    ("bytesDownloaded", { .integer($0.bytesDownloaded) }),
  ]

  static func value(_ tick: Tick) -> JSONValue {
    .object(columns.map { .init(key: $0.key, value: $0.value(tick)) })
  }
}

extension Tick {
  /// What the wall time that passes here is spent on, in one word.
  fileprivate var phaseName: String {
    switch phase {
    case .playing: "playing"
    case .waiting(.startup): "startup"
    case .waiting(.stall), .waiting(.loop): "stalled"
    case .waiting(.seek): "seeking"
    case .paused: "paused"
    case .ended: "ended"
    }
  }
}
