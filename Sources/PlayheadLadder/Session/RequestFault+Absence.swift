extension RequestFault {
  /// Why no request for anything of `ladder` can fail so; `nil` if one can.
  package func absence(in ladder: Ladder) -> String? {
    guard case .content(let content, let number, let level) = target, content != .manifest else {
      return nil
    }
    let lanes = ladder.lanes.map(\.levels)
    if let level, !lanes.contains(where: { level < $0.count }) {
      let highest = (lanes.map(\.count).max() ?? 1) - 1
      return "there is no level \(level): the highest is \(highest)"
    }
    let levels = lanes.flatMap { levels in
      level.map { levels.dropFirst($0).prefix(1) } ?? levels[...]
    }
    let count = levels.map { $0.count(of: content) }.max() ?? 0
    guard count > 0 else {
      let name = content == .initialization ? "initialization section" : content.rawValue
      return level.map { "level \($0) has no \(name)" } ?? "no level has any \(name)"
    }
    guard let number, number >= count else { return nil }
    return "there is no \(content.rawValue) \(number): the last is \(count - 1)"
  }
}

extension Level {
  /// The number of its resources for `content`.
  fileprivate func count(of content: Download.Content) -> Int {
    switch content {
    case .manifest: 0
    case .playlist: playlist == nil ? 0 : 1
    case .index: indexes.count
    case .initialization: initializations.count
    case .segment: segments.count
    case .key: keys.count
    }
  }
}
