import MediaReading
import PlayheadKit
import PlayheadWatch

/// The picture at the playhead, or under the thumb while that is held.
struct WatchPictures {
  var drawing = PictureDrawing()
  private let finding: PictureFinding
  /// What is shown.
  private var shown: PictureFinding.Found?
  /// What was wanted last.
  private var wanted: WantedFrame?
  private var area: Area?
  /// What is shown as cells, if its place takes them.
  private(set) var grid: Grid?
  /// The sequence by which the terminal draws it.
  private var sequence: String?

  init(_ media: WatchedMedia) {
    finding = PictureFinding { media.frame($0) }
  }

  /// Another frame is shown only if it is this much from the last one.
  private static let step = MediaTime.milliseconds(40)

  /// Has the frame decoded that `watching` is at, and takes what was; if it `waits`, at once.
  mutating func update(_ watching: inout Watching, waits: Bool) {
    guard watching.showsPictures, watching.view == .player,
      let area = WatchLayout(watching).picture
    else { return }
    let size = drawing.size(for: area)
    // The end is behind the last frame.
    let last = max(.zero, watching.duration - .milliseconds(1))
    let time = min(watching.shownTime, last)
    let wanted = WantedFrame(
      time: time, player: watching.session.names.player, level: watching.level(at: time),
      width: size.width, height: size.height)
    var found = waits ? nil : finding.take()
    if wanted.isOther(than: self.wanted, by: Self.step) {
      self.wanted = wanted
      if waits {
        found = finding.find(wanted)
      } else {
        let isUrgent = watching.heldThumb != nil || watching.isHeld || area != self.area
        if !finding.find(wanted, urgent: isUrgent) { self.wanted = shown?.wanted }
      }
    }
    guard found != nil || area != self.area else { return }
    self.area = area
    if let found { take(found, &watching) }
    draw(in: area)
  }

  private mutating func take(_ found: PictureFinding.Found, _ watching: inout Watching) {
    switch found.result {
    case .success: shown = found
    case .failure(let reason):
      // Where one frame is missing, others may be there.
      guard reason != .undecodable || shown == nil else { return }
      watching.tell("no pictures: \(reason.words)")
      watching.showsPictures = false
    }
  }

  private mutating func draw(in area: Area) {
    (grid, sequence) = (nil, nil)
    guard case .success(let frame) = shown?.result else { return }
    grid = drawing.grid(of: frame, in: area)
    guard drawing.manner != .symbols else { return }
    let place = drawing.place(of: frame, in: area)
    sequence = drawing.text(of: frame, columns: place.columns, rows: place.rows)
  }

  /// What the terminal itself draws; `nil` if cells do.
  func graphics(_ watching: Watching) -> ShownGraphics? {
    guard let sequence, let area, watching.showsPictures, !watching.showsHelp,
      watching.view == .player, case .success(let frame) = shown?.result
    else { return nil }
    return ShownGraphics(
      place: drawing.place(of: frame, in: area), text: sequence,
      isKitty: drawing.manner == .kitty)
  }
}

extension WantedFrame {
  /// Whether it is worth another look than `other`.
  fileprivate func isOther(than other: WantedFrame?, by step: MediaTime) -> Bool {
    guard let other else { return true }
    var same = other
    same.time = time
    return same != self || abs((time - other.time).nanoseconds) >= step.nanoseconds
  }
}
