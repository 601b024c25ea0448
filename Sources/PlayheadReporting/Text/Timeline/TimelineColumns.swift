/// The columns of a timeline that fit the width, and their widths.
///
/// The wall time's column includes the gutter, the first column of all.
struct TimelineColumns: Hashable {
  var time: Int
  var showsMedia = true
  /// The width of the bar; `nil` if there is none.
  var bar: Int?
  /// The width of the buffer level's; `nil` if there is none.
  var buffer: Int?
  /// The width of the live latency's; `nil` if there is none.
  var latency: Int?
  /// The width of the link's; `nil` if there is none.
  var link: Int?
  var state: Int

  private static let greatestBar = 100

  /// The columns for cells of the widths given: the least important are left out first; at last the
  /// state is cut short.
  init(in width: Int, time: Int, buffer: Int, latency: Int? = nil, link: Int, state: Int) {
    self.time = time
    self.state = state
    let sets: [(media: Bool, minimumBar: Int?, buffer: Int?, latency: Int?, link: Int?)] = [
      (true, 12, buffer, latency, link), (true, 10, buffer, latency, nil),
      (true, 8, nil, latency, nil), (true, 8, nil, nil, nil), (false, 8, nil, nil, nil),
      (true, nil, nil, nil, nil), (false, nil, nil, nil, nil),
    ]
    for set in sets {
      showsMedia = set.media
      self.buffer = set.buffer
      self.latency = set.latency
      self.link = set.link
      let spare = width - taken
      guard let least = set.minimumBar else {
        bar = nil
        if spare >= 0 { return }
        continue
      }
      // The bar has a space before it.
      bar = min(spare - 1, Self.greatestBar)
      if spare - 1 >= least { return }
    }
    bar = nil
    self.state = max(0, state + width - taken)
  }

  /// The width of everything but the bar.
  private var taken: Int {
    time + (showsMedia ? time : 0) + (buffer ?? 0) + (latency ?? 0) + (link ?? 0) + 1 + state
  }

  /// The width before the words of a mark.
  var times: Int { time + (showsMedia ? time : 0) + 1 }
}
