package import PlayheadKit

extension RealPlayer {
  /// The built-in player that is predicted with; `nil` for a player of files.
  package var ladderPlayer: LadderPlayer? {
    switch self {
    case .chromiumHLS: .chromiumHLS
    case .hlsJS: .hlsJS
    case .dashJS: .dashJS
    case .shaka: .shaka
    case .mpv, .chromium, .firefox, .gstPlay, .vlc, .webkitgtk: nil
    }
  }

  /// The formats of the ladders that it plays.
  package var ladderFormats: [Ladder.Format] {
    switch self {
    case .chromiumHLS, .hlsJS: [.hls]
    case .dashJS: [.dash]
    case .shaka: [.hls, .dash]
    case .mpv, .chromium, .firefox, .gstPlay, .vlc, .webkitgtk: []
    }
  }

  /// Whether it is a library of scripts, whose path has to be given.
  package var isLibrary: Bool { [.hlsJS, .dashJS, .shaka].contains(self) }
}
