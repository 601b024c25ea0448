import PlayheadModel

/// The adaptation sets of a period that are played: one of video, one of audio.
struct MPDSelection {
  private(set) var video: XMLElement?
  private(set) var audio: XMLElement?
  /// The sets that are not played, as in `subtitles (text, en)`.
  private(set) var others: [String] = []

  /// Selects among the adaptation sets of `period`: of each kind one of those of the highest
  /// `@selectionPriority`, of these one whose role is main if there is any, and of these the one
  /// with the fewest bits for each pixel or channel, as dash.js 5.1.1 does (`selectInitialTrack`,
  /// `src/streaming/controllers/MediaController.js`); of audio, one in the language that is asked
  /// for if there is any.
  init(of period: XMLElement, options: ManifestOptions) {
    let sets = period.all("AdaptationSet").filter {
      !$0.all("Representation").isEmpty && !$0.resolvesToNothing
    }
    func chosen(_ kind: String) -> Int? {
      let places = sets.indices.filter { sets[$0].mediaKind == kind && !sets[$0].isTrickMode }
      let spoken = kind == "audio" ? places.filter { options.wants(sets[$0]["lang"]) } : []
      var candidates = spoken.isEmpty ? places : spoken
      // Where none can be played, all are kept, as of HLS.
      let playable = candidates.filter { options.playsAny(of: sets[$0]) }
      if !playable.isEmpty { candidates = playable }
      let highest = candidates.map { sets[$0].selectionPriority }.max()
      candidates = candidates.filter { sets[$0].selectionPriority == highest }
      let main = candidates.filter { sets[$0].hasMainRole }
      if !main.isEmpty { candidates = main }
      // The first among equals.
      return candidates.min { sets[$0].bitsPerUnit < sets[$1].bitsPerUnit }
    }
    let places = (video: chosen("video"), audio: chosen("audio"))
    video = places.video.map { sets[$0] }
    audio = places.audio.map { sets[$0] }
    for (place, set) in sets.enumerated() where place != places.video && place != places.audio {
      let kind = set.isTrickMode ? "trick mode" : set.mediaKind ?? "unknown kind"
      let words = [kind, set["lang"]?.excerpt].compactMap { $0 }
      others.append("\((set["id"] ?? "\(place)").excerpt) (\(words.joined(separator: ", ")))")
    }
  }
}

extension XMLElement {
  /// The kind of media of an adaptation set, such as `video`; `nil` if it does not say.
  var mediaKind: String? {
    if let kind = self["contentType"] { return kind }
    let representation = first("Representation")
    if let type = self["mimeType"] ?? representation?["mimeType"] {
      let kind = type.prefix { $0 != "/" }
      if kind == "video" || kind == "audio" { return String(kind) }
      if kind != "application" { return String(kind) }
    }
    let codecs = (self["codecs"] ?? representation?["codecs"] ?? "").codecList
    guard let first = codecs.first else {
      return self["mimeType"] ?? representation?["mimeType"]
    }
    if codecs.contains(where: \.isVideoCodec) { return "video" }
    return first.isAudioCodec ? "audio" : "text"
  }

  fileprivate var hasMainRole: Bool {
    all("Role").contains { $0["value"] == "main" }
  }

  fileprivate var selectionPriority: Int64 {
    self["selectionPriority"].flatMap { Int64($0) } ?? 1
  }

  /// The mean bandwidth of the representations of an adaptation set for each pixel, or for each
  /// channel of sound; in doubles, as the player has it.
  fileprivate var bitsPerUnit: Double {
    let shares = all("Representation").map { representation in
      func number(_ name: String) -> Double {
        (representation[name] ?? self[name]).flatMap { Double($0) } ?? 0
      }
      let channels =
        (representation.first("AudioChannelConfiguration")
        ?? first("AudioChannelConfiguration"))?["value"].flatMap { Double($0) }
      let units = mediaKind == "audio" ? channels ?? 1 : number("width") * number("height")
      return number("bandwidth") / max(1, units)
    }
    return shares.reduce(0, +) / Double(max(1, shares.count))
  }

  /// Whether an adaptation set is for trick play, or holds tiles of thumbnails.
  fileprivate var isTrickMode: Bool {
    all("EssentialProperty").contains {
      ["http://dashif.org/guidelines/trickmode", "http://dashif.org/guidelines/thumbnail_tile"]
        .contains($0["schemeIdUri"] ?? "")
    }
  }
}

extension ManifestOptions {
  /// Whether `representation` of the adaptation set `set` can be played.
  func plays(_ representation: XMLElement, in set: XMLElement) -> Bool {
    plays((representation["codecs"] ?? set["codecs"] ?? "").codecList)
  }

  /// Whether a representation of an adaptation set can be played.
  fileprivate func playsAny(of set: XMLElement) -> Bool {
    set.all("Representation").contains { plays($0, in: set) }
  }
}

extension String {
  /// Whether it names a codec of video, by its first part.
  fileprivate var isVideoCodec: Bool {
    let codecs = [
      "avc1", "avc2", "avc3", "avc4", "hev1", "hvc1", "dvh1", "dvhe", "dvav", "dva1", "vp8", "vp9",
      "vp08", "vp09", "vp10", "av01", "mp4v", "vvc1", "vvi1", "theora", "lvc1", "evc1", "dav1",
    ]
    return codecs.contains(lowercased().prefix { $0 != "." }.description)
  }
}
