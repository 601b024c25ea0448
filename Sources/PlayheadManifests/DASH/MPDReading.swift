import PlayheadLadder
import PlayheadModel

/// What an MPD says, before segment indexes are loaded.
struct MPD {
  /// A lane in one period.
  struct Part {
    let set: XMLElement
    /// The representations in ascending order of their bit rate.
    let representations: [MPDRepresentation]
  }

  /// What is played in one period.
  struct PeriodParts {
    let period: MPDPeriod
    var video: Part?
    var audio: Part?
  }

  var periods: [PeriodParts] = []
  var isDynamic = false
  /// `MPD@maxSegmentDuration`; `nil` if it is not declared.
  var maximumSegmentDuration: MediaTime?
  var updates = MPDUpdates(listsSegments: false)
  /// `MPD@availabilityStartTime` of a live MPD, in nanoseconds since 1970; `nil` without it.
  var availabilityStart: Int64?
  /// How many seconds of its beginning are left out, as they are long past.
  var passed: Int64 = 0
  /// Why the player that it is read for refuses it; `nil` if it does not.
  var refusal: String?
  /// How many `BaseURL`s an element has at most: on so many servers its segments are.
  var baseCount = 1
  var notes: [String] = []
}

/// Parses an MPD.
struct MPDReading {
  private(set) var mpd = MPD()

  private let attributes: MPDAttributes
  private let options: ManifestOptions
  private let location: ManifestLocation
  /// Which of several `BaseURL`s of an element is taken, from zero; the last one of fewer.
  private let copy: Int
  var problems: ManifestProblems { attributes.problems }
  private var outsideCount = 0
  private var segmentCount = 0
  /// Whether a representation was read whose segments are numbered.
  private var hasSegments = false

  init(
    location: ManifestLocation, options: ManifestOptions, copy: Int, problems: ManifestProblems
  ) {
    self.copy = copy
    attributes = MPDAttributes(problems: problems)
    self.options = options
    self.location = location
  }

  /// Parses the MPD of the element `root`; mistakes are noted.
  mutating func read(_ root: XMLElement) {
    guard root.name == "MPD" else {
      problems.add(
        ManifestProblem(line: root.line, "expected an MPD, found the element \(root.name.excerpt)"))
      return
    }
    mpd.isDynamic = root["type"] == "dynamic"
    mpd.maximumSegmentDuration = attributes.duration(root, "maxSegmentDuration")
    guard !mpd.isDynamic || options.asVoD else {
      problems.add(
        ManifestProblem(
          line: root.line, "MPD@type: live presentations (dynamic) are not supported",
          hint: "--as-vod plays what it lists"))
      return
    }
    if options.isLive, let problem = Self.patchProblem(of: root) { problems.add(problem) }
    func duration(_ name: String) -> MediaTime? {
      root[name].flatMap { MediaTime(schemaDuration: $0) }
    }
    mpd.updates.minimumPeriod = duration("minimumUpdatePeriod")
    mpd.updates.suggestedDelay = duration("suggestedPresentationDelay")
    mpd.updates.window = duration("timeShiftBufferDepth")
    mpd.updates.targetLatency = root.first("ServiceDescription")?.first("Latency")
      .flatMap { attributes.whole($0, "target", in: 1...86_400_000) }
      .map { .milliseconds($0) }
    let rates = root.first("ServiceDescription")?.first("PlaybackRate")
    mpd.updates.minimumRate = rates.flatMap { Self.rate($0["min"]) }
    mpd.updates.maximumRate = rates.flatMap { Self.rate($0["max"]) }
    let isTold = root.all("UTCTiming").contains { Self.isKnownClock($0["schemeIdUri"]) }
    mpd.updates.tellsTime = isTold ? true : nil
    let base = base(MPDBase(of: location), within: root)
    var periods = MPDPeriod.periods(of: root, attributes)
    if mpd.isDynamic { mpd.availabilityStart = MPDPeriod.availabilityStart(of: root) }
    if let published = options.published, Self.isNumbered(root), let start = mpd.availabilityStart,
      start > published.upperBound
    {
      let ahead = WallTime(nanoseconds: start - published.upperBound).secondsText(places: 1)
      problems.add(
        ManifestProblem(
          line: root.line,
          "MPD@availabilityStartTime: the event begins \(ahead) s after the end of the recording",
          hint: "record it then, or set the server's clock"))
      return
    }
    if mpd.isDynamic, let published = options.published, Self.isNumbered(root),
      let available = MPDPeriod.available(periods, of: root, while: published, attributes)
    {
      (periods, mpd.passed) = available
      guard !periods.isEmpty else {
        problems.add(
          ManifestProblem(
            line: root.line, "MPD: no segment can be had at the time of the recording",
            hint: "compare availabilityStartTime with the server's clock"))
        return
      }
    }
    if periods.isEmpty, problems.isEmpty, !root.all("Period").isEmpty {
      problems.add(
        ManifestProblem(
          line: root.line, "MPD: its periods have no length",
          hint: "write the length of the media as mediaPresentationDuration"))
    }
    if periods.isEmpty, problems.isEmpty {
      problems.add(ManifestProblem(line: root.line, "MPD: it has no period"))
    }
    for period in periods { read(period, base) }
    if mpd.periods.count > 1 {
      mpd.notes.append("\(mpd.periods.count) periods are played one after the other")
    }
    if mpd.baseCount > 1 {
      mpd.notes.append("of several BaseURL of an element, the first is used until a failure")
    }
    if outsideCount > 0 {
      mpd.notes.append("\(counted(outsideCount, "segment")) outside of their period left out")
    }
    checkLanguage(root)
  }

  /// Why a live MPD that is updated by patches is not played; `nil` of one that is loaded again.
  static func patchProblem(of root: XMLElement) -> ManifestProblem? {
    guard root["type"] == "dynamic", let patch = root.first("PatchLocation") else { return nil }
    return ManifestProblem(
      line: patch.line, "MPD: updates by patches (PatchLocation) are not supported",
      hint: "serve the MPD without PatchLocation, so that players load all of it again")
  }

  /// Whether segments are known by their numbers: no representation lists them.
  static func isNumbered(_ root: XMLElement) -> Bool {
    root.all("Period").allSatisfy { period in
      period.all("AdaptationSet").allSatisfy { set in
        set.all("Representation").allSatisfy { representation in
          SegmentAddressing([representation, set, period])?.isByNumber ?? false
        }
      }
    }
  }

  private mutating func base(_ base: MPDBase, within element: XMLElement) -> MPDBase {
    mpd.baseCount = max(mpd.baseCount, element.all("BaseURL").count)
    return base.within(element, copy: copy, noting: problems)
  }

  private mutating func read(_ period: MPDPeriod, _ base: MPDBase) {
    let base = self.base(base, within: period.element)
    let selection = MPDSelection(of: period.element, options: options)
    guard selection.video != nil || selection.audio != nil else {
      problems.add(
        ManifestProblem(
          line: period.element.line, "Period: it has no adaptation set of video or audio"))
      return
    }
    if !selection.others.isEmpty {
      let listed = selection.others.prefix(8).joined(separator: ", ")
      let more = selection.others.count > 8 ? " and \(selection.others.count - 8) more" : ""
      mpd.notes.append(
        "adaptation sets of period \(period.number) that are not played: \(listed)\(more)")
    }
    var parts = MPD.PeriodParts(period: period)
    var places: [Int: Int] = [:]
    var count = 0
    for set in period.element.all("AdaptationSet") {
      places[set.line] = places[set.line] ?? count
      count += set.all("Representation").count
    }
    parts.video = selection.video.flatMap {
      part($0, in: period, base, firstIndex: places[$0.line] ?? 0)
    }
    parts.audio = selection.audio.flatMap {
      part($0, in: period, base, firstIndex: places[$0.line] ?? 0)
    }
    if parts.video == nil, parts.audio == nil, problems.isEmpty {
      problems.add(
        ManifestProblem(
          line: period.element.line, "Period: no representation of it lists a segment"))
    }
    mpd.periods.append(parts)
  }

  private mutating func note(_ note: String) {
    if !mpd.notes.contains(note) { mpd.notes.append(note) }
  }

  private mutating func part(
    _ set: XMLElement, in period: MPDPeriod, _ base: MPDBase, firstIndex: Int
  ) -> MPD.Part? {
    guard set["xlink:href"] == nil else {
      problems.add(
        ManifestProblem(
          line: set.line, "AdaptationSet: remote elements (xlink:href) are not supported"))
      return nil
    }
    let base = self.base(base, within: set)
    let elements = set.all("Representation")
    guard elements.count <= ManifestLimits.levels else {
      problems.add(
        ManifestProblem(
          line: set.line, "AdaptationSet: more than \(ManifestLimits.levels) representations"))
      return nil
    }
    let protected = [set] + elements
    if protected.contains(where: { $0.first("ContentProtection") != nil }) {
      note("segments are encrypted (ContentProtection): they are played by their times and sizes")
    }
    var played = elements.enumerated().filter { options.plays($0.element, in: set) }
    if played.isEmpty {
      let codecs = Set(elements.flatMap { ($0["codecs"] ?? set["codecs"] ?? "").codecList })
        .sorted()
        .prefix(8).map(\.excerpt).joined(separator: ", ")
      if let refusal = options.refusal(of: codecs, "representation") {
        problems.add(
          ManifestProblem(
            line: set.line, "“\(refusal.text)”: \(refusal.problem)", hint: refusal.hint))
      } else if !elements.isEmpty {
        note("the player plays the codecs of no representation, so all are kept: \(codecs)")
      }
      played = Array(elements.enumerated())
    }
    if played.count < elements.count {
      note(
        "\(counted(elements.count - played.count, "representation")) left out "
          + "whose codecs do not play"
      )
    }
    var representations: [MPDRepresentation] = []
    for (place, element) in played {
      guard
        let representation = representation(
          element, in: set, period, base, index: firstIndex + place)
      else { continue }
      representations.append(representation)
    }
    representations.sort { ($0.bitRate, $0.index) < ($1.bitRate, $1.index) }
    return representations.isEmpty ? nil : MPD.Part(set: set, representations: representations)
  }

  private mutating func representation(
    _ element: XMLElement, in set: XMLElement, _ period: MPDPeriod, _ base: MPDBase, index: Int
  ) -> MPDRepresentation? {
    let base = self.base(base, within: element)
    if element["bandwidth"] == nil {
      problems.forgive(
        ManifestProblem(
          line: element.line, "Representation@bandwidth: missing",
          hint: "write the peak in whole bits per second"), "taken from the sizes of segments",
        .representationWithoutBandwidth)
    }
    let bandwidth =
      attributes.whole(element, "bandwidth", in: 0...BitRate.bound.bitsPerSecond) ?? 0
    let owners = [element, set]
    func owner(_ name: String) -> XMLElement? { owners.first { $0[name] != nil } }
    let addressing = SegmentAddressing([element, set, period.element])
    if addressing?.child("SegmentTimeline") != nil { mpd.updates.listsSegments = true }
    if mpd.isDynamic, addressing?.child("SegmentTimeline") == nil, period.available == nil {
      let line = (addressing?.innermost ?? element).line
      problems.add(
        addressing?.isByNumber == true
          ? ManifestProblem(
            line: line,
            "which numbered segments of a live presentation (dynamic) are there depends on time",
            hint: "record it with playhead record URL -o event/, and play that")
          : ManifestProblem(
            line: line,
            "live presentations (dynamic) without a SegmentTemplate are not supported",
            hint: "package it with a SegmentTemplate"))
      return nil
    }
    if mpd.isDynamic, let addressing, addressing.isByNumber {
      mpd.updates.note(SegmentAvailability(addressing, base.available), isFirst: !hasSegments)
      hasSegments = true
    }
    let name = element["id"] ?? ""
    let reading = MPDSegmentsReading(
      representation: element,
      values: TemplatePattern.Values(representation: name, bandwidth: bandwidth), base: base,
      period: period, attributes: attributes, addressing: addressing,
      mimeType: owner("mimeType")?["mimeType"])
    guard segmentCount <= ManifestLimits.allSegments else { return nil }
    guard let result = reading.read() else {
      // What could not be read took as long.
      segmentCount += addressing?.entryCount ?? 0
      return nil
    }
    outsideCount += result.outsideCount
    if case .segments(let segments) = result.media {
      segmentCount += segments.count
      if segmentCount > ManifestLimits.allSegments {
        problems.add(
          ManifestProblem(
            line: element.line, "the levels have more than \(ManifestLimits.allSegments) segments"))
      }
    }
    return MPDRepresentation(
      name: name.isEmpty ? "representation \(index)" : name,
      bitRate: BitRate(bitsPerSecond: bandwidth),
      codecs: (owner("codecs")?["codecs"] ?? "").codecList,
      resolution: resolution(owner("width"), owner("height")),
      frameRateThousandths: owner("frameRate").flatMap {
        attributes.frameRateThousandths($0, "frameRate")
      },
      index: index, initialization: result.initialization, media: result.media,
      listedEnd: result.listedEnd,
      licence: [element, set].flatMap { $0.all("ContentProtection") }.isEmpty
        ? nil : licence(of: element, in: set))
  }

  private func licence(of element: XMLElement, in set: XMLElement) -> ManifestKey {
    let identifier = [element, set].flatMap { $0.all("ContentProtection") }
      .lazy.compactMap { $0["cenc:default_KID"] }.first
    return ManifestKey(
      name: "licence" + (identifier.map { " of key \($0.excerpt)" } ?? ""), location: nil,
      bytes: nil,
      isLicence: true)
  }

  private func resolution(_ width: XMLElement?, _ height: XMLElement?) -> Resolution? {
    guard let width, let height, let columns = attributes.whole(width, "width", in: 1...1_000_000),
      let rows = attributes.whole(height, "height", in: 1...1_000_000)
    else { return nil }
    return Resolution(width: Int(columns), height: Int(rows))
  }

  private func checkLanguage(_ root: XMLElement) {
    guard let language = options.language, problems.isEmpty,
      !mpd.periods.contains(where: { options.wants($0.audio?.set["lang"]) })
    else { return }
    var known: [String] = []
    for set in root.all("Period").flatMap({ $0.all("AdaptationSet") }) where known.count < 8 {
      guard set.mediaKind == "audio", let spoken = set["lang"], !known.contains(spoken) else {
        continue
      }
      known.append(spoken.excerpt)
    }
    problems.add(
      ManifestProblem(
        "“\(language.excerpt)”: no audio in this language",
        hint: known.isEmpty
          ? "the MPD offers no choice" : "the languages are \(known.wordList(or: false))"))
  }
}
