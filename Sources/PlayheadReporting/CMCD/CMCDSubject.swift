import PlayheadModel

/// What is played, as Common Media Client Data tells of it.
protocol CMCDSubject {
  /// What all that is played is called in lists: `v`, `a` or `av`.
  var objectType: String { get }
  /// The streaming format: `h`, `d` or `o`.
  var format: String { get }
  /// What is known of the bit rates at `tick`, and whatever else only this has.
  func fields(at tick: Tick) -> [String: StructuredField]
}

/// A file, which has one bit rate a track.
struct CMCDFile: CMCDSubject {
  let objectType: String
  let format = "o"
  private let rates: StructuredField?

  init(_ media: MediaDescription) {
    let kinds = media.presentation.tracks.map { media.index.tracks[$0].kind }
    objectType = (kinds.contains(.audio) ? "a" : "") + (kinds.contains(.video) ? "v" : "")
    let rates = media.extents.compactMap { extent -> (Int64, String?)? in
      guard let rate = extent.rate else { return nil }
      let isVideo = media.index.tracks[extent.track].kind == .video
      return (rate.bitsPerSecond.divided(by: 1000), isVideo ? "v" : "a")
    }
    // None unless all are known.
    self.rates = rates.isEmpty || rates.count < media.extents.count ? nil : .list(rates)
  }

  func fields(at tick: Tick) -> [String: StructuredField] { rates.map { ["br": $0] } ?? [:] }
}
