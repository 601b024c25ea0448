package import PlayheadModel

/// An MPD on demand, from which those of a live event are written.
package struct LiveMPD: Sendable {
  private let root: XMLElement

  /// The MPD in `contents`, which was read without a mistake; `nil` if it cannot be published, as
  /// one of its representations is not addressed by a template.
  package init?(_ contents: [UInt8]) {
    guard let root = try? XMLElement(contents, keepsAll: true) else { return nil }
    for period in root.all("Period") {
      for set in period.all("AdaptationSet") {
        for representation in set.all("Representation") {
          let addressing = SegmentAddressing([representation, set, period])
          guard addressing?.kind == .template else { return nil }
        }
      }
    }
    self.root = root
  }

  /// What an MPD says of an event.
  package struct Listing: Sendable {
    /// When media time zero is available, in nanoseconds since 1970: `MPD@availabilityStartTime`.
    package var start: Int64
    /// Now.
    package var now: Int64
    /// `MPD@timeShiftBufferDepth`.
    package var window: MediaTime
    /// `MPD@minimumUpdatePeriod`; `nil` without it.
    package var updatePeriod: WallTime?
    /// The media time that a `SegmentTimeline` lists of video and of audio; `nil` where segments
    /// are addressed by number.
    package var listed: (video: TimeRange, audio: TimeRange)?
    /// The length of the event where that is known.
    package var duration: MediaTime?
    /// The length of its longest segment.
    package var longestSegment: MediaTime
    /// `MPD@suggestedPresentationDelay`; `nil` without it.
    package var holdBack: MediaTime?
    /// How much sooner than it is complete a segment can be had, as it is sent in chunks:
    /// `@availabilityTimeOffset`; `nil` for whole segments.
    package var chunkOffset: MediaTime?
    /// Where the time is told: the URL of `UTCTiming`.
    package var clock: String

    /// The MPD as of `now`.
    package init(
      start: Int64, now: Int64, window: MediaTime, longestSegment: MediaTime, clock: String
    ) {
      self.start = start
      self.now = now
      self.window = window
      self.longestSegment = longestSegment
      self.clock = clock
    }
  }

  /// The MPD that says `listing`.
  package func bytes(listing: Listing) -> [UInt8] {
    var mpd = root
    mpd.set("xmlns", "urn:mpeg:dash:schema:mpd:2011")
    mpd.set("type", "dynamic")
    mpd.set("availabilityStartTime", CalendarDate(nanoseconds: listing.start).text)
    mpd.set("publishTime", CalendarDate(nanoseconds: listing.now).text)
    mpd.set("timeShiftBufferDepth", listing.window.iso8601Text)
    mpd.set("minimumUpdatePeriod", listing.updatePeriod?.iso8601Text)
    mpd.set("mediaPresentationDuration", listing.duration?.iso8601Text)
    mpd.set("maxSegmentDuration", listing.longestSegment.iso8601Text)
    mpd.set("suggestedPresentationDelay", listing.holdBack?.iso8601Text)
    let attributes = MPDAttributes(problems: ManifestProblems(of: .file(""), ManifestOptions()))
    let periods = MPDPeriod.periods(of: root, attributes)
    let others = root.children.filter { $0.name != "Period" && $0.name != "UTCTiming" }
    mpd.children = others.filter { !Self.isBehindPeriods($0) }
    for period in periods {
      var element = period.element
      element.set("start", period.start.iso8601Text)
      if period.number == periods.count, listing.duration == nil { element.set("duration", nil) }
      guard let listed = listing.listed else {
        mpd.children.append(changed(element, listing))
        continue
      }
      let times = changed(element, listing)
      var own = times
      own.children = times.children.compactMap { set in
        guard set.name == "AdaptationSet" else {
          return Self.cut(set, owners: [times], to: listed.video, from: period, attributes)
        }
        return Self.cut(
          set, owners: [times], to: Self.isAudio(set) ? listed.audio : listed.video, from: period,
          attributes)
      }
      // A period of which nothing is there yet, or nothing any more, is not listed.
      guard own.children.contains(where: { $0.name == "AdaptationSet" }) else { continue }
      mpd.children.append(own)
    }
    mpd.children += others.filter(Self.isBehindPeriods)
    mpd.children.append(
      XMLElement(
        name: "UTCTiming", line: 0,
        attributes: [
          ("schemeIdUri", "urn:mpeg:dash:utc:http-xsdate:2014"), ("value", listing.clock),
        ]))
    return Array(("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + mpd.xml(indent: "")).utf8)
  }

  private static func isBehindPeriods(_ element: XMLElement) -> Bool {
    ["Metrics", "EssentialProperty", "SupplementalProperty", "LeapSecondInformation"]
      .contains(element.name)
  }

  private static func isAudio(_ set: XMLElement) -> Bool {
    let type =
      set["contentType"] ?? set["mimeType"] ?? set.first("Representation")?["mimeType"] ?? ""
    return type.hasPrefix("audio")
  }

  /// `element` with what templates in it say of chunks.
  private func changed(_ element: XMLElement, _ listing: Listing) -> XMLElement {
    var element = element
    if element.name == "SegmentTemplate" {
      element.set("availabilityTimeOffset", listing.chunkOffset?.secondsText)
      element.set("availabilityTimeComplete", listing.chunkOffset.map { _ in "false" })
    }
    element.children = element.children.map { changed($0, listing) }
    return element
  }

  /// `element` with the entries of timelines in it that lie in `listed`; `nil` of an adaptation set
  /// that has none.
  private static func cut(
    _ element: XMLElement, owners: [XMLElement], to listed: TimeRange, from period: MPDPeriod,
    _ attributes: MPDAttributes
  ) -> XMLElement? {
    var element = element
    if element.name == "SegmentTemplate", element.first("SegmentTimeline") != nil {
      guard let addressing = SegmentAddressing(owners) else { return element }
      let scale = addressing.timescale(attributes)
      let segments =
        NumberedSegmentReading(
          addressing: addressing, attributes: attributes, period: period, timescale: scale,
          presentationTimeOffset: addressing.whole("presentationTimeOffset", attributes) ?? 0,
          listCount: nil, owner: element
        ).read() ?? []
      // By its middle, so that rounding does not matter.
      func middle(_ segment: NumberedSegment) -> MediaTime {
        let ticks = Int128(segment.start) * 2 + Int128(segment.duration)
        return period.start
          + MediaTime(nanoseconds: Int64(clamping: ticks * 1_000_000_000 / Int128(scale * 2)))
      }
      let begun = segments.drop { middle($0) < listed.start }
      let kept = begun.prefix { middle($0) < listed.end }
      let left = segments.count - begun.count
      let first = addressing.whole("startNumber", attributes) ?? 1
      element.set("startNumber", String(first + Int64(left)))
      element.children = element.children.map { child in
        guard child.name == "SegmentTimeline" else { return child }
        var timeline = child
        timeline.children = Self.runs(of: kept)
        return timeline
      }
      return element
    }
    let isOfSegments = ["AdaptationSet", "Representation"].contains(element.name)
    guard isOfSegments else { return element }
    element.children = element.children.compactMap {
      cut($0, owners: [element] + owners, to: listed, from: period, attributes)
    }
    // Sets of which all segments are gone, or still to come, are not there.
    func has(_ element: XMLElement) -> Bool {
      element.name == "S" || element.children.contains(where: has)
    }
    guard element.name == "AdaptationSet" else { return element }
    let isInherited = owners.contains { $0.first("SegmentTemplate").map(has) ?? false }
    return has(element) || isInherited ? element : nil
  }

  /// Entries for segments, one for each run of those as long as the one before them.
  private static func runs(of segments: some Sequence<NumberedSegment>) -> [XMLElement] {
    var runs: [(time: Int64, duration: Int64, count: Int64)] = []
    for segment in segments {
      if let last = runs.last, last.duration == segment.duration,
        last.time + last.duration * last.count == segment.time
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((segment.time, segment.duration, 1))
      }
    }
    return runs.map { run in
      let repeats = run.count > 1 ? [("r", String(run.count - 1))] : []
      return XMLElement(
        name: "S", line: 0,
        attributes: [("t", String(run.time)), ("d", String(run.duration))] + repeats)
    }
  }
}
