package import PlayheadKit
import PlayheadManifests

/// Where the media of a ladder lies, in the order of its levels.
package struct LadderSources: Hashable, Sendable {
  /// What the levels of a lane lie in.
  enum Lane: Hashable, Sendable {
    /// Segments of their own.
    case segments([ManifestLevel])
    /// A file each, which is cut into segments.
    case files([ManifestReference])
  }

  /// The lanes; empty if there is no media, only sizes.
  let lanes: [Lane]
}

/// A picture that is wanted of a ladder.
package struct SegmentPicture: Hashable, Sendable {
  /// The number of the level.
  package var level: Int
  /// The number of the segment.
  package var segment: Int
  /// How long after the segment's beginning.
  package var offset: MediaTime
  /// When the segment begins, in media time.
  package var start: MediaTime

  /// What is shown `offset` after the beginning of a segment, which is at `start`.
  package init(level: Int, segment: Int, offset: MediaTime, start: MediaTime) {
    self.level = level
    self.segment = segment
    self.offset = offset
    self.start = start
  }
}

extension MediaReader {
  /// Small pictures of key frames in the first lane of a ladder, as far as they decode.
  ///
  /// - Returns: the pictures by the number of the wanted one, at media times, or why there are
  ///   none.
  /// - Throws: ``MediaReadingError`` as reading the segments does.
  package func keyPictures(
    of sources: LadderSources, _ wanted: [SegmentPicture]
  ) throws(MediaReadingError) -> Result<[Int: KeyPicture], NoPictures> {
    guard let lane = sources.lanes.first else { return .failure(.noMedia) }
    switch lane {
    case .segments(let levels): return try keyPictures(of: levels, wanted)
    case .files(let references): return try keyPictures(of: references, wanted)
    }
  }

  /// The frame of a ladder's first lane that is shown at a place, made small.
  ///
  /// - Parameters:
  ///   - sources: where the media lies.
  ///   - wanted: the place.
  ///   - size: the size that the frame fits into, in pixels.
  /// - Returns: the frame, or why there is none.
  /// - Throws: ``MediaReadingError`` as reading the segment does.
  package func frame(
    of sources: LadderSources, at wanted: SegmentPicture, within size: (width: Int, height: Int)
  ) throws(MediaReadingError) -> Result<FramePicture, NoPictures> {
    switch sources.lanes.first {
    case nil: return .failure(.noMedia)
    case .files(let references):
      guard references.indices.contains(wanted.level),
        case .file(let path) = references[wanted.level].location
      else { return .failure(.distant) }
      return try frame(
        KeyPictureRequest(
          track: nil, times: [(wanted.start + wanted.offset).nanoseconds], isRelative: true,
          seeks: true),
        of: try InputFile(path: path), within: size)
    case .segments(let levels):
      let file: InputFile
      switch try segmentFile(of: levels, wanted) {
      case .failure(let reason): return .failure(reason)
      case .success(let found): file = found
      }
      return try frame(
        KeyPictureRequest(
          track: nil, times: [wanted.offset.nanoseconds], isRelative: true, seeks: false),
        of: file, within: size)
    }
  }

  private func keyPictures(
    of references: [ManifestReference], _ wanted: [SegmentPicture]
  ) throws(MediaReadingError) -> Result<[Int: KeyPicture], NoPictures> {
    var pictures: [Int: KeyPicture] = [:]
    var refusal: NoPictures?
    for (level, own) in Dictionary(grouping: wanted.indices, by: { wanted[$0].level })
      .sorted(by: { $0.key < $1.key }) where references.indices.contains(level)
    {
      guard case .file(let path) = references[level].location else {
        refusal = .distant
        continue
      }
      let times = own.map { wanted[$0].start + wanted[$0].offset }
      let found = try keyPictures(
        of: try InputFile(path: path), track: nil, at: times, isRelative: true)
      switch found {
      case .success(let found): for (place, picture) in found { pictures[own[place]] = picture }
      case .failure(let reason): refusal = refusal ?? reason
      }
    }
    if pictures.isEmpty, let refusal { return .failure(refusal) }
    return .success(pictures)
  }

  private func keyPictures(
    of levels: [ManifestLevel], _ wanted: [SegmentPicture]
  ) throws(MediaReadingError) -> Result<[Int: KeyPicture], NoPictures> {
    let groups = Dictionary(grouping: wanted.indices) { [wanted[$0].level, wanted[$0].segment] }
      .values.sorted { $0[0] < $1[0] }
    let workers = max(1, min(cores, groups.count))
    let answers = try perform(workers) { worker throws(MediaReadingError) in
      var answers: [(places: [Int], answer: KeyPictureAnswer)] = []
      for number in stride(from: worker, to: groups.count, by: workers) {
        let places = groups[number].sorted { wanted[$0].offset < wanted[$1].offset }
        answers.append((places, try answer(of: levels, places.map { wanted[$0] })))
      }
      return answers
    }
    var pictures: [Int: KeyPicture] = [:]
    var refusal: NoPictures?
    for (places, answer) in answers.joined() {
      refusal = refusal ?? answer.refusal
      for picture in answer.pictures {
        let place = places[picture.place]
        pictures[place] = KeyPicture(
          time: wanted[place].start + MediaTime(nanoseconds: picture.time), jpeg: picture.jpeg)
      }
    }
    if pictures.isEmpty, let refusal { return .failure(refusal) }
    return .success(pictures)
  }

  /// The pictures `wanted` of one segment, in order of their offsets.
  private func answer(
    of levels: [ManifestLevel], _ wanted: [SegmentPicture]
  ) throws(MediaReadingError) -> KeyPictureAnswer {
    guard let first = wanted.first else { return KeyPictureAnswer(refusal: .undecodable) }
    let file: InputFile
    switch try segmentFile(of: levels, first) {
    case .failure(let reason): return KeyPictureAnswer(refusal: reason)
    case .success(let found): file = found
    }
    let request = KeyPictureRequest(
      track: nil, times: wanted.map(\.offset.nanoseconds), isRelative: true, seeks: false)
    do throws(MediaReadingError) {
      return try answer(request, file)
    } catch {
      if case .interrupted = error { throw error }
      // A damaged segment has none; the others may.
      return KeyPictureAnswer(refusal: .undecodable)
    }
  }

  /// The segment that `wanted` is in, with what initializes it, as a file.
  private func segmentFile(
    of levels: [ManifestLevel], _ wanted: SegmentPicture
  ) throws(MediaReadingError) -> Result<InputFile, NoPictures> {
    guard levels.indices.contains(wanted.level),
      levels[wanted.level].segments.indices.contains(wanted.segment)
    else { return .failure(.undecodable) }
    let level = levels[wanted.level]
    let segment = level.segments[wanted.segment]
    if segment.cipher != nil || segment.encryption != nil {
      return .failure(.encrypted)
    }
    let section = segment.initialization.map { level.initializations[$0] }
    var parts: [JoinedBytes.Part] = []
    for reference in [section, segment.reference].compactMap(\.self) {
      guard case .file(let path) = reference.location else {
        return .failure(.distant)
      }
      guard let size = FileState(ofRegularFileAt: path)?.bytes,
        reference.range?.upperBound ?? size <= size
      else { return .failure(.undecodable) }
      parts.append(JoinedBytes.Part(path: path, range: reference.range ?? ByteRange(0, size)))
    }
    let name = segment.reference.name
    do {
      return .success(InputFile(try JoinedBytes(parts), name: name))
    } catch {
      throw error.error(reading: name)
    }
  }
}
