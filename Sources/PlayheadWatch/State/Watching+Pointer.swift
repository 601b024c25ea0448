import PlayheadModel

/// What the mouse does: as with a touch control, the value changes while the thumb is held, and the
/// seek happens on release.
extension Watching {
  mutating func point(_ action: MouseAction, _ column: Int, _ row: Int) {
    let layout = WatchLayout(self)
    switch action {
    case .press:
      guard !showsHelp, layout.hitZone.contains(column, row) else { return }
      heldThumb = layout.time(at: column, of: duration)
    case .drag:
      guard heldThumb != nil else { return }
      heldThumb = layout.time(at: column, of: duration)
    case .release:
      guard let target = heldThumb else { return }
      heldThumb = nil
      seek(to: target)
    }
  }
}
