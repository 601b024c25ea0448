import PlayheadLadder
import PlayheadModel

/// A representation of a period, and its segments or where they are listed.
struct MPDRepresentation {
  let name: String
  let bitRate: BitRate
  let codecs: [String]
  let resolution: Resolution?
  let frameRateThousandths: Int64?
  /// Its place among the representations of its period, from zero.
  let index: Int
  let initialization: ManifestReference?
  let media: Media
  /// Where the segments that the MPD lists one by one end; `nil` if it lists none.
  let listedEnd: MediaTime?
  /// The licence that it takes, by its `cenc:default_KID` if that is declared; `nil` if it is
  /// clear.
  var licence: ManifestKey?

  /// What is known of its segments.
  enum Media {
    /// The segments, whose initialization section is number 0 if there is one.
    case segments([ManifestSegment])
    /// A file whose segment index has to be loaded.
    case indexed(IndexedFile)
  }

  /// A file that may have a segment index.
  struct IndexedFile {
    let file: ManifestReference
    /// The range that holds its index; `nil` if the MPD does not say.
    let index: ByteRange?
    /// Whether it is WebM, which has cues for an index.
    let isWebM: Bool
    let period: MPDPeriod
    let timescale: Int64
    let presentationTimeOffset: Int64
    /// The one segment that it is without an index.
    let whole: ManifestSegment?
  }
}

/// The URL against which references resolve: `BaseURL`, level by level.
struct MPDBase {
  /// The last `BaseURL` as written; `nil` if there is none, and the base is the MPD.
  private(set) var name: String?
  private(set) var location: ManifestLocation
  /// The last `BaseURL` that says when segments can be had; `nil` if none does.
  private(set) var available: XMLElement?

  /// The base of an MPD at `location`.
  init(of location: ManifestLocation) {
    self.location = location
  }

  /// The base within `element`, which may have a `BaseURL`: number `copy` if it has several, or the
  /// last one.
  func within(_ element: XMLElement, copy: Int, noting problems: ManifestProblems) -> MPDBase {
    let bases = element.all("BaseURL")
    guard let last = bases.last else { return self }
    let base = copy < bases.count ? bases[copy] : last
    var result = self
    if base["availabilityTimeOffset"] != nil { result.available = base }
    guard !base.text.isEmpty else { return result }
    result.name = base.text
    if let reference = reference(base.text, line: base.line, noting: problems) {
      result.location = reference.location
    }
    return result
  }

  /// The `range` of `uri`; `nil` after noting a mistake at `line`.
  func reference(
    _ uri: String, range: ByteRange? = nil, line: Int, noting problems: ManifestProblems
  ) -> ManifestReference? {
    location.reference(uri, range: range, line: line, noting: problems)
  }

  /// The `range` of what the base itself is; `nil` without a `BaseURL`, as that is the MPD.
  func itself(range: ByteRange? = nil) -> ManifestReference? {
    name.map { ManifestReference(name: $0, location: location, range: range) }
  }
}
