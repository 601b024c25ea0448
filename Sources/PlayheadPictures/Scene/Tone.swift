/// How a mark looks: what it stands for, from which every writer takes its colours.
///
/// The colours are those of Okabe and Ito, which people with any colour vision tell apart, darkened
/// or lightened where text and thin lines need the contrast.
package enum Tone: String, CaseIterable, Hashable, Sendable {
  case playing, startup, stalled, seeking, paused, ended
  case buffer, threshold, link, delivered, need
  case loaded, playhead, waiting, transfer, blocked, dropped
  case other, good, warning, bad, parting
  case level0, level1, level2, level3, level4, level5, level6, level7

  /// The tone of a level of a ladder with `count` levels: the higher, the darker.
  package static func level(_ level: Int, of count: Int) -> Tone {
    let place = count < 2 ? 4 : min(7, max(0, level * 7 / (count - 1)))
    return Tone(rawValue: "level\(place)") ?? .level7
  }

  /// A tone of two colours of sRGB, on a light ground and on a dark one.
  package var colors: (light: String, dark: String) {
    switch self {
    case .playing: ("#007a5a", "#2fbf95")
    case .startup: ("#8a6d00", "#e3bd3c")
    case .stalled: ("#c4380a", "#ff8552")
    case .seeking: ("#a3478a", "#e39ac9")
    case .paused, .ended: ("#6b7280", "#9aa2af")
    case .buffer: ("#0a64ad", "#5fb2f2")
    case .threshold: ("#59616e", "#aab2bf")
    case .link: ("#59616e", "#a4adbb")
    case .delivered: ("#0a64ad", "#5fb2f2")
    case .need: ("#c4380a", "#ff8552")
    case .loaded: ("#6fb0e3", "#2a618f")
    case .playhead: ("#16181d", "#f0f2f5")
    case .waiting: ("#b9bfc9", "#59616e")
    case .transfer: ("#0a64ad", "#5fb2f2")
    case .blocked: ("#8a6d00", "#e3bd3c")
    case .dropped: ("#c4380a", "#ff8552")
    case .other: ("#c4380a", "#ff8552")
    case .good: ("#007a5a", "#2fbf95")
    case .warning: ("#8a6d00", "#e3bd3c")
    case .bad: ("#c4380a", "#ff8552")
    case .parting: ("#a3478a", "#e39ac9")
    case .level0: ("#d7e7f5", "#26415a")
    case .level1: ("#bfd9ef", "#2a5070")
    case .level2: ("#a3c8e8", "#2f6088")
    case .level3: ("#83b4de", "#36719f")
    case .level4: ("#5f9dd1", "#4085b6")
    case .level5: ("#3f83bd", "#559bcb")
    case .level6: ("#2468a3", "#79b5dd")
    case .level7: ("#0f4c80", "#a8d2ef")
    }
  }

  /// Whether it is hatched, so that it is told from others without colour.
  package var isHatched: Bool { [.stalled, .dropped, .bad].contains(self) }
  /// Whether it is dotted.
  package var isDotted: Bool { [.startup, .seeking, .blocked].contains(self) }
  /// Whether its lines are dashed.
  package var isDashed: Bool { [.threshold, .need, .other].contains(self) }
}
