/// The way in which a player requests the bytes of a rendition.
///
/// In which order it needs them is the rendition's ``ReadingOrder``.
enum FetchStrategy: Hashable, Sendable {
  /// From the first missing byte to the end of the resource, or until something else is needed; a gap
  /// of up to `readThrough` bytes is read through. The sender is blocked while the buffer is full.
  case stream(readThrough: Int64)
  /// Each segment with a missing byte as a whole, one after the other. A full buffer only holds back
  /// the next request.
  case segments

  /// The way of a player that reads through gaps of `readThrough` bytes in a file.
  init(for rendition: Rendition, readThrough: Int64) {
    self = rendition.segments.count > 1 ? .segments : .stream(readThrough: readThrough)
  }

  var takesSegments: Bool { if case .segments = self { true } else { false } }
}
